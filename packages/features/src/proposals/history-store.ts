import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

interface AppKey {
  readonly workspace_id: string;
  readonly instance_id: string;
}

function approvals(db: Db, app: AppKey) {
  return db
    .selectFrom("decisions as d")
    .innerJoin("proposals as p", (join) =>
      join.onRef("p.workspace_id", "=", "d.workspace_id").onRef("p.proposal_id", "=", "d.proposal_id"),
    )
    .where("d.workspace_id", "=", app.workspace_id)
    .where("d.instance_id", "=", app.instance_id)
    .where("d.state", "=", "approved");
}

/** Every approved version of an app, the one that was approved last first. */
export async function listVersions(db: Db, app: AppKey) {
  return await approvals(db, app)
    .innerJoin("persons as who", "who.person_id", "p.person_id")
    .select(["d.proposal_id", "p.revision", "d.digest", "d.runtime", "p.client_name"])
    .select(["who.name as proposer_name", "d.person_name", "d.decided_at", "d.files_seen", "d.assertion"])
    .select(["d.receipt", "d.signature"])
    .orderBy("d.decided_at", "desc")
    .orderBy("p.revision", "desc")
    .execute();
}

/** One approved version of an app, as its approval let it in. */
export async function findVersion(db: Db, app: AppKey, proposal_id: string) {
  return await approvals(db, app)
    .where("d.proposal_id", "=", proposal_id)
    .select(["d.proposal_id", "p.revision", "d.digest", "d.runtime", "p.grants"])
    .executeTakeFirst();
}

/** What entries of a history need to know of the proposals that they tell of. */
export async function listToldOf(db: Db, workspace_id: string, proposal_ids: readonly string[]) {
  return await db
    .selectFrom("proposals as p")
    .leftJoin("decisions as d", (join) =>
      join.onRef("d.workspace_id", "=", "p.workspace_id").onRef("d.proposal_id", "=", "p.proposal_id"),
    )
    .select(["p.proposal_id", "p.instance_id", "p.name", "p.revision", "p.digest", "d.reason", "d.receipt"])
    .where("p.workspace_id", "=", workspace_id)
    .where("p.proposal_id", "in", proposal_ids)
    .execute();
}
