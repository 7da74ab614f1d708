import { Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { later } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { findPerson, joinByInvitation, makePerson, makeWorkspace } from "../workspaces/index.ts";
import { type Evidence, takeEvidence } from "./evidence.ts";
import { auditPerson } from "./person-audit.ts";
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

export const renamePersonWrite = defineWrite(
  "accounts.rename_person",
  async (tx, args: { person_id: string; name: string }) => {
    const { person_id, name } = args;
    const before = await findPerson(tx.db, person_id);
    if (!before || before.name === name) return {};
    await tx.db.updateTable("persons").set({ name }).where("person_id", "=", person_id).execute();
    await auditPerson(tx, { person_id, action: "member.renamed", detail: before.name });
    tx.signal({ kind: "person", person_id });
    return {};
  },
);

/** Sign-ins that one person may have: who signs in again and again fills no table. */
const MOST_SIGN_INS = 100;

/** Makes place for one more: what was used longest ago ends. */
async function makePlace(tx: WriteTx, person_id: string): Promise<void> {
  const beyond = await tx.db
    .selectFrom("sign_ins")
    .select("sign_in_id")
    .where("person_id", "=", person_id)
    .orderBy("last_seen_at", "desc")
    .limit(MOST_SIGN_INS)
    .offset(MOST_SIGN_INS - 1)
    .execute();
  for (const { sign_in_id } of beyond) await endSignIns(tx, { person_id, sign_in_id });
}

/** Signs a person in, by what shows that it is this person; the sign-in that this browser had before ends. */
export const signInWrite = defineWrite(
  "accounts.sign_in",
  async (
    tx,
    args: {
      secret_hash: string;
      person_id: string;
      user_agent: string;
      way: SignInWay;
      evidence: Evidence;
      ends?: string;
    },
  ) => {
    const { ends, evidence, ...row } = args;
    await takeEvidence(tx, row.person_id, evidence);
    if (ends !== undefined) await endSignIns(tx, { secret_hash: ends });
    await tx.db.deleteFrom("sign_ins").where("expires_at", "<=", tx.now).execute();
    await makePlace(tx, row.person_id);
    const sign_in_id = newId("sign_in");
    const expires_at = later(tx.now, LIFETIMES.sign_in);
    await tx.db
      .insertInto("sign_ins")
      .values({
        ...row,
        sign_in_id,
        created_at: tx.now,
        expires_at,
        last_seen_at: tx.now,
        confirmed_at: tx.now,
        confirmed_hash: null,
        approval_confirmed_at: null,
      })
      .execute();
    if (evidence.code && "code_hash" in evidence.code) {
      await auditPerson(tx, { person_id: row.person_id, action: "sign_in.recovery_code_used" });
    }
    return { sign_in_id, expires_at };
  },
);

export const signOutWrite = defineWrite("accounts.sign_out", async (tx, args: { secret_hash: string }) => {
  await endSignIns(tx, args);
  return {};
});

/** Notes that a sign-in is in use. */
export const seenWrite = defineWrite("accounts.seen", async (tx, args: { secret_hash: string }) => {
  await tx.db
    .updateTable("sign_ins")
    .set({ last_seen_at: tx.now })
    .where("secret_hash", "=", args.secret_hash)
    .execute();
  return {};
});

/** Ends sign-ins that a person chose from afar: one, or all but the browser's own. */
export const endSignInsWrite = defineWrite(
  "accounts.end_sign_ins",
  async (tx, args: { person_id: string } & ({ sign_in_id: string } | { all_but: string })) => {
    const ended = await endSignIns(tx, args);
    if (ended > 0) {
      await auditPerson(tx, { person_id: args.person_id, action: "sign_in.ended", detail: String(ended) });
    }
    return { ended };
  },
);

/**
 * Confirms that the person is there, by evidence. What it opens needs the confirmation's own secret, which only
 * the browser that confirmed gets.
 */
export const confirmWrite = defineWrite(
  "accounts.confirm",
  async (
    tx,
    args: { person_id: string; sign_in_hash: string; confirmation_hash: string; evidence: Evidence },
  ) => {
    await takeEvidence(tx, args.person_id, args.evidence);
    const signIn = await tx.db
      .updateTable("sign_ins")
      // Minutes that a passkey gave for approvals belong to the secret that is replaced here.
      .set({ confirmed_at: tx.now, confirmed_hash: args.confirmation_hash, approval_confirmed_at: null })
      .where("secret_hash", "=", args.sign_in_hash)
      .where("person_id", "=", args.person_id)
      .returning("expires_at")
      .executeTakeFirst();
    if (!signIn) throw new Refusal({ code: "sign_in_required", message: "Sign in first." });
    return { confirmed_at: tx.now, expires_at: signIn.expires_at };
  },
);

/** Which sign-ins end: this one, or of a person all, one, all but one, those that came in one way. */
type Ending =
  | { readonly secret_hash: string }
  | {
      readonly person_id: string;
      readonly sign_in_id?: string;
      readonly all_but?: string;
      readonly way?: SignInWay;
    };

/** Ends sign-ins; returns how many. For use inside a write. */
export async function endSignIns(tx: WriteTx, ending: Ending): Promise<number> {
  let query = tx.db.deleteFrom("sign_ins").returning("person_id");
  if ("secret_hash" in ending) query = query.where("secret_hash", "=", ending.secret_hash);
  else {
    query = query.where("person_id", "=", ending.person_id);
    if (ending.sign_in_id !== undefined) query = query.where("sign_in_id", "=", ending.sign_in_id);
    if (ending.way !== undefined) query = query.where("way", "=", ending.way);
    if (ending.all_but !== undefined) query = query.where("secret_hash", "!=", ending.all_but);
  }
  const ended = await query.execute();
  // Streams that these browsers hold open look at their sign-in again, and end.
  if (ended[0]) tx.signal({ kind: "person", person_id: ended[0].person_id });
  return ended.length;
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
