import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

/** What a row shows, by names that both queries below give the tables. */
const SHOWN = [
  "p.workspace_id",
  "p.proposal_id",
  "p.line_id",
  "p.name",
  "p.state",
  "p.revision",
  "p.room_id",
  "r.name as room_name",
  "p.client_name",
  "who.name as person_name",
  "p.files_count",
  "p.bytes",
  "p.findings_count",
  "p.created_at",
] as const;

/** Proposals in the Rooms that a person owns. */
function inRoomsOf(db: Db, person_id: string) {
  return (
    db
      .selectFrom("members as m")
      .innerJoin("resources as r", (join) =>
        join.onRef("r.workspace_id", "=", "m.workspace_id").onRef("r.owner_id", "=", "m.person_id"),
      )
      // Rooms first, then what was proposed into them: SQLite keeps this order, and else reads all of a workspace.
      .crossJoin("proposals as p")
      .whereRef("p.workspace_id", "=", "r.workspace_id")
      .whereRef("p.room_id", "=", "r.resource_id")
      .innerJoin("persons as who", "who.person_id", "p.person_id")
      .select(SHOWN)
      .where("m.person_id", "=", person_id)
  );
}

/**
 * What waits for a person's decision, oldest first: with the standing app of its line, and the revision of that
 * line that was decided last, with how many comments were made on it.
 */
export async function listWaiting(db: Db, person_id: string) {
  const waiting = inRoomsOf(db, person_id)
    .where("p.state", "=", "pending")
    .select((eb) => [
      eb
        .selectFrom("apps as a")
        .select("a.instance_id")
        .whereRef("a.workspace_id", "=", "p.workspace_id")
        .whereRef("a.line_id", "=", "p.line_id")
        .where("a.removed_at", "is", null)
        .orderBy("a.position", "desc")
        .limit(1)
        .as("app_id"),
      eb
        .selectFrom("proposals as q")
        .innerJoin("decisions as d", (join) =>
          join.onRef("d.workspace_id", "=", "q.workspace_id").onRef("d.proposal_id", "=", "q.proposal_id"),
        )
        .select("q.proposal_id")
        .whereRef("q.workspace_id", "=", "p.workspace_id")
        .whereRef("q.line_id", "=", "p.line_id")
        .whereRef("q.revision", "<", "p.revision")
        .orderBy("q.revision", "desc")
        .limit(1)
        .as("last_decided"),
    ]);
  return await db
    .selectFrom(waiting.as("w"))
    .leftJoin("apps as a", (join) =>
      join
        .onRef("a.workspace_id", "=", "w.workspace_id")
        .onRef("a.room_id", "=", "w.room_id")
        .onRef("a.instance_id", "=", "w.app_id"),
    )
    .leftJoin("decisions as d", (join) =>
      join
        .onRef("d.workspace_id", "=", "w.workspace_id")
        .onRef("d.proposal_id", "=", "w.last_decided")
        .on("d.state", "=", "changes_requested"),
    )
    .selectAll("w")
    .select(["a.name as app_name", "a.revision as app_revision", "d.proposal_id as answered"])
    .select((eb) =>
      eb
        .selectFrom("comments as c")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("c.workspace_id", "=", "w.workspace_id")
        .whereRef("c.proposal_id", "=", "d.proposal_id")
        .as("comments_count"),
    )
    .orderBy("w.created_at")
    .orderBy("w.proposal_id")
    .execute();
}

/** What was decided lately in a person's Rooms, latest first. */
export async function listDecided(db: Db, person_id: string, limit: number) {
  return await inRoomsOf(db, person_id)
    .innerJoin("decisions as d", (join) =>
      join.onRef("d.workspace_id", "=", "p.workspace_id").onRef("d.proposal_id", "=", "p.proposal_id"),
    )
    .select(["d.decided_at", "d.reason"])
    .orderBy("d.decided_at", "desc")
    .orderBy("p.proposal_id")
    .limit(limit)
    .execute();
}

/**
 * What a person's agents proposed into Rooms that others own, as long as the person sees them: what waits or is to
 * be changed, latest first.
 */
export async function listOwnElsewhere(db: Db, person_id: string, limit: number) {
  return await db
    .selectFrom("proposals as p")
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "p.workspace_id").onRef("m.person_id", "=", "p.person_id"),
    )
    .innerJoin("resource_members as rm", (join) =>
      join
        .onRef("rm.workspace_id", "=", "p.workspace_id")
        .onRef("rm.resource_id", "=", "p.room_id")
        .onRef("rm.person_id", "=", "p.person_id"),
    )
    .innerJoin("resources as r", (join) =>
      join.onRef("r.workspace_id", "=", "p.workspace_id").onRef("r.resource_id", "=", "p.room_id"),
    )
    .innerJoin("persons as who", "who.person_id", "p.person_id")
    .leftJoin("decisions as d", (join) =>
      join.onRef("d.workspace_id", "=", "p.workspace_id").onRef("d.proposal_id", "=", "p.proposal_id"),
    )
    .select(SHOWN)
    .select(["d.decided_at", "d.reason"])
    .where("p.person_id", "=", person_id)
    .where("p.state", "in", ["pending", "changes_requested"])
    .where("r.owner_id", "!=", person_id)
    .orderBy("p.created_at", "desc")
    .orderBy("p.proposal_id")
    .limit(limit)
    .execute();
}
