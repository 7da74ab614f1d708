import type { OpenContext } from "../kernel/context.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { findPerson } from "../workspaces/index.ts";
import { keepDevice } from "./device.ts";
import { type Evidence, noLongerGood } from "./evidence.ts";
import { cleanUserAgent, LIFETIMES } from "./policy.ts";
import { hasSecondFactor } from "./store.ts";
import type { SignInWay } from "./tables.ts";
import { issueTicket } from "./tickets.ts";
import { signInWrite } from "./writes.ts";

/** What a browser gets when somebody signs in (contract.ts, signIn). */
export interface SignedIn {
  readonly person: { readonly person_id: string; readonly name: string; readonly email: string };
  readonly proof: string;
}

/** Somebody who showed who they are, and how. */
export interface Entry {
  readonly person_id: string;
  readonly way: SignInWay;
  readonly evidence?: Evidence;
}

/** Ways that are one factor alone. A passkey verifies its person itself, and a provider asks as its company wants. */
const ONE_FACTOR: readonly SignInWay[] = ["password", "link"];

/**
 * Signs somebody in, or asks first for the second factor where the person has one and the way was one factor
 * alone. The first half of the evidence is then carried by the ticket.
 */
export async function letPersonIn(
  context: OpenContext,
  entry: Entry,
): Promise<SignedIn | { readonly second_step: { readonly ticket: string } }> {
  const { person_id, way, evidence } = entry;
  const asked = ONE_FACTOR.includes(way) && (await hasSecondFactor(context.store.read, person_id));
  if (!asked) return await startSignIn(context, entry);
  const claims = { person_id, way, ...(evidence?.password !== undefined && { password: evidence.password }) };
  const { text } = await issueTicket(context, { kind: "second_step", seconds: LIFETIMES.ticket, claims });
  return { second_step: { ticket: text } };
}

/** Signs this browser in, with a new secret, and lets it be known to its person from now on. */
export async function startSignIn(context: OpenContext, entry: Entry): Promise<SignedIn> {
  const { person_id, way, evidence = {} } = entry;
  const person = await findPerson(context.store.read, person_id);
  if (!person) throw noLongerGood();
  const secret = newSecret();
  const kept = await context.store.write(signInWrite, {
    secret_hash: secretHash(secret),
    person_id,
    user_agent: cleanUserAgent(context.browser.user_agent),
    way,
    evidence,
    ...(context.browser.sign_in_hash !== undefined && { ends: context.browser.sign_in_hash }),
  });
  const proof = context.browser.signIn(secret, kept);
  await keepDevice(context, person_id);
  return { person: { person_id, name: person.name, email: person.email }, proof };
}
