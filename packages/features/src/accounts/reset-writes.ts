import { notFound, Refusal } from "../kernel/errors.ts";
import { later } from "../kernel/time.ts";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { findPerson, listMemberships, mayReset } from "../workspaces/index.ts";
import { passwordStamp } from "./evidence.ts";
import { auditPerson, OPERATOR } from "./person-audit.ts";
import { emailKey, LIFETIMES } from "./policy.ts";
import { forgetSecondFactor } from "./second-factor-writes.ts";
import { findOpenReset, findPersonByEmail } from "./store.ts";
import { endSignIns } from "./writes.ts";

/** Sets a password; every other sign-in of the person ends, and so do reset links that wait. */
export const changePasswordWrite = defineWrite(
  "accounts.change_password",
  async (
    tx,
    args: {
      person_id: string;
      password_hash: string;
      sign_in_hash: string;
      /** This browser's sign-in gets a new secret too: a copy of the old one ends with the others. */
      secret_hash: string;
    },
  ) => {
    const { person_id, sign_in_hash, secret_hash } = args;
    await setPassword(tx, person_id, args.password_hash);
    await endSignIns(tx, { person_id, all_but: sign_in_hash });
    const kept = await tx.db
      .updateTable("sign_ins")
      .set({ secret_hash, confirmed_hash: null, approval_confirmed_at: null })
      .where("secret_hash", "=", sign_in_hash)
      .where("person_id", "=", person_id)
      .returning(["sign_in_id", "expires_at"])
      .executeTakeFirst();
    if (!kept) throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
    await auditPerson(tx, { person_id, action: "sign_in.password_changed" });
    tx.signal({ kind: "person", person_id });
    return kept;
  },
);

/** Whether a person may open another one's sign-in, and the workspaces where they meet. */
async function resetRights(db: Kysely<Schema>, by: string, person_id: string) {
  const roles = new Map((await listMemberships(db, by)).map((one) => [one.workspace_id, one.role]));
  const theirs = await listMemberships(db, person_id);
  const manages = theirs.every(({ workspace_id, role }) => {
    const own = roles.get(workspace_id);
    return own !== undefined && mayReset(own, role);
  });
  const shared = theirs.filter(({ workspace_id }) => roles.has(workspace_id));
  return {
    // Of who belongs nowhere any more there is nothing to manage.
    may: manages && theirs.length > 0 && by !== person_id,
    shared: shared.map(({ workspace_id }) => workspace_id),
  };
}

interface NewLink {
  secret_hash: string;
  forget_factors: boolean;
}

/** Makes a reset link for somebody whom the maker manages everywhere. */
export const createResetLinkWrite = defineWrite(
  "accounts.create_reset_link",
  async (tx, args: NewLink & { made_by: string; workspace_id: string; person_id: string }) => {
    const { made_by, workspace_id, person_id } = args;
    const rights = await resetRights(tx.db, made_by, person_id);
    if (!rights.shared.includes(workspace_id)) throw notFound("person");
    if (!rights.may) {
      throw new Refusal({
        code: "forbidden",
        message: "You cannot make this link: it would open more than you manage.",
        hint: "An owner can be reset by another owner only, and nobody by who does not manage all of the person's workspaces. Whoever runs the server can, by anteroom admin reset-link.",
      });
    }
    const maker = await findPerson(tx.db, made_by);
    const actor = { kind: "person", id: made_by, name: maker?.name ?? "" } as const;
    return await addLink(tx, { ...args, actor });
  },
);

/** Makes a reset link for whoever has this email, as the operator of the installation. */
export const createOperatorResetLinkWrite = defineWrite(
  "accounts.create_operator_reset_link",
  async (tx, args: NewLink & { email: string }) => {
    const person = await findPersonByEmail(tx.db, emailKey(args.email));
    if (!person) {
      throw new Refusal({ code: "not_found", message: "Nobody here has this email.", where: "--for" });
    }
    return await addLink(tx, { ...args, person_id: person.person_id, made_by: null, actor: OPERATOR });
  },
);

async function addLink(
  tx: WriteTx,
  link: NewLink & { person_id: string; made_by: string | null; actor: typeof OPERATOR },
): Promise<{ expires_at: string }> {
  const { person_id, made_by, secret_hash, forget_factors, actor } = link;
  await tx.db.deleteFrom("reset_links").where("expires_at", "<=", tx.now).execute();
  // One at a time: the newest is the one that counts.
  await tx.db.deleteFrom("reset_links").where("person_id", "=", person_id).execute();
  const expires_at = later(tx.now, LIFETIMES.reset_link);
  await tx.db
    .insertInto("reset_links")
    .values({ secret_hash, person_id, made_by, forgets_factors: forget_factors ? 1 : 0, expires_at })
    .execute();
  await auditPerson(tx, {
    person_id,
    action: "sign_in.reset_link_made",
    actor,
    ...(forget_factors && { detail: FORGETS }),
  });
  return { expires_at };
}

const FORGETS = "takes second factor and passkeys away";

/**
 * Uses a reset link up: sets the password, ends every sign-in, and takes the factors away where the link says so.
 * Returns the stamp of the new password.
 */
export const resetPasswordWrite = defineWrite(
  "accounts.reset_password",
  async (tx, args: { secret_hash: string; password_hash: string }) => {
    const link = await openReset(tx.db, args.secret_hash, tx.now);
    if (!link) throw resetOver();
    const { person_id } = link;
    await setPassword(tx, person_id, args.password_hash);
    await endSignIns(tx, { person_id });
    const forgets = link.forgets_factors === 1;
    if (forgets) {
      await forgetSecondFactor(tx, person_id);
      await tx.db.deleteFrom("passkeys").where("person_id", "=", person_id).execute();
    }
    await auditPerson(tx, {
      person_id,
      action: "sign_in.password_reset",
      ...(forgets && { detail: FORGETS }),
    });
    return { person_id, password: passwordStamp(args.password_hash) };
  },
);

/** A reset link that works: one whose maker lost the right to make it leads nowhere any more. */
export async function openReset(db: Kysely<Schema>, secret_hash: string, now: string) {
  const link = await findOpenReset(db, secret_hash, now);
  if (!link || link.made_by === null) return link;
  return (await resetRights(db, link.made_by, link.person_id)).may ? link : undefined;
}

async function setPassword(tx: WriteTx, person_id: string, hash: string): Promise<void> {
  await tx.db
    .insertInto("passwords")
    .values({ person_id, hash })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet({ hash }))
    .execute();
  await tx.db.deleteFrom("reset_links").where("person_id", "=", person_id).execute();
}

/** The answer to a reset link that leads nowhere any more. */
export function resetOver(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "This link was used, has expired, or never existed.",
    hint: "Ask for a new one.",
  });
}
