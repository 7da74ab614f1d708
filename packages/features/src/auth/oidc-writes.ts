import { secondsOf } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { isUsableAgain } from "./policy.ts";

/** How many items that ended are cleared away with each new one, so that they never pile up. */
const SWEPT = 8;

interface ItemKey {
  kind: string;
  /** The hash of what the client holds. */
  id: string;
}

/** Keeps an object of the authorization server. `lasts` counts seconds; null for what has no end. */
export const saveOidcItemWrite = defineWrite(
  "auth.save_oidc_item",
  async (tx, args: ItemKey & { payload: string; grant_id: string | null; lasts: number | null }) => {
    const now = secondsOf(tx.now);
    const { kind, id, payload, grant_id, lasts } = args;
    const row = { payload, grant_id, expires_at: lasts === null ? null : now + lasts };
    await tx.db
      .insertInto("oidc_items")
      .values({ kind, id, ...row, uid: null, user_code: null, consumed_at: null })
      // What was used stays used.
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(row))
      .execute();
    await sweep(tx, now);
    return {};
  },
);

async function sweep(tx: WriteTx, now: number): Promise<void> {
  const over = await tx.db
    .selectFrom("oidc_items")
    .select(["kind", "id"])
    .where("expires_at", "<", now)
    .orderBy("expires_at")
    .limit(SWEPT)
    .execute();
  for (const { kind, id } of over) {
    await tx.db.deleteFrom("oidc_items").where("kind", "=", kind).where("id", "=", id).execute();
  }
}

/** Uses up a code or a refresh token; false when it was used before and may not be used again. */
export const consumeOidcItemWrite = defineWrite("auth.consume_oidc_item", async (tx, args: ItemKey) => {
  const now = secondsOf(tx.now);
  const first = await tx.db
    .updateTable("oidc_items")
    .set({ consumed_at: now })
    .where("kind", "=", args.kind)
    .where("id", "=", args.id)
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  if (first.numUpdatedRows > 0n) return true;
  const again = await tx.db
    .selectFrom("oidc_items")
    .select("consumed_at")
    .where("kind", "=", args.kind)
    .where("id", "=", args.id)
    .executeTakeFirst();
  return isUsableAgain(args.kind, again?.consumed_at ?? 0, now);
});

/** Removes an object of the authorization server; false when it was not there any more. */
export const removeOidcItemWrite = defineWrite("auth.remove_oidc_item", async (tx, args: ItemKey) => {
  const removed = await tx.db
    .deleteFrom("oidc_items")
    .where("kind", "=", args.kind)
    .where("id", "=", args.id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
});
