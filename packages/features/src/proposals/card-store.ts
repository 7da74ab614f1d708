import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { ProposalRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** The versions that a proposal may be compared with: the one that its line's app runs, and the revision before it. */
export async function listBases(db: Db, proposal: ProposalRow, approved_id: string | undefined) {
  const { workspace_id, line_id, revision } = proposal;
  const earlier = db
    .selectFrom("proposals")
    .select(["proposal_id", "revision", "digest"])
    .where("workspace_id", "=", workspace_id)
    .where("line_id", "=", line_id)
    .where("revision", "<", revision);
  const [approved, previous] = await Promise.all([
    approved_id === undefined ? undefined : earlier.where("proposal_id", "=", approved_id).executeTakeFirst(),
    earlier.orderBy("revision", "desc").limit(1).executeTakeFirst(),
  ]);
  return { approved, previous };
}

/** Standing apps in the proposal's Room that have its name and come from other people's agents. */
export async function listNamesakes(db: Db, proposal: ProposalRow, limit: number) {
  return await db
    .selectFrom("apps as a")
    .innerJoin("persons as p", "p.person_id", "a.person_id")
    .select(["a.instance_id", "a.name", "p.name as person_name"])
    .where("a.workspace_id", "=", proposal.workspace_id)
    .where("a.room_id", "=", proposal.room_id)
    .where("a.name_key", "=", proposal.name_key)
    .where("a.person_id", "!=", proposal.person_id)
    .where("a.removed_at", "is", null)
    .orderBy("a.position")
    .limit(limit)
    .execute();
}

/** What a person read for the latest decisions on other revisions of the line, with the code of then. */
export async function listReadings(
  db: Db,
  proposal: ProposalRow,
  reader: { person_id: string; limit: number },
) {
  return await db
    .selectFrom("proposals as p")
    .innerJoin("decisions as d", (join) =>
      join.onRef("d.workspace_id", "=", "p.workspace_id").onRef("d.proposal_id", "=", "p.proposal_id"),
    )
    .innerJoin("sources as s", (join) =>
      join.onRef("s.workspace_id", "=", "p.workspace_id").onRef("s.digest", "=", "p.digest"),
    )
    .select(["d.files_seen", "s.files", "p.digest"])
    .where("p.workspace_id", "=", proposal.workspace_id)
    .where("p.line_id", "=", proposal.line_id)
    .where("p.revision", "<", proposal.revision)
    .where("d.person_id", "=", reader.person_id)
    .where("d.files_seen", "!=", "[]")
    .orderBy("p.revision", "desc")
    .limit(reader.limit)
    .execute();
}
