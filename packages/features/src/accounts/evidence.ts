import { Refusal } from "../kernel/errors.ts";
import { secretHash } from "../kernel/ids.ts";
import type { WriteTx } from "../kernel/write.ts";
import { findPasswordHash } from "./store.ts";
import type { Spending } from "./tickets.ts";

/** A right code of the second factor: an authenticator app's, by its time step, or a recovery code. */
export type CodeUse = { readonly step: number } | { readonly code_hash: string };

/**
 * What showed that somebody is a person, checked before the write. The write takes it: it looks whether all of
 * it still holds, and uses up what works only once.
 */
export interface Evidence {
  /** The stamp of the password that was right (passwordStamp). */
  readonly password?: string;
  readonly passkey?: { readonly passkey_id: string; readonly counter: number };
  readonly code?: CodeUse;
  readonly ticket?: Spending;
}

/** Names a stored password, so that what began with it ends with it. */
export function passwordStamp(hash: string): string {
  return secretHash(hash);
}

/** The answer to evidence that was good a moment ago, or was used already. */
export function noLongerGood(): Refusal {
  return new Refusal({
    code: "wrong_credentials",
    message: "What this began with is over, or was used already.",
    hint: "Begin again.",
  });
}

/** Takes evidence for a person. For use inside a write. @throws Refusal `wrong_credentials` */
export async function takeEvidence(tx: WriteTx, person_id: string, evidence: Evidence): Promise<void> {
  const { password, passkey, code, ticket } = evidence;
  if (ticket) await spendTicket(tx, ticket);
  if (password !== undefined) {
    const hash = await findPasswordHash(tx.db, person_id);
    if (hash === undefined || passwordStamp(hash) !== password) throw noLongerGood();
  }
  if (passkey) await usePasskey(tx, { ...passkey, person_id });
  if (code) await useCode(tx, person_id, code);
}

/** Uses a ticket up. For use inside a write. @throws Refusal `wrong_credentials` for one that is over or used */
export async function spendTicket(tx: WriteTx, { ticket_hash, expires_at }: Spending): Promise<void> {
  await tx.db.deleteFrom("used_tickets").where("expires_at", "<=", tx.now).execute();
  const spent = await tx.db
    .insertInto("used_tickets")
    .values({ ticket_hash, expires_at })
    .onConflict((conflict) => conflict.column("ticket_hash").doNothing())
    .returning("ticket_hash")
    .executeTakeFirst();
  // One that is over may have been forgotten already, so its end is looked at here too.
  if (!spent || expires_at <= tx.now) throw noLongerGood();
}

interface PasskeyUse {
  readonly passkey_id: string;
  readonly person_id: string;
  readonly counter: number;
}

/**
 * Notes the use of a passkey that the person still has. Its counter grows, or is always 0 (WebAuthn Level 3,
 * section 6.1.1): one that does not grow tells of a copied key.
 */
async function usePasskey(tx: WriteTx, { passkey_id, person_id, counter }: PasskeyUse): Promise<void> {
  const used = await tx.db
    .updateTable("passkeys")
    .set({ counter, last_used_at: tx.now })
    .where("passkey_id", "=", passkey_id)
    .where("person_id", "=", person_id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .returning("passkey_id")
    .executeTakeFirst();
  if (!used) throw noLongerGood();
}

/** Each code counts once: a step must be later than the last one, a recovery code is gone after its use. */
async function useCode(tx: WriteTx, person_id: string, code: CodeUse): Promise<void> {
  const used =
    "step" in code
      ? await tx.db
          .updateTable("second_factors")
          .set({ last_step: code.step })
          .where("person_id", "=", person_id)
          .where("last_step", "<", code.step)
          .returning("person_id")
          .executeTakeFirst()
      : await tx.db
          .deleteFrom("recovery_codes")
          .where("person_id", "=", person_id)
          .where("code_hash", "=", code.code_hash)
          .returning("person_id")
          .executeTakeFirst();
  if (!used) throw noLongerGood();
}
