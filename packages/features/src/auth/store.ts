import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

/** The connection behind a token, if it stands and its person still belongs to the workspace. */
function standing(db: Db) {
  return db
    .selectFrom("connections as c")
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "c.workspace_id").onRef("m.person_id", "=", "c.person_id"),
    )
    .where("c.revoked_at", "is", null);
}

const CALLER = ["c.workspace_id", "c.connection_id", "c.person_id", "c.client_name", "c.scopes"] as const;

export const findByApiToken = prepareRemembered((db, args: { secret_hash: string }) =>
  standing(db)
    .innerJoin("api_tokens as t", (join) =>
      join.onRef("t.workspace_id", "=", "c.workspace_id").onRef("t.connection_id", "=", "c.connection_id"),
    )
    .where("t.secret_hash", "=", args.secret_hash)
    .select([...CALLER, "t.expires_at"]),
);

export const findByAccessToken = prepareRemembered((db, args: { id: string }) =>
  standing(db)
    .innerJoin("oidc_items as t", "t.grant_id", "c.grant_id")
    .where("t.kind", "=", "AccessToken")
    .where("t.id", "=", args.id)
    .select([...CALLER, "t.payload", "t.expires_at"]),
);

/** Whether the connection of a grant stands and its person still belongs to the workspace. */
export async function grantStands(db: Db, grant_id: string): Promise<boolean> {
  const row = await standing(db)
    .select("c.connection_id")
    .where("c.grant_id", "=", grant_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a connection is and for whom it acts. */
export async function findConnection(db: Db, key: { workspace_id: string; connection_id: string }) {
  return await db
    .selectFrom("connections as c")
    .innerJoin("workspaces as w", "w.workspace_id", "c.workspace_id")
    .innerJoin("persons as p", "p.person_id", "c.person_id")
    .select(["w.workspace_id", "w.name as workspace_name", "p.name as person_name"])
    .where("c.workspace_id", "=", key.workspace_id)
    .where("c.connection_id", "=", key.connection_id)
    .executeTakeFirst();
}

/** The connections of a person that stand, newest first. */
export async function listConnections(db: Db, person_id: string) {
  return await standing(db)
    .innerJoin("workspaces as w", "w.workspace_id", "c.workspace_id")
    .select([
      "c.connection_id",
      "c.client_name",
      "c.kind",
      "c.workspace_id",
      "w.name as workspace_name",
      "c.scopes",
      "c.created_at",
      "c.expires_at",
    ])
    .where("c.person_id", "=", person_id)
    .orderBy("c.created_at", "desc")
    .orderBy("c.connection_id")
    .execute();
}

/** The projects in which a person's connections are seated. */
export async function listSeats(db: Db, person_id: string) {
  return await db
    .selectFrom("connections as c")
    .innerJoin("seats as s", (join) =>
      join.onRef("s.workspace_id", "=", "c.workspace_id").onRef("s.connection_id", "=", "c.connection_id"),
    )
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "s.workspace_id").onRef("p.project_id", "=", "s.project_id"),
    )
    .select(["c.connection_id", "p.project_id", "p.name"])
    .where("c.person_id", "=", person_id)
    .where("c.revoked_at", "is", null)
    .orderBy("p.created_at")
    .orderBy("p.project_id")
    .execute();
}

export async function findOidcItem(db: Db, key: { kind: string; id: string }) {
  return await db
    .selectFrom("oidc_items")
    .select(["payload", "consumed_at", "expires_at"])
    .where("kind", "=", key.kind)
    .where("id", "=", key.id)
    .executeTakeFirst();
}
