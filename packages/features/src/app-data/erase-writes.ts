import { later } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { forgetDeleted, replaceAll } from "./change.ts";
import { deleteBackup, GRACE_SECONDS } from "./owner-writes.ts";
import { findState } from "./store.ts";

/** How much of each kind one write erases: others wait for it, and each may have megabytes. */
const AT_ONCE = 10;

/**
 * Erases what is due: states that can be brought back no more, what apps kept that were removed so long ago, and the
 * memory of values that were deleted then. Answers whether there is more to do.
 */
export const eraseDueWrite = defineWrite("app_data.erase_due", async (tx): Promise<{ more: boolean }> => {
  const then = later(tx.now, -GRACE_SECONDS);
  const erased = [await eraseBackups(tx), await eraseRemoved(tx, then), await forgetLongDeleted(tx, then)];
  return { more: erased.includes(AT_ONCE) };
});

async function eraseBackups(tx: WriteTx): Promise<number> {
  const over = await tx.db
    .selectFrom("shared_backups")
    .select(["workspace_id", "backup_id"])
    .where("erase_at", "<=", tx.now)
    .orderBy("erase_at")
    .limit(AT_ONCE)
    .execute();
  for (const backup of over) await deleteBackup(tx, backup);
  return over.length;
}

/** The counter stays: who kept a page open for so long is told to begin anew. */
async function eraseRemoved(tx: WriteTx, then: string): Promise<number> {
  const removed = await tx.db
    .selectFrom("shared_state as s")
    .innerJoin("apps as a", (join) =>
      join
        .onRef("a.workspace_id", "=", "s.workspace_id")
        .onRef("a.room_id", "=", "s.room_id")
        .onRef("a.instance_id", "=", "s.instance_id"),
    )
    .selectAll("s")
    .where("a.removed_at", "<=", then)
    .where((eb) =>
      eb.or([
        eb("s.keys", ">", 0),
        eb("s.deleted", ">", 0),
        eb.exists(
          eb
            .selectFrom("shared_backups as b")
            .select("b.backup_id")
            .whereRef("b.workspace_id", "=", "s.workspace_id")
            .whereRef("b.instance_id", "=", "s.instance_id"),
        ),
      ]),
    )
    .limit(AT_ONCE)
    .execute();
  for (const state of removed) {
    await replaceAll(tx, state, { entries: {}, person_id: "" });
    await tx.db
      .deleteFrom("shared_backups")
      .where("workspace_id", "=", state.workspace_id)
      .where("instance_id", "=", state.instance_id)
      .execute();
  }
  return removed.length;
}

async function forgetLongDeleted(tx: WriteTx, then: string): Promise<number> {
  const deleted = await tx.db
    .selectFrom("shared_values as v")
    .innerJoin("shared_state as s", (join) =>
      join.onRef("s.workspace_id", "=", "v.workspace_id").onRef("s.instance_id", "=", "v.instance_id"),
    )
    .select(["s.workspace_id", "s.room_id", "s.instance_id"])
    .select((eb) => eb.fn.max("v.version").as("up_to"))
    .where("v.value", "is", null)
    .where("v.updated_at", "<=", then)
    .groupBy(["s.workspace_id", "s.room_id", "s.instance_id"])
    .limit(AT_ONCE)
    .execute();
  for (const { up_to, ...app } of deleted) {
    await forgetDeleted(tx, await findState(tx.db, app), up_to);
  }
  return deleted.length;
}
