import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { Principal } from "../kernel/principal.ts";
import type { RESOURCE_KINDS } from "./contract.ts";

type Db = Kysely<Schema>;

/** A resource that somebody may see, with the name of its owner. */
export interface Reached {
  workspace_id: string;
  resource_id: string;
  project_id: string;
  name: string;
  owner_id: string;
  owner_name: string;
}

const REACHED = [
  "r.workspace_id",
  "r.resource_id",
  "r.project_id",
  "r.name",
  "r.owner_id",
  "o.name as owner_name",
] as const;

/** Rows of resources that a person is a member of, in a workspace that the person still belongs to. */
function ofPerson(db: Db, person_id: string) {
  return db
    .selectFrom("resources as r")
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "r.workspace_id").on("m.person_id", "=", person_id),
    )
    .innerJoin("resource_members as rm", (join) =>
      join
        .onRef("rm.workspace_id", "=", "r.workspace_id")
        .onRef("rm.resource_id", "=", "r.resource_id")
        .on("rm.person_id", "=", person_id),
    )
    .innerJoin("persons as o", "o.person_id", "r.owner_id");
}

/** The same, narrowed to the projects in which a connection is seated. */
function ofConnection(db: Db, agent: { person_id: string; connection_id: string; workspace_id: string }) {
  return ofPerson(db, agent.person_id)
    .innerJoin("seats as s", (join) =>
      join
        .onRef("s.workspace_id", "=", "r.workspace_id")
        .onRef("s.project_id", "=", "r.project_id")
        .on("s.connection_id", "=", agent.connection_id),
    )
    .where("r.workspace_id", "=", agent.workspace_id);
}

interface AgentAndResource {
  person_id: string;
  connection_id: string;
  workspace_id: string;
  resource_id: string;
}

const reachAsAgent = prepareRemembered((db, args: AgentAndResource) =>
  ofConnection(db, args).where("r.resource_id", "=", args.resource_id).select(REACHED),
);

const reachAsPerson = prepareRemembered((db, args: { person_id: string; resource_id: string }) =>
  ofPerson(db, args.person_id).where("r.resource_id", "=", args.resource_id).select(REACHED),
);

/**
 * The resource if this principal may see it now, else undefined: an agent sees what its person is a member
 * of in the projects where its connection is seated (PRODUCT.md, "Connection").
 */
export async function reachResource(
  db: Db,
  principal: Principal,
  resource_id: string,
): Promise<Reached | undefined> {
  const found =
    principal.kind === "agent"
      ? await reachAsAgent(db, {
          person_id: principal.person_id,
          connection_id: principal.connection_id,
          workspace_id: principal.workspace_id,
          resource_id,
        })
      : await reachAsPerson(db, { person_id: principal.person_id, resource_id });
  return found.rows[0];
}

/** Every resource that a person is a member of. */
export async function listMyResources(db: Db, person_id: string): Promise<Reached[]> {
  return await ofPerson(db, person_id).select(REACHED).orderBy("r.name").orderBy("r.resource_id").execute();
}

export async function isMember(db: Db, workspace_id: string, person_id: string): Promise<boolean> {
  return (await findRole(db, workspace_id, person_id)) !== undefined;
}

export async function findRole(db: Db, workspace_id: string, person_id: string) {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("workspace_id", "=", workspace_id)
    .where("person_id", "=", person_id)
    .executeTakeFirst();
  return row?.role;
}

/** Whether this person is an owner and nobody else is. */
export async function isOnlyOwner(db: Db, workspace_id: string, person_id: string): Promise<boolean> {
  const owners = await db
    .selectFrom("members")
    .select("person_id")
    .where("workspace_id", "=", workspace_id)
    .where("role", "=", "owner")
    .limit(2)
    .execute();
  return owners.length === 1 && owners[0]?.person_id === person_id;
}

/** The Rooms that a person owns in a workspace, the oldest first. */
export async function listOwnedRooms(db: Db, workspace_id: string, person_id: string) {
  return await db
    .selectFrom("resources")
    .select(["workspace_id", "project_id", "resource_id", "name"])
    .where("workspace_id", "=", workspace_id)
    .where("owner_id", "=", person_id)
    .orderBy("created_at")
    .orderBy("resource_id")
    .execute();
}

