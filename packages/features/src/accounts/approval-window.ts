import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { isWithin } from "../kernel/time.ts";
import type { WriteTx } from "../kernel/write.ts";

/** The browser in which somebody approves: its sign-in, and the last confirmation's secret that it holds. */
export interface ApprovingBrowser {
  readonly person_id: string;
  readonly sign_in_hash?: string;
  readonly confirmation_hash?: string;
}

/**
 * Whether a passkey confirmed an approval in this very browser within so many minutes: a copy of its cookie from
 * before lacks the secret that the confirmation put there.
 */
export async function confirmedApproval(
  db: Kysely<Schema>,
  browser: ApprovingBrowser,
  within: { readonly minutes: number; readonly now: string },
): Promise<boolean> {
  if (within.minutes === 0) return false;
  const signIn = await db
    .selectFrom("sign_ins")
    .select(["approval_confirmed_at", "confirmed_hash"])
    .where("secret_hash", "=", browser.sign_in_hash ?? "")
    .where("person_id", "=", browser.person_id)
    .executeTakeFirst();
  const { approval_confirmed_at = null, confirmed_hash } = signIn ?? {};
  if (approval_confirmed_at === null || confirmed_hash !== (browser.confirmation_hash ?? null)) return false;
  return isWithin(approval_confirmed_at, within.minutes * 60, within.now);
}

/**
 * Notes that a passkey confirmed an approval in this browser, which gets a new secret for it; returns until when
 * the browser keeps that. Undefined where the sign-in ended meanwhile. For use inside a write.
 */
export async function noteConfirmedApproval(
  tx: WriteTx,
  browser: ApprovingBrowser,
  confirmed_hash: string,
): Promise<string | undefined> {
  const noted = await tx.db
    .updateTable("sign_ins")
    .set({ approval_confirmed_at: tx.now, confirmed_hash })
    .where("secret_hash", "=", browser.sign_in_hash ?? "")
    .where("person_id", "=", browser.person_id)
    .returning("expires_at")
    .executeTakeFirst();
  return noted?.expires_at;
}
