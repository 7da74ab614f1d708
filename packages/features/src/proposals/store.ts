import type { Kysely } from "kysely";
import { prepare, prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { DecisionRow, ProposalRow } from "./tables.ts";

type Db = Kysely<Schema>;

interface RoomKey {
  workspace_id: string;
  room_id: string;
}

const byId = prepareRemembered((db, args: { workspace_id: string; proposal_id: string }) =>
  db
    .selectFrom("proposals")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("proposal_id", "=", args.proposal_id),
);

export async function findProposal(
  db: Db,
  workspace_id: string,
  proposal_id: string,
): Promise<ProposalRow | undefined> {
  return (await byId(db, { workspace_id, proposal_id })).rows[0];
}

/** A proposal by its id alone, in whichever workspace of this person holds it. */
export async function findProposalOfPerson(
  db: Db,
  person_id: string,
  proposal_id: string,
): Promise<ProposalRow | undefined> {
  return await db
    .selectFrom("members as m")
    .innerJoin("proposals as p", "p.workspace_id", "m.workspace_id")
    .selectAll("p")
    .where("m.person_id", "=", person_id)
    .where("p.proposal_id", "=", proposal_id)
    .executeTakeFirst();
}

const pendingByName = prepare((db, args: RoomKey & { person_id: string; name_key: string }) =>
  db
    .selectFrom("proposals")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("state", "=", "pending")
    .where("person_id", "=", args.person_id)
    .where("name_key", "=", args.name_key),
);

/** A person's pending proposal of this normalised name; there is at most one. */
export async function findPendingByName(
  db: Db,
  args: RoomKey & { person_id: string; name_key: string },
): Promise<ProposalRow | undefined> {
  return (await pendingByName(db, args)).rows[0];
}

const pendingOfConnection = prepare((db, args: RoomKey & { connection_id: string }) =>
  db
    .selectFrom("proposals")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("connection_id", "=", args.connection_id)
    .where("state", "=", "pending"),
);

export async function countPending(db: Db, args: RoomKey & { connection_id: string }): Promise<number> {
  return (await pendingOfConnection(db, args)).rows[0]?.count ?? 0;
}

/** A person's pending proposals in a Room, oldest first. */
export async function listPending(db: Db, room: RoomKey, person_id: string) {
  return await db
    .selectFrom("proposals")
    .select(["proposal_id", "instance_id", "name", "created_at"])
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
    .where("state", "=", "pending")
    .where("person_id", "=", person_id)
    .orderBy("created_at")
    .orderBy("proposal_id")
    .execute();
}

export async function findByInstance(
  db: Db,
  room: RoomKey,
  instance_id: string,
): Promise<ProposalRow | undefined> {
  return await db
    .selectFrom("proposals")
    .selectAll()
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
    .where("instance_id", "=", instance_id)
    .executeTakeFirst();
}

export async function findDecision(
  db: Db,
  workspace_id: string,
  proposal_id: string,
): Promise<DecisionRow | undefined> {
  return await db
    .selectFrom("decisions")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("proposal_id", "=", proposal_id)
    .executeTakeFirst();
}

/** For how many minutes a passkey's confirmation of an approval holds in a workspace. */
export async function findConfirmMinutes(db: Db, workspace_id: string): Promise<number> {
  const row = await db
    .selectFrom("workspaces")
    .select("confirm_minutes")
    .where("workspace_id", "=", workspace_id)
    .executeTakeFirst();
  return row?.confirm_minutes ?? 0;
}

/** Proposals of the Rooms that a person owns, with names to show. */
function ofOwner(db: Db, person_id: string) {
  return db
    .selectFrom("members as m")
    .innerJoin("resources as r", (join) =>
      join.onRef("r.workspace_id", "=", "m.workspace_id").onRef("r.owner_id", "=", "m.person_id"),
    )
    .innerJoin("proposals as p", (join) =>
      join.onRef("p.workspace_id", "=", "r.workspace_id").onRef("p.room_id", "=", "r.resource_id"),
    )
    .innerJoin("persons as who", "who.person_id", "p.person_id")
    .select([
      "p.proposal_id",
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
    ])
    .where("m.person_id", "=", person_id);
}

/** What waits for a person's decision, oldest first. */
export async function listWaiting(db: Db, person_id: string) {
  return await ofOwner(db, person_id)
    .where("p.state", "=", "pending")
    .orderBy("p.created_at")
    .orderBy("p.proposal_id")
    .execute();
}

/** What was decided lately in a person's Rooms, latest first. */
export async function listDecided(db: Db, person_id: string, limit: number) {
  return await ofOwner(db, person_id)
    .innerJoin("decisions as d", (join) =>
      join.onRef("d.workspace_id", "=", "p.workspace_id").onRef("d.proposal_id", "=", "p.proposal_id"),
    )
    .select(["d.decided_at", "d.reason"])
    .orderBy("d.decided_at", "desc")
    .orderBy("p.proposal_id")
    .limit(limit)
    .execute();
}
