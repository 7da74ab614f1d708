import { sql } from "kysely";
import { prepare } from "../db/prepared.ts";
import type { WriteTx } from "../kernel/write.ts";
import { bytesOf, type Entries, sizeOf } from "./policy.ts";
import type { AppKey } from "./store.ts";
import type { SharedStateRow, SharedValueRow } from "./tables.ts";

// What the writes about shared data are made of. Each leaves the counts of the state as the values are.

const putValue = prepare((db, row: SharedValueRow) =>
  db
    .insertInto("shared_values")
    .values({
      workspace_id: row.workspace_id,
      instance_id: row.instance_id,
      key: row.key,
      value: row.value,
      version: row.version,
      bytes: row.bytes,
      person_id: row.person_id,
      updated_at: row.updated_at,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "instance_id", "key"]).doUpdateSet({
        value: row.value,
        version: row.version,
        bytes: row.bytes,
        person_id: row.person_id,
        updated_at: row.updated_at,
      }),
    ),
);

const putState = prepare((db, row: SharedStateRow) =>
  db
    .insertInto("shared_state")
    .values({
      workspace_id: row.workspace_id,
      room_id: row.room_id,
      instance_id: row.instance_id,
      version: row.version,
      reset_version: row.reset_version,
      keys: row.keys,
      bytes: row.bytes,
      deleted: row.deleted,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "instance_id"]).doUpdateSet({
        version: row.version,
        reset_version: row.reset_version,
        keys: row.keys,
        bytes: row.bytes,
        deleted: row.deleted,
      }),
    ),
);

/** Keeps where an app's data stands now, and tells the Room's open pages. */
async function keepState(tx: WriteTx, state: SharedStateRow): Promise<SharedStateRow> {
  await putState(tx.db, state);
  tx.signal({ kind: "shared", room_id: state.room_id, instance_id: state.instance_id });
  return state;
}

interface Change {
  readonly key: string;
  /** Null: it is deleted. */
  readonly value: string | null;
  /** What stood at the key, also one that was deleted. */
  readonly before: Pick<SharedValueRow, "value" | "bytes"> | undefined;
  readonly person_id: string;
}

/** Puts a value in the place of another one, at the app's next version. Answers where its data stands then. */
export async function changeValue(
  tx: WriteTx,
  state: SharedStateRow,
  { key, value, before, person_id }: Change,
): Promise<SharedStateRow> {
  const { workspace_id, instance_id } = state;
  const version = state.version + 1;
  const bytes = value === null ? 0 : bytesOf(key, value);
  await putValue(tx.db, {
    workspace_id,
    instance_id,
    key,
    value,
    version,
    bytes,
    person_id,
    updated_at: tx.now,
  });
  const [was, is] = [countsOf(before?.value), countsOf(value)];
  return await keepState(tx, {
    ...state,
    version,
    keys: state.keys - was.keys + is.keys,
    deleted: state.deleted - was.deleted + is.deleted,
    bytes: state.bytes - (before?.bytes ?? 0) + bytes,
  });
}

/** What a value, one that was deleted (null), or none counts for. */
function countsOf(value: string | null | undefined) {
  return { keys: typeof value === "string" ? 1 : 0, deleted: value === null ? 1 : 0 };
}

/** Puts other values in the place of all that an app keeps; every page begins anew. */
export async function replaceAll(
  tx: WriteTx,
  state: SharedStateRow,
  { entries, person_id }: { entries: Entries; person_id: string },
): Promise<void> {
  const { workspace_id, instance_id } = state;
  await deleteValues(tx, state).execute();
  const reset_version = state.version + 1;
  let version = reset_version;
  for (const [key, value] of Object.entries(entries)) {
    version += 1;
    const bytes = bytesOf(key, value);
    const row = { workspace_id, instance_id, key, value, version, bytes, person_id };
    await putValue(tx.db, { ...row, updated_at: tx.now });
  }
  await keepState(tx, { ...state, ...sizeOf(entries), version, reset_version, deleted: 0 });
}

/**
 * Forgets what was deleted up to a version; who read no further begins anew. What stands from so long ago moves to
 * the end: all that is left is newer than the version at which pages begin anew, so a page that just does so, step
 * by step, is not told to begin once more.
 */
export async function forgetDeleted(tx: WriteTx, state: SharedStateRow, up_to: number): Promise<void> {
  const gone = await deleteValues(tx, state)
    .where("value", "is", null)
    .where("version", "<=", up_to)
    .executeTakeFirstOrThrow();
  const moved = await moveToEnd(tx, state, up_to);
  await keepState(tx, {
    ...state,
    version: state.version + moved,
    reset_version: up_to,
    deleted: state.deleted - Number(gone.numDeletedRows),
  });
}

/** Gives all values up to a version the next ones, in their order; in one statement, since they may be thousands. */
async function moveToEnd(tx: WriteTx, state: SharedStateRow, up_to: number): Promise<number> {
  const { workspace_id, instance_id, version } = state;
  const old = tx.db
    .selectFrom("shared_values")
    .select(["key", sql<number>`row_number() over (order by version)`.as("place")])
    .where("workspace_id", "=", workspace_id)
    .where("instance_id", "=", instance_id)
    .where("version", "<=", up_to);
  const { numUpdatedRows } = await tx.db
    .updateTable("shared_values")
    .from(old.as("old"))
    .set({ version: sql<number>`${version} + old.place` })
    .where("workspace_id", "=", workspace_id)
    .where("instance_id", "=", instance_id)
    .whereRef("shared_values.key", "=", "old.key")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function deleteValues(tx: WriteTx, app: AppKey) {
  return tx.db
    .deleteFrom("shared_values")
    .where("workspace_id", "=", app.workspace_id)
    .where("instance_id", "=", app.instance_id);
}
