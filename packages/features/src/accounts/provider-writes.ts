import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { joinWorkspace, makePerson } from "../workspaces/index.ts";
import { spendTicket } from "./evidence.ts";
import { refuseLastWay } from "./passkey-writes.ts";
import { auditPerson } from "./person-audit.ts";
import type { ProviderProblem } from "./provider-policy.ts";
import { findPasswordHash, findPersonByEmail, hasPasskey } from "./store.ts";
import type { Spending } from "./tickets.ts";
import { endSignIns } from "./writes.ts";

/** Somebody as a provider knows them. */
interface Known {
  readonly provider_id: string;
  /** What the audit log calls the provider. */
  readonly provider_name: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
}

export type Outcome = { readonly person_id: string } | { readonly problem: ProviderProblem };

interface ComingIn extends Known {
  readonly ticket: Spending;
  /** Why the provider's word about the email does not count, if so. */
  readonly doubt?: ProviderProblem;
  readonly email_key: string;
  readonly name: string;
  /** The role that newcomers get; without it there are none. */
  readonly joins?: "member" | "guest";
}

/**
 * Finds or makes the person whom a provider vouches for: by issuer and subject first; then, only where its word
 * about the email counts, by that email; then as a newcomer.
 */
export const comeInByProviderWrite = defineWrite(
  "accounts.come_in_by_provider",
  async (tx, args: ComingIn): Promise<Outcome> => {
    await spendTicket(tx, args.ticket);
    const known = await findAgain(tx, args);
    if (known) return known;
    if (args.doubt) return { problem: args.doubt };
    const person = await findPersonByEmail(tx.db, args.email_key);
    return person ? await openTo(tx, args, person.person_id) : await join(tx, args);
  },
);

/**
 * An account that only providers ever vouched for is this email's, so the provider that the operator trusts for
 * the domain may open it too. One that has a password or passkey belongs to whoever set that: nobody ever
 * checked the email that this person typed, so the two are tied by that person, signed in, and never from here.
 */
async function openTo(tx: WriteTx, args: ComingIn, person_id: string): Promise<Outcome> {
  if ((await findPasswordHash(tx.db, person_id)) !== undefined || (await hasPasskey(tx.db, person_id))) {
    return { problem: "link_first" };
  }
  await link(tx, args, person_id);
  return { person_id };
}

/** Makes a newcomer without a password in the first workspace. */
async function join(tx: WriteTx, args: ComingIn): Promise<Outcome> {
  const { joins, name, email, email_key, provider_name } = args;
  const workspace = await tx.db
    .selectFrom("workspaces")
    .select("workspace_id")
    .orderBy("created_at")
    .orderBy("workspace_id")
    .limit(1)
    .executeTakeFirst();
  if (!joins || !workspace) return { problem: "unknown_person" };
  const person_id = await makePerson(tx, { name, email, email_key });
  await joinWorkspace(tx, { ...workspace, person_id, role: joins, detail: `by ${provider_name}` });
  await link(tx, args, person_id);
  return { person_id };
}

interface Linking extends Known {
  readonly ticket: Spending;
  readonly person_id: string;
  /** The sign-in that does it. */
  readonly by: string;
}

/** Ties a provider's sign-in to the person who is signed in, unless it is somebody else's. */
export const linkIdentityWrite = defineWrite(
  "accounts.link_identity",
  async (tx, args: Linking): Promise<Outcome> => {
    const { ticket, person_id, by, ...identity } = args;
    await spendTicket(tx, ticket);
    // A provider takes its time to answer, and the sign-in may have ended meanwhile.
    const signIn = await tx.db
      .selectFrom("sign_ins")
      .select("sign_in_id")
      .where("secret_hash", "=", by)
      .executeTakeFirst();
    if (!signIn) return { problem: "expired" };
    const known = await findAgain(tx, identity);
    if (known) return known.person_id === person_id ? known : { problem: "taken" };
    await link(tx, identity, person_id);
    return { person_id };
  },
);

/** Whose an identity is, if anybody's; it is kept under the provider's id and the email that it has now. */
async function findAgain(tx: WriteTx, known: Known): Promise<{ person_id: string } | undefined> {
  const { provider_id, email } = known;
  return await tx.db
    .updateTable("identities")
    .set({ provider_id, ...(email !== "" && { email }) })
    .where("issuer", "=", known.issuer)
    .where("subject", "=", known.subject)
    .returning("person_id")
    .executeTakeFirst();
}

async function link(tx: WriteTx, known: Known, person_id: string): Promise<void> {
  const { provider_id, provider_name, issuer, subject, email } = known;
  const identity_id = newId("identity");
  await tx.db
    .insertInto("identities")
    .values({ identity_id, person_id, provider_id, issuer, subject, email, linked_at: tx.now })
    .execute();
  await auditPerson(tx, { person_id, action: "sign_in.identity_linked", detail: provider_name });
  tx.signal({ kind: "person", person_id });
}

interface Unlinking {
  readonly person_id: string;
  readonly identity_id: string;
  /** The sign-in that does it, which stays. */
  readonly by: string;
  /** The providers that are set up here, by id and name. */
  readonly providers: Readonly<Record<string, string>>;
}

/** Takes a provider's sign-in away, with what came in by a provider elsewhere; the last way to sign in stays. */
export const unlinkIdentityWrite = defineWrite("accounts.unlink_identity", async (tx, args: Unlinking) => {
  const { person_id, identity_id, by, providers } = args;
  const gone = await tx.db
    .deleteFrom("identities")
    .where("identity_id", "=", identity_id)
    .where("person_id", "=", person_id)
    .returning("provider_id")
    .executeTakeFirst();
  if (!gone) throw notFound("identity");
  await refuseLastWay(tx, { person_id, providers: Object.keys(providers) });
  await endSignIns(tx, { person_id, way: "provider", all_but: by });
  const detail = providers[gone.provider_id] ?? gone.provider_id;
  await auditPerson(tx, { person_id, action: "sign_in.identity_unlinked", detail });
  tx.signal({ kind: "person", person_id });
  return {};
});
