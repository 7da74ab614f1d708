import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { later } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { changeableStandingApp, type OnApp, type ReachedApp, tellOfApp } from "../rooms/index.ts";
import { actorOf } from "../workspaces/index.ts";
import { replaceAll } from "./change.ts";
import { type Entries, refuseBeyondApp, refuseBeyondRoom, sizeOf } from "./policy.ts";
import { countRoomBytes, findBackup, findState, listBackups, readEntries } from "./store.ts";
import type { SharedBackupRow, SharedStateRow } from "./tables.ts";

// What the Room's owner does with the shared data of an app as a whole, whatever the app was approved with: what an
// earlier version of it kept stays in the owner's hands.

/** How long what was cleared or replaced can be brought back, and what a removed app kept, in seconds. */
export const GRACE_SECONDS = 30 * 24 * 3600;
/** States that can be brought back of one app; then the oldest goes for the newest. */
const MOST_BACKUPS = 20;

/** Empties an app's data; what was there can be brought back. Nothing to empty is no change. */
export const clearSharedDataWrite = defineWrite(
  "app_data.clear",
  async (tx, on: OnApp): Promise<{ backup_id?: string }> => {
    const reached = await changeableStandingApp(tx.db, on);
    const state = await findState(tx.db, reached.app);
    if (state.keys === 0) return {};
    const { person_id } = on.principal;
    const backup_id = await backUp(tx, state, { why: "cleared", person_id });
    await replaceAll(tx, state, { entries: {}, person_id });
    await tell(tx, { ...reached, on, type: "app.data_cleared", keys: state.keys });
    return { backup_id };
  },
);

export interface RestoreArgs extends OnApp {
  /** An earlier state of the app, or else values that somebody brings. */
  readonly from: { readonly backup_id: string } | { readonly entries: Entries };
}

/**
 * Puts an earlier state, or an export, in the place of an app's data; what was there can be brought back in turn.
 * Throws `not_found` for a state that is over, `too_large` for more than app and Room may keep.
 */
export const restoreSharedDataWrite = defineWrite("app_data.restore", async (tx, args: RestoreArgs) => {
  const { from, ...on } = args;
  const reached = await changeableStandingApp(tx.db, on);
  const state = await findState(tx.db, reached.app);
  const entries = "entries" in from ? from.entries : await entriesOf(tx, state, from.backup_id);
  const size = sizeOf(entries);
  refuseBeyondApp(size);
  const more = size.bytes - state.bytes;
  if (more > 0) refuseBeyondRoom((await countRoomBytes(tx.db, state)) + more);
  const { person_id } = on.principal;
  if (state.keys > 0) await backUp(tx, state, { why: "restored", person_id });
  await replaceAll(tx, state, { entries, person_id });
  await tell(tx, { ...reached, on, type: "app.data_restored", keys: size.keys });
  return {};
});

async function entriesOf(tx: WriteTx, state: SharedStateRow, backup_id: string): Promise<Entries> {
  const backup = await findBackup(tx.db, state, { backup_id, now: tx.now });
  if (!backup) throw notFound("earlier state");
  return JSON.parse(backup.entries) as Entries;
}

/** Keeps what an app keeps now for as long as it can be brought back; answers the id of it. */
async function backUp(
  tx: WriteTx,
  state: SharedStateRow,
  { why, person_id }: Pick<SharedBackupRow, "why"> & { person_id: string },
): Promise<string> {
  const { workspace_id, instance_id, keys, bytes } = state;
  const oldest = (await listBackups(tx.db, state, tx.now)).slice(MOST_BACKUPS - 1);
  for (const { backup_id } of oldest) await deleteBackup(tx, { workspace_id, backup_id });
  const backup_id = newId("backup");
  const { name: person_name } = await actorOf(tx, person_id);
  const entries = JSON.stringify(await readEntries(tx.db, state));
  const kept = { created_at: tx.now, erase_at: later(tx.now, GRACE_SECONDS) };
  await tx.db
    .insertInto("shared_backups")
    .values({ workspace_id, instance_id, backup_id, why, entries, keys, bytes, person_name, ...kept })
    .execute();
  return backup_id;
}

export async function deleteBackup(
  tx: WriteTx,
  backup: Pick<SharedBackupRow, "workspace_id" | "backup_id">,
): Promise<void> {
  await tx.db
    .deleteFrom("shared_backups")
    .where("workspace_id", "=", backup.workspace_id)
    .where("backup_id", "=", backup.backup_id)
    .execute();
}

interface Told extends ReachedApp {
  readonly on: OnApp;
  readonly type: "app.data_cleared" | "app.data_restored";
  readonly keys: number;
}

/** Every member learns that it happened; none of the data stands in the event. */
async function tell(tx: WriteTx, { app, room, on, type, keys }: Told): Promise<void> {
  const detail = `${room.name}, ${keys === 1 ? "1 value" : `${keys} values`}`;
  await tellOfApp(tx, { app, room, by: on.principal, type, detail });
}
