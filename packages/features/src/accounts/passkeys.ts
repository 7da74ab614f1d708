import type { OpenContext, Ports } from "../kernel/context.ts";
import type { Evidence } from "./evidence.ts";
import { LIFETIMES } from "./policy.ts";
import { findPasskey, listPasskeys } from "./store.ts";
import type { PasskeyRow } from "./tables.ts";
import { issueTicket, readTicket, type Ticket, type TicketKind } from "./tickets.ts";
import {
  type Assertion,
  type Credential,
  credentialIdOf,
  readAssertion,
  requestOptions,
  wrongPasskey,
} from "./web-authn.ts";

/** What the browser is asked, and the ticket that goes back with the passkey's answer. */
export interface PasskeyRequest {
  readonly ticket: string;
  readonly options: Record<string, unknown>;
}

/** Makes the challenge, in base64url, of a ticket's nonce; by itself the nonce is the challenge. */
type ChallengeOf = (nonce: string) => string;

interface Asked {
  readonly kind: TicketKind;
  readonly person_id: string;
  readonly challengeOf?: ChallengeOf;
}

/** Asks for one of a person's passkeys; undefined for somebody who has none. */
export async function askPasskey(
  ports: Ports,
  { kind, person_id, challengeOf = same }: Asked,
): Promise<PasskeyRequest | undefined> {
  const allowed = await listPasskeys(ports.store.read, person_id);
  if (allowed.length === 0) return undefined;
  const { text, ticket } = await issueTicket(ports, {
    kind,
    seconds: LIFETIMES.ticket,
    claims: { person_id },
  });
  return {
    ticket: text,
    options: await requestOptions(ports, { challenge: challengeOf(ticket.nonce), allowed }),
  };
}

/** A passkey's answer that holds, what the write takes as evidence of it, and what proves it later. */
export interface Answered {
  readonly passkey: PasskeyRow;
  readonly nonce: string;
  readonly assertion: Assertion;
  readonly evidence: Evidence;
}

interface Answer extends Asked {
  readonly ticket: string;
  readonly credential: Credential;
}

/** Checks the answer to askPasskey. @throws Refusal `wrong_credentials` unless it is this person's, to this very question */
export async function takePasskey(ports: Ports, answer: Answer): Promise<Answered> {
  const ticket = await readTicket(ports, answer.kind, answer.ticket);
  if (!ticket || ticket.claims["person_id"] !== answer.person_id) throw wrongPasskey();
  return await answered(ports, ticket, answer);
}

/** Asks for any passkey of this server: whoever it belongs to signs in. */
export async function askAnyPasskey(context: OpenContext): Promise<PasskeyRequest> {
  const { text, ticket } = await issueTicket(context, {
    kind: "passkey_sign_in",
    seconds: LIFETIMES.offered_ticket,
  });
  return { ticket: text, options: await requestOptions(context, { challenge: ticket.nonce }) };
}

/** Checks the answer to askAnyPasskey; the passkey says whose it is. @throws Refusal `wrong_credentials` */
export async function takeAnyPasskey(
  context: OpenContext,
  answer: { readonly ticket: string; readonly credential: Credential },
): Promise<Answered> {
  const ticket = await readTicket(context, "passkey_sign_in", answer.ticket);
  if (!ticket) throw wrongPasskey();
  return await answered(context, ticket, answer);
}

async function answered(
  ports: Ports,
  ticket: Ticket,
  answer: {
    readonly credential: Credential;
    readonly person_id?: string;
    readonly challengeOf?: ChallengeOf;
  },
): Promise<Answered> {
  const { credential, challengeOf = same } = answer;
  const passkey = await findPasskey(ports.store.read, credentialIdOf(credential));
  if (!passkey || passkey.person_id !== (answer.person_id ?? passkey.person_id)) throw wrongPasskey();
  const challenge = challengeOf(ticket.nonce);
  const { assertion, counter } = await readAssertion(ports, credential, { challenge, passkey });
  const { passkey_id } = passkey;
  const evidence = { passkey: { passkey_id, counter }, ticket: ticket.spending };
  return { passkey, nonce: ticket.nonce, assertion, evidence };
}

function same(nonce: string): string {
  return nonce;
}
