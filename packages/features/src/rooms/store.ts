import type { Kysely } from "kysely";
import { prepare, prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { AppRow } from "./tables.ts";

type Db = Kysely<Schema>;

interface RoomKey {
  workspace_id: string;
  room_id: string;
}

/** Apps of a Room in the order of its tab bar, after a position. */
export const pageOfApps = prepareRemembered((db, page: RoomKey & { after: number; limit: number }) =>
  db
    .selectFrom("apps")
    .select(["instance_id", "name", "kind", "revision", "position", "created_at"])
    .where("workspace_id", "=", page.workspace_id)
    .where("room_id", "=", page.room_id)
    .where("position", ">", page.after)
    .orderBy("position")
    .limit(page.limit),
);

const appByName = prepare((db, args: RoomKey & { name_key: string }) =>
  db
    .selectFrom("apps")
    .select("instance_id")
    .where("workspace_id", "=", args.workspace_id)
    .where("room_id", "=", args.room_id)
    .where("name_key", "=", args.name_key),
);

/** The app of a Room that has this normalised name, if one stands. */
export async function findAppByName(db: Db, room: RoomKey, name_key: string) {
  return (await appByName(db, { ...room, name_key })).rows[0];
}

export async function findApp(db: Db, room: RoomKey, instance_id: string): Promise<AppRow | undefined> {
  return await db
    .selectFrom("apps")
    .selectAll()
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
    .where("instance_id", "=", instance_id)
    .executeTakeFirst();
}

export async function countApps(db: Db, room: RoomKey): Promise<number> {
  const { count } = await db
    .selectFrom("apps")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id)
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

export async function findProjectName(db: Db, workspace_id: string, project_id: string): Promise<string> {
  const { name } = await db
    .selectFrom("projects")
    .select("name")
    .where("workspace_id", "=", workspace_id)
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return name;
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
    .select(["person_name", "decided_at", "files_seen"])
    .where("workspace_id", "=", workspace_id)
    .where("proposal_id", "=", proposal_id)
    .where("state", "=", "approved")
    .executeTakeFirst();
}
