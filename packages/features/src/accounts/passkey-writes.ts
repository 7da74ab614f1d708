import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { spendTicket } from "./evidence.ts";
import { auditPerson } from "./person-audit.ts";
import { findPasswordHash, hasPasskey, listIdentities, listPasskeys } from "./store.ts";
import type { Spending } from "./tickets.ts";
import { endSignIns } from "./writes.ts";

/** Passkeys that one person may have. */
const MOST_PASSKEYS = 20;

/** Keeps a passkey that the browser made. */
export const addPasskeyWrite = defineWrite(
  "accounts.add_passkey",
  async (
    tx,
    args: {
      person_id: string;
      ticket: Spending;
      name: string;
      credential_id: string;
      public_key: string;
      counter: number;
      /** JSON array of strings. */
      transports: string;
    },
  ) => {
    const { ticket, ...row } = args;
    await spendTicket(tx, ticket);
    if ((await listPasskeys(tx.db, row.person_id)).length >= MOST_PASSKEYS) {
      throw new Refusal({
        code: "conflict_state",
        message: `A person may have ${MOST_PASSKEYS} passkeys.`,
        hint: "Remove one that you do not use any more.",
      });
    }
    const passkey_id = newId("passkey");
    const added = await tx.db
      .insertInto("passkeys")
      .values({ ...row, passkey_id, created_at: tx.now, last_used_at: null })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("passkey_id")
      .executeTakeFirst();
    if (!added) throw new Refusal({ code: "conflict_state", message: "This passkey is enrolled already." });
    await auditPerson(tx, { person_id: row.person_id, action: "sign_in.passkey_added", detail: row.name });
    tx.signal({ kind: "person", person_id: row.person_id });
    return { passkey_id };
  },
);

interface OnePasskey {
  person_id: string;
  passkey_id: string;
}

export const renamePasskeyWrite = defineWrite(
  "accounts.rename_passkey",
  async (tx, args: OnePasskey & { name: string }) => {
    const renamed = await tx.db
      .updateTable("passkeys")
      .set({ name: args.name })
      .where("passkey_id", "=", args.passkey_id)
      .where("person_id", "=", args.person_id)
      .returning("passkey_id")
      .executeTakeFirst();
    if (!renamed) throw notFound("passkey");
    return {};
  },
);

export const removePasskeyWrite = defineWrite(
  "accounts.remove_passkey",
  async (tx, args: OnePasskey & { by: string; providers: readonly string[] }) => {
    const { person_id, passkey_id } = args;
    const removed = await tx.db
      .deleteFrom("passkeys")
      .where("passkey_id", "=", passkey_id)
      .where("person_id", "=", person_id)
      .returning("name")
      .executeTakeFirst();
    if (!removed) throw notFound("passkey");
    await refuseLastWay(tx, args);
    // Who lost a passkey wants nobody to go on by it.
    await endSignIns(tx, { person_id, way: "passkey", all_but: args.by });
    await auditPerson(tx, { person_id, action: "sign_in.passkey_removed", detail: removed.name });
    tx.signal({ kind: "person", person_id });
    return {};
  },
);

/**
 * Refuses what took the last way to sign in away; the write is undone. An identity counts while its provider
 * is set up here. For use inside a write, after the taking.
 */
export async function refuseLastWay(
  tx: WriteTx,
  { person_id, providers }: { readonly person_id: string; readonly providers: readonly string[] },
): Promise<void> {
  const left =
    (await findPasswordHash(tx.db, person_id)) !== undefined ||
    (await hasPasskey(tx.db, person_id)) ||
    (await listIdentities(tx.db, person_id)).some((one) => providers.includes(one.provider_id));
  if (left) return;
  throw new Refusal({
    code: "conflict_state",
    message: "This is your last way to sign in, so it stays.",
    hint: "Set a password or add a passkey first.",
  });
}
