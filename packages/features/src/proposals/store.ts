import type { Kysely } from "kysely";
import { prepare, prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { DecisionRow, ProposalRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** What the next proposal of a name answers or takes the place of. */
const OPEN = ["pending", "changes_requested"] as const;

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

// Two queries and no `or`: each goes by an index of its own, however much waits in the Room.
const openByName = prepare((db, args: RoomKey & { person_id: string; name_key: string }) =>
  db
    .selectFrom("proposals")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("state", "in", OPEN)
    .where("person_id", "=", args.person_id)
    .where("name_key", "=", args.name_key),
);
const openOfLine = prepare((db, args: RoomKey & { person_id: string; line_id: string }) =>
  db
    .selectFrom("proposals")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("line_id", "=", args.line_id)
    .where("room_id", "=", args.room_id)
    .where("state", "in", OPEN)
    .where("person_id", "=", args.person_id),
);

/**
 * What a person's next proposal of this normalised name, or in this line, answers or takes the place of: those
 * that wait, and those that changes were asked for. The latest first; more than one only where two lines met.
 */
export async function listOpen(
  db: Db,
  args: RoomKey & { person_id: string; name_key: string; line_id: string | undefined },
): Promise<ProposalRow[]> {
  const { name_key, line_id, ...person } = args;
  const named = (await openByName(db, { ...person, name_key })).rows;
  if (line_id === undefined) return latestFirst(named);
  const ofLine = (await openOfLine(db, { ...person, line_id })).rows;
  const others = ofLine.filter((row) => row.name_key !== name_key);
  return latestFirst([...named, ...others]);
}

function latestFirst(rows: readonly ProposalRow[]): ProposalRow[] {
  return rows.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.revision - a.revision);
}

const highest = prepare((db, args: { workspace_id: string; line_id: string }) =>
  db
    .selectFrom("proposals")
    .select((eb) => eb.fn.max("revision").as("revision"))
    .where("workspace_id", "=", args.workspace_id)
    .where("line_id", "=", args.line_id),
);

/** The highest revision of a line; 0 for one that begins now. */
export async function highestRevision(db: Db, line: { workspace_id: string; line_id: string }) {
  return (await highest(db, line)).rows[0]?.revision ?? 0;
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

/** Whether a line of revisions ever led to an app, standing or removed. */
export async function hasApp(db: Db, line: { workspace_id: string; line_id: string }): Promise<boolean> {
  const app = await db
    .selectFrom("apps")
    .select("instance_id")
    .where("workspace_id", "=", line.workspace_id)
    .where("line_id", "=", line.line_id)
    .limit(1)
    .executeTakeFirst();
  return app !== undefined;
}

/** How approvals are made in a workspace, and whether proposed apps may be tried before. */
export async function findApprovalPolicy(db: Db, workspace_id: string) {
  return await db
    .selectFrom("workspaces")
    .select(["confirm_minutes", "own_approvals", "previews"])
    .where("workspace_id", "=", workspace_id)
    .executeTakeFirstOrThrow();
}
