import { secondsOf } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { isUsableAgain } from "./policy.ts";

/** How many items that ended are cleared away with each new one, so that they never pile up. */
const SWEPT = 8;
/** Of what anybody may begin, so much is kept that leads nowhere yet; then the oldest goes for the newest. */
const MOST_BEGUN: Readonly<Record<string, number>> = {
  Client: 10_000,
  DeviceCode: 3000,
  Interaction: 10_000,
};

interface ItemKey {
  kind: string;
  /** The hash of what the client holds. */
  id: string;
}

interface NewItem extends ItemKey {
  payload: string;
  grant_id: string | null;
  user_code: string | null;
  client_hash: string | null;
  /** Seconds; null for what has no end. */
  lasts: number | null;
}

/** Keeps an object of the authorization server. */
export const saveOidcItemWrite = defineWrite("auth.save_oidc_item", async (tx, args: NewItem) => {
  const now = secondsOf(tx.now);
  const { kind, id, user_code, client_hash, payload, grant_id, lasts } = args;
  const row = { payload, grant_id, expires_at: lasts === null ? null : now + lasts };
  await tx.db
    .insertInto("oidc_items")
    .values({ kind, id, ...row, uid: null, user_code, client_hash, consumed_at: null, answered_at: null })
    // What was used stays used, and what was answered answered.
    .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(row))
    .execute();
  await sweep(tx, now);
  await makeRoom(tx, kind);
  return {};
});

async function sweep(tx: WriteTx, now: number): Promise<void> {
  const over = await tx.db
    .selectFrom("oidc_items")
    .select(["kind", "id"])
    .where("expires_at", "<", now)
    .orderBy("expires_at")
    .limit(SWEPT)
    .execute();
  for (const key of over) await remove(tx, key);
}

/** What acts for somebody has no end, so it is never among what goes. */
async function makeRoom(tx: WriteTx, kind: string): Promise<void> {
  const most = MOST_BEGUN[kind];
  if (most === undefined) return;
  const oldest = await tx.db
    .selectFrom("oidc_items")
    .select(["kind", "id"])
    .where("kind", "=", kind)
    .where("expires_at", "is not", null)
    .orderBy("expires_at", "desc")
    .offset(most)
    .limit(SWEPT)
    .execute();
  for (const key of oldest) await remove(tx, key);
}

/** Removes an item; false when it was not there any more. A registration goes with the token that manages it. */
async function remove(tx: WriteTx, { kind, id }: ItemKey): Promise<boolean> {
  if (kind === "Client") await tx.db.deleteFrom("oidc_items").where("client_hash", "=", id).execute();
  const removed = await tx.db
    .deleteFrom("oidc_items")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
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

export const removeOidcItemWrite = defineWrite(
  "auth.remove_oidc_item",
  async (tx, args: ItemKey) => await remove(tx, args),
);
