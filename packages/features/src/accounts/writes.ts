import { Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { later } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { joinByInvitation, makePerson, makeWorkspace } from "../workspaces/index.ts";
import { LIFETIMES } from "./policy.ts";
import { findServerKey, hasPeople } from "./store.ts";
import type { SignInWay } from "./tables.ts";

/** A person to be made, checked and with the password hashed. */
interface NewPerson {
  name: string;
  email: string;
  email_key: string;
  password_hash: string;
}

async function addPerson(tx: WriteTx, person: NewPerson): Promise<string> {
  const { password_hash, ...row } = person;
  const person_id = await makePerson(tx, row);
  await tx.db.insertInto("passwords").values({ person_id, hash: password_hash }).execute();
  return person_id;
}

/** Makes the owner with the first workspace, once: only while there is nobody. */
export const setUpWrite = defineWrite(
  "accounts.set_up",
  async (tx, args: { workspace_name: string; project_name: string; owner: NewPerson }) => {
    if (await hasPeople(tx.db)) {
      throw new Refusal({
        code: "conflict_state",
        message: "This installation has its owner already.",
        hint: "Sign in, or ask the owner for an invitation.",
      });
    }
    const person_id = await addPerson(tx, args.owner);
    await makeWorkspace(tx, {
      name: args.workspace_name,
      project_name: args.project_name,
      owner_id: person_id,
    });
    return { person_id };
  },
);

/** Uses up an invitation: for somebody who is here already, or for a newcomer. */
export const acceptInvitationWrite = defineWrite(
  "accounts.accept_invitation",
  async (tx, args: { invitation_hash: string; who: { person_id: string } | { newcomer: NewPerson } }) => {
    const { who } = args;
    const person_id = "newcomer" in who ? await addPerson(tx, who.newcomer) : who.person_id;
    const joined = await joinByInvitation(tx, { secret_hash: args.invitation_hash, person_id });
    return { person_id, workspace_id: joined.workspace_id, room_id: joined.resource_id };
  },
);

/** Signs a person in; the sign-in that this browser had before ends. */
export const signInWrite = defineWrite(
  "accounts.sign_in",
  async (
    tx,
    args: { secret_hash: string; person_id: string; user_agent: string; way: SignInWay; ends?: string },
  ) => {
    const { ends, ...row } = args;
    if (ends !== undefined) await endSignIn(tx, ends);
    await tx.db.deleteFrom("sign_ins").where("expires_at", "<=", tx.now).execute();
    const expires_at = later(tx.now, LIFETIMES.sign_in);
    await tx.db
      .insertInto("sign_ins")
      .values({
        ...row,
        sign_in_id: newId("sign_in"),
        created_at: tx.now,
        expires_at,
        last_seen_at: tx.now,
        confirmed_at: tx.now,
        approval_confirmed_at: null,
      })
      .execute();
    return { expires_at };
  },
);

export const signOutWrite = defineWrite("accounts.sign_out", async (tx, args: { secret_hash: string }) => {
  await endSignIn(tx, args.secret_hash);
  return {};
});

async function endSignIn(tx: WriteTx, secret_hash: string): Promise<void> {
  const ended = await tx.db
    .deleteFrom("sign_ins")
    .where("secret_hash", "=", secret_hash)
    .returning("person_id")
    .executeTakeFirst();
  // Streams that this browser holds open look at their sign-in again, and end.
  if (ended) tx.signal({ kind: "person", person_id: ended.person_id });
}

/** Keeps a key under a name; whoever comes second gets the key that stands. */
export const keepServerKeyWrite = defineWrite(
  "accounts.keep_server_key",
  async (tx, args: { name: string; value: string }) => {
    await tx.db
      .insertInto("server_keys")
      .values(args)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    return (await findServerKey(tx.db, args.name)) ?? args.value;
  },
);
