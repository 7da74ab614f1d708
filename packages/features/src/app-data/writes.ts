import { defineWrite, type WriteTx } from "../kernel/write.ts";
import type { OnApp } from "../rooms/index.ts";
import { changeValue, forgetDeleted } from "./change.ts";
import { SHARED_LIMITS } from "./contract.ts";
import { bytesOf, refuseBeyondApp, refuseBeyondRoom, refuseUnlessAsRead } from "./policy.ts";
import { reachSharing } from "./reach.ts";
import { countRoomBytes, findState, findValue } from "./store.ts";
import type { SharedStateRow } from "./tables.ts";

// The changes that an app makes for one of the Room's members.

export interface OnValue extends OnApp {
  readonly key: string;
  readonly if_version?: number;
}

/** Deleted values that are told of; of more, half are forgotten at once. */
const MOST_DELETED = SHARED_LIMITS.keys;

/**
 * Sets a value, for every member. The last one who writes wins; who names a version wins only over that one. What
 * stands there already is no change. Throws as reachSharing does, `conflict_state` for a version that is over,
 * `too_large` where app or Room may keep no more.
 */
export const setSharedValueWrite = defineWrite(
  "app_data.set_value",
  async (tx, args: OnValue & { readonly value: string }): Promise<{ version: number }> => {
    const { key, value, if_version, principal } = args;
    const { app } = await reachSharing(tx.db, args);
    const [state, before] = [await findState(tx.db, app), await findValue(tx.db, app, key)];
    const stands = before !== undefined && before.value !== null;
    refuseUnlessAsRead(stands ? before.version : 0, if_version);
    // By a named version somebody takes a turn: that is a change, whatever the value.
    if (before?.value === value && if_version === undefined) return { version: before.version };
    await refuseTooMuch(tx, state, {
      keys: stands ? 0 : 1,
      bytes: bytesOf(key, value) - (before?.bytes ?? 0),
    });
    const { version } = await changeValue(tx, state, { key, value, before, person_id: principal.person_id });
    return { version };
  },
);

/** Deletes a value; one that is not there is no change. Throws as setting does. */
export const deleteSharedValueWrite = defineWrite(
  "app_data.delete_value",
  async (tx, args: OnValue): Promise<{ version: number }> => {
    const { key, if_version, principal } = args;
    const { app } = await reachSharing(tx.db, args);
    const [state, before] = [await findState(tx.db, app), await findValue(tx.db, app, key)];
    const stands = before !== undefined && before.value !== null;
    refuseUnlessAsRead(stands ? before.version : 0, if_version);
    if (!stands) return { version: state.version };
    const { person_id } = principal;
    const after = await changeValue(tx, state, { key, value: null, before, person_id });
    if (after.deleted > MOST_DELETED) await forgetDeleted(tx, after, await middleDeleted(tx, after));
    return { version: after.version };
  },
);

/** What takes less than before, or as much, is let be: who is over a limit must be able to go below it. */
async function refuseTooMuch(tx: WriteTx, state: SharedStateRow, more: { keys: number; bytes: number }) {
  if (more.keys <= 0 && more.bytes <= 0) return;
  refuseBeyondApp({ keys: state.keys + more.keys, bytes: state.bytes + more.bytes });
  if (more.bytes > 0) refuseBeyondRoom((await countRoomBytes(tx.db, state)) + more.bytes);
}

/** The version of the middle one of what was deleted. */
async function middleDeleted(tx: WriteTx, { workspace_id, instance_id, deleted }: SharedStateRow) {
  const { version } = await tx.db
    .selectFrom("shared_values")
    .select("version")
    .where("workspace_id", "=", workspace_id)
    .where("instance_id", "=", instance_id)
    .where("value", "is", null)
    .orderBy("version")
    .offset(Math.floor(deleted / 2))
    .limit(1)
    .executeTakeFirstOrThrow();
  return version;
}