export async function findPerson(db: Db, person_id: string) {
  return await db.selectFrom("persons").selectAll().where("person_id", "=", person_id).executeTakeFirst();
}

/** The workspaces of a person with the role in each, in the order in which they were joined. */
export async function listMemberships(db: Db, person_id: string) {
  return await db
    .selectFrom("members as m")
    .innerJoin("workspaces as w", "w.workspace_id", "m.workspace_id")
    .select(["w.workspace_id", "w.name", "m.role"])
    .where("m.person_id", "=", person_id)
    .orderBy("m.joined_at")
    .orderBy("w.workspace_id")
    .execute();
}

/** The projects in which a person is seated, over all workspaces that the person belongs to. */
export async function listMyProjects(db: Db, person_id: string) {
  return await db
    .selectFrom("project_members as pm")
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "pm.workspace_id").onRef("m.person_id", "=", "pm.person_id"),
    )
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "pm.workspace_id").onRef("p.project_id", "=", "pm.project_id"),
    )
    .select(["p.workspace_id", "p.project_id", "p.name"])
    .where("pm.person_id", "=", person_id)
    .orderBy("p.created_at")
    .orderBy("p.project_id")
    .execute();
}

/** What an agent can find; `after` is the number of rows already given. */
export async function searchReachable(
  db: Db,
  agent: { person_id: string; connection_id: string; workspace_id: string },
  wanted: { kind?: (typeof RESOURCE_KINDS)[number]; text?: string; limit: number; after: number },
) {
  const rooms = await ofConnection(db, agent)
    .select(["r.resource_id", "r.project_id", "r.name", "o.name as owner_name"])
    .execute();
  const projects = await db
    .selectFrom("seats as s")
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "s.workspace_id").onRef("p.project_id", "=", "s.project_id"),
    )
    .innerJoin("project_members as pm", (join) =>
      join
        .onRef("pm.workspace_id", "=", "s.workspace_id")
        .onRef("pm.project_id", "=", "s.project_id")
        .on("pm.person_id", "=", agent.person_id),
    )
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "pm.workspace_id").onRef("m.person_id", "=", "pm.person_id"),
    )
    .select(["p.project_id", "p.name"])
    .where("s.workspace_id", "=", agent.workspace_id)
    .where("s.connection_id", "=", agent.connection_id)
    .execute();
  const all = [
    ...projects.map((row) => ({ kind: "project" as const, project_id: row.project_id, name: row.name })),
    ...rooms.map((row) => ({
      kind: "room" as const,
      project_id: row.project_id,
      room_id: row.resource_id,
      name: row.name,
      owner: row.owner_name,
    })),
  ];
  const needle = wanted.text?.normalize("NFC").toLowerCase();
  const matching = all
    .filter((row) => wanted.kind === undefined || row.kind === wanted.kind)
    .filter((row) => needle === undefined || row.name.normalize("NFC").toLowerCase().includes(needle))
    .toSorted((a, b) => compare(a.name, b.name) || compare(keyOf(a), keyOf(b)));
  return {
    rows: matching.slice(wanted.after, wanted.after + wanted.limit),
    more: matching.length > wanted.after + wanted.limit,
  };
}

