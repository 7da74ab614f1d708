import { type Kysely, sql } from "kysely";
import { prepare, prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";
import type { SharedBackupRow, SharedStateRow, SharedValueRow } from "./tables.ts";

type Db = Kysely<Schema>;

/** Which app's data is meant. */
export interface AppKey {
  readonly workspace_id: string;
  readonly room_id: string;
  readonly instance_id: string;
}

const stateOf = prepare((db, app: AppKey) =>
  db
    .selectFrom("shared_state")
    .selectAll()
    .where("workspace_id", "=", app.workspace_id)
    .where("instance_id", "=", app.instance_id),
);

/** Where an app's data stands, also where it has none yet. */
export async function findState(db: Db, { workspace_id, room_id, instance_id }: AppKey) {
  const { rows } = await stateOf(db, { workspace_id, room_id, instance_id });
  const unused = { version: 0, reset_version: 0, keys: 0, bytes: 0, deleted: 0 };
  return rows[0] ?? ({ workspace_id, room_id, instance_id, ...unused } satisfies SharedStateRow);
}

const valueOf = prepare((db, args: AppKey & { key: string }) =>
  db
    .selectFrom("shared_values")
    .select(["value", "version", "bytes"])
    .where("workspace_id", "=", args.workspace_id)
    .where("instance_id", "=", args.instance_id)
    .where("key", "=", args.key),
);

/** A value, which has none where it was deleted. */
export async function findValue(
  db: Db,
  { workspace_id, room_id, instance_id }: AppKey,
  key: string,
): Promise<Pick<SharedValueRow, "value" | "version" | "bytes"> | undefined> {
  return (await valueOf(db, { workspace_id, room_id, instance_id, key })).rows[0];
}

/**
 * Where an app's data stands with what changed after a version, the oldest first: in one query, so that both are of
 * the same moment. Who begins anew, by 0 or because what went since is not told any more, is not told of what was
 * deleted. At least one row, unless the data was never used; without changes it has no key.
 */
export const changesAfter = prepare(
  (db, args: Omit<AppKey, "room_id"> & { after: number; limit: number }) => {
    const from = sql`iif(${args.after} between s.reset_version and s.version, ${args.after}, 0)`;
    return db
      .selectFrom("shared_state as s")
      .leftJoin("shared_values as v", (join) =>
        join
          .onRef("v.workspace_id", "=", "s.workspace_id")
          .onRef("v.instance_id", "=", "s.instance_id")
          .on(sql<boolean>`v.version > ${from} and (v.value is not null or ${from} > 0)`),
      )
      .select(["s.version as last", "s.reset_version", "v.key", "v.value", "v.version"])
      .where("s.workspace_id", "=", args.workspace_id)
      .where("s.instance_id", "=", args.instance_id)
      .orderBy("v.version")
      .limit(args.limit);
  },
);

/** All values of an app by their keys, each as JSON text. */
export async function readEntries(db: Db, app: AppKey): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("shared_values")
    .select(["key", "value"])
    .where("workspace_id", "=", app.workspace_id)
    .where("instance_id", "=", app.instance_id)
    .where("value", "is not", null)
    .orderBy("key")
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value ?? ""]));
}

const bytesInRoom = prepare((db, room: { workspace_id: string; room_id: string }) =>
  db
    .selectFrom("shared_state as s")
    .innerJoin("apps as a", (join) =>
      join
        .onRef("a.workspace_id", "=", "s.workspace_id")
        .onRef("a.room_id", "=", "s.room_id")
        .onRef("a.instance_id", "=", "s.instance_id"),
    )
    .select((eb) => eb.fn.sum<number | null>("s.bytes").as("bytes"))
    .where("s.workspace_id", "=", room.workspace_id)
    .where("s.room_id", "=", room.room_id)
    .where("a.removed_at", "is", null),
);

/** The bytes that the standing apps of a Room keep together. */
export async function countRoomBytes(db: Db, { workspace_id, room_id }: AppKey): Promise<number> {
  return (await bytesInRoom(db, { workspace_id, room_id })).rows[0]?.bytes ?? 0;
}

const versionsInRoom = prepareRemembered((db, room: { workspace_id: string; room_id: string }) =>
  db
    .selectFrom("shared_state")
    .select(["instance_id", "version"])
    .where("workspace_id", "=", room.workspace_id)
    .where("room_id", "=", room.room_id),
);

/** The version at which the data of each of a Room's apps stands. */
export async function findSharedVersions(
  db: Db,
  room: { workspace_id: string; room_id: string },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await versionsInRoom(db, room);
  return new Map(rows.map(({ instance_id, version }) => [instance_id, version]));
}

/** What can be brought back at `now`, the latest first. */
export async function listBackups(db: Db, app: AppKey, now: string) {
  return await db
    .selectFrom("shared_backups")
    .select(["backup_id", "why", "keys", "bytes", "person_name", "created_at", "erase_at"])
    .where("workspace_id", "=", app.workspace_id)
    .where("instance_id", "=", app.instance_id)
    .where("erase_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("backup_id")
    .execute();
}

export async function findBackup(
  db: Db,
  app: AppKey,
  wanted: { readonly backup_id: string; readonly now: string },
): Promise<SharedBackupRow | undefined> {
  return await db
    .selectFrom("shared_backups")
    .selectAll()
    .where("workspace_id", "=", app.workspace_id)
    .where("instance_id", "=", app.instance_id)
    .where("backup_id", "=", wanted.backup_id)
    .where("erase_at", ">", wanted.now)
    .executeTakeFirst();
}
