import type { Kysely } from "kysely";
import { prepare, prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { AppRow } from "./tables.ts";

type Db = Kysely<Schema>;

interface RoomKey {
  workspace_id: string;
  room_id: string;
}

/** The standing apps of a Room in the order of its tab bar, after a position. */
export const pageOfApps = prepareRemembered((db, page: RoomKey & { after: number; limit: number }) =>
  db
    .selectFrom("apps")
    .select(["instance_id", "name", "kind", "revision", "position", "created_at"])
    .where("workspace_id", "=", page.workspace_id)
    .where("room_id", "=", page.room_id)
    .where("removed_at", "is", null)
    .where("position", ">", page.after)
    .orderBy("position")
    .limit(page.limit),
);

/** The standing app that runs a version of this line of revisions, if there is one. */
export async function findAppOfLine(
  db: Db,
  line: { workspace_id: string; line_id: string },
): Promise<AppRow | undefined> {
  return (await appOfLine(db, line)).rows[0];
}

const appOfLine = prepare((db, line: { workspace_id: string; line_id: string }) =>
  db
    .selectFrom("apps")
    .selectAll()
    .where("workspace_id", "=", line.workspace_id)
    .where("line_id", "=", line.line_id)
    .where("removed_at", "is", null)
    .orderBy("position", "desc")
    .limit(1),
);

/**
 * The standing app of a person in a Room that has this normalised name, or else was first proposed by it; of
 * several the one that came last.
 */
export async function findAppOfPerson(
  db: Db,
  room: RoomKey,
  wanted: { person_id: string; name_key: string },
): Promise<AppRow | undefined> {
  const { workspace_id, room_id } = room;
  const { rows } = await appsOfPerson(db, { workspace_id, room_id, ...wanted });
  return rows.find((app) => app.name_key === wanted.name_key) ?? rows[0];
}

const appsOfPerson = prepare((db, args: RoomKey & { person_id: string; name_key: string }) =>
  db
    .selectFrom("apps")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("person_id", "=", args.person_id)
    .where((eb) => eb.or([eb("name_key", "=", args.name_key), eb("proposed_key", "=", args.name_key)]))
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("position", "desc"),
);

const appById = prepare((db, args: RoomKey & { instance_id: string }) =>
  db
    .selectFrom("apps")
    .selectAll()
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("instance_id", "=", args.instance_id),
);

/** An app of a Room, whether it stands or was removed. */
export async function findApp(db: Db, room: RoomKey, instance_id: string): Promise<AppRow | undefined> {
  const { workspace_id, room_id } = room;
  return (await appById(db, { workspace_id, room_id, instance_id })).rows[0];
}

/** The places of a Room's standing apps, in their order. */
export async function listPlaces(db: Db, room: RoomKey) {
  return await db
    .selectFrom("apps")
    .select(["instance_id", "position"])
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
    .where("removed_at", "is", null)
    .orderBy("position")
    .execute();
}

/** How many apps stand in a Room. */
export async function countApps(db: Db, room: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom("apps")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countMembers(db: Db, room: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom("resource_members")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", room.workspace_id)
    .where("resource_id", "=", room.room_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** The project that a Room is seated in, and whether the sample agent can be played in its workspace. */
export async function findProject(db: Db, workspace_id: string, project_id: string) {
  return await db
    .selectFrom("projects as p")
    .innerJoin("workspaces as w", "w.workspace_id", "p.workspace_id")
    .select(["p.project_id", "p.name", "w.sample_agent"])
    .where("p.workspace_id", "=", workspace_id)
    .where("p.project_id", "=", project_id)
    .executeTakeFirstOrThrow();
}

/** The files behind a digest, as JSON text, with what the scan reported of them. */
export async function findSource(db: Db, workspace_id: string, digest: string) {
  return await db
    .selectFrom("sources")
    .select(["files", "scan"])
    .where("workspace_id", "=", workspace_id)
    .where("digest", "=", digest)
    .executeTakeFirst();
}

/** Who approved an app and how its files were read. */
export async function findApproval(db: Db, workspace_id: string, proposal_id: string) {
  return await db
    .selectFrom("decisions")
    .select(["person_name", "decided_at", "files_seen", "assertion"])
    .where("workspace_id", "=", workspace_id)
    .where("proposal_id", "=", proposal_id)
    .where("state", "=", "approved")
    .executeTakeFirst();
}