function keyOf(row: { project_id: string; room_id?: string }): string {
  return row.room_id ?? row.project_id;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export async function listResourceMembers(db: Db, workspace_id: string, resource_id: string) {
  return await db
    .selectFrom("resource_members as rm")
    .innerJoin("persons as p", "p.person_id", "rm.person_id")
    .select(["p.person_id", "p.name", "p.email", "rm.joined_at"])
    .where("rm.workspace_id", "=", workspace_id)
    .where("rm.resource_id", "=", resource_id)
    .orderBy("rm.joined_at")
    .orderBy("p.person_id")
    .execute();
}

export async function listWorkspacePeople(db: Db, workspace_id: string) {
  return await db
    .selectFrom("members as m")
    .innerJoin("persons as p", "p.person_id", "m.person_id")
    .select(["p.person_id", "p.name", "p.email"])
    .where("m.workspace_id", "=", workspace_id)
    .orderBy("p.name")
    .orderBy("p.person_id")
    .execute();
}

/** A Room of a workspace that a person belongs to, whether the person is in the Room or not, with both's roles. */
export async function findRoomInWorkspaceOf(db: Db, person_id: string, room_id: string) {
  return await db
    .selectFrom("members as m")
    .innerJoin("resources as r", "r.workspace_id", "m.workspace_id")
    .leftJoin("members as o", (join) =>
      join.onRef("o.workspace_id", "=", "r.workspace_id").onRef("o.person_id", "=", "r.owner_id"),
    )
    .select(["r.workspace_id", "r.project_id", "r.resource_id", "r.name", "r.owner_id"])
    .select(["m.role", "o.role as owner_role"])
    .where("m.person_id", "=", person_id)
    .where("r.resource_id", "=", room_id)
    .executeTakeFirst();
}

export async function findWorkspace(db: Db, workspace_id: string) {
  return await db
    .selectFrom("workspaces")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .executeTakeFirst();
}

/** The Rooms of a workspace with who owns them. */
export async function listRoomsOf(db: Db, workspace_id: string) {
  return await db
    .selectFrom("resources")
    .select(["resource_id", "name", "owner_id"])
    .where("workspace_id", "=", workspace_id)
    .orderBy("name")
    .orderBy("resource_id")
    .execute();
}

/** The people of a workspace with their roles, in the order in which they came. */
export async function listWorkspaceMembers(db: Db, workspace_id: string) {
  return await db
    .selectFrom("members as m")
    .innerJoin("persons as p", "p.person_id", "m.person_id")
    .select(["p.person_id", "p.name", "p.email", "m.role", "m.joined_at"])
    .where("m.workspace_id", "=", workspace_id)
    .orderBy("m.joined_at")
    .orderBy("p.person_id")
    .execute();
}

/** The ids of the people who share a Room with a person. */
export async function listRoommates(db: Db, workspace_id: string, person_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("resource_members as mine")
    .innerJoin("resource_members as theirs", (join) =>
      join
        .onRef("theirs.workspace_id", "=", "mine.workspace_id")
        .onRef("theirs.resource_id", "=", "mine.resource_id"),
    )
    .select("theirs.person_id")
    .distinct()
    .where("mine.workspace_id", "=", workspace_id)
    .where("mine.person_id", "=", person_id)
    .execute();
  return new Set(rows.map((row) => row.person_id));
}

/** Invitations that nobody used and that have not expired, with where they lead and what their maker is now. */
function unused(db: Db, now: string) {
  return db
    .selectFrom("invitations as i")
    .innerJoin("workspaces as w", "w.workspace_id", "i.workspace_id")
    .innerJoin("persons as p", "p.person_id", "i.invited_by")
    .leftJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "i.workspace_id").onRef("m.person_id", "=", "i.invited_by"),
    )
    .leftJoin("resources as r", (join) =>
      join.onRef("r.workspace_id", "=", "i.workspace_id").onRef("r.resource_id", "=", "i.resource_id"),
    )
    .select([
      "i.workspace_id",
      "i.invitation_id",
      "i.resource_id",
      "i.role",
      "i.created_at",
      "i.expires_at",
      "i.invited_by as maker_id",
      "m.role as maker_role",
      "p.name as invited_by",
      "r.project_id",
      "r.owner_id",
      "w.name as workspace_name",
      "r.name as room_name",
    ])
    .where("i.accepted_by", "is", null)
    .where("i.expires_at", ">", now);
}

export async function findInvitation(db: Db, secret_hash: string, now: string) {
  return await unused(db, now).where("i.secret_hash", "=", secret_hash).executeTakeFirst();
}

/** The newest first. */
export async function listInvitations(db: Db, workspace_id: string, now: string) {
  return await unused(db, now)
    .where("i.workspace_id", "=", workspace_id)
    .orderBy("i.created_at", "desc")
    .orderBy("i.invitation_id")
    .execute();
}
