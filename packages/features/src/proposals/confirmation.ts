import { hash } from "node:crypto";
import {
  type ApprovingBrowser,
  askPasskey,
  confirmedApproval,
  type Evidence,
  hasPasskey,
  type PasskeyRequest,
  takePasskey,
} from "../accounts/index.ts";
import type { PersonContext } from "../kernel/context.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import type { Seen } from "./decide.ts";
import { findConfirmMinutes } from "./store.ts";

/**
 * What a passkey signs to approve: SHA-256, in base64url, over the UTF-8 bytes of the JSON array of this name, the
 * ticket's nonce, and all that was seen. So an answer fits this one proposal, as it was seen, and nothing else.
 */
export function approvalChallenge(nonce: string, seen: Seen): string {
  const { proposal_id, revision, name, digest, runtime } = seen;
  const signed = ["anteroom.approval.1", nonce, proposal_id, revision, name, digest, runtime];
  return hash("sha256", JSON.stringify(signed), "base64url");
}

/** A passkey's answer that holds, as the write takes it. */
export interface Confirmation {
  readonly evidence: Evidence;
  /** What proves the approval later, as JSON. */
  readonly assertion: string;
  /** For the secret that this browser gets, by which the next approvals may go without a passkey. */
  readonly confirmation_hash: string;
}

export function approvingBrowser({ principal, browser }: PersonContext): ApprovingBrowser {
  const { sign_in_hash, confirmation_hash } = browser;
  return {
    person_id: principal.person_id,
    ...(sign_in_hash !== undefined && { sign_in_hash }),
    ...(confirmation_hash !== undefined && { confirmation_hash }),
  };
}

/** Whether an approval in this workspace would ask for the person's passkey now. The write decides it again. */
export async function asksForPasskey(context: PersonContext, workspace_id: string): Promise<boolean> {
  const { read } = context.store;
  const browser = approvingBrowser(context);
  if (!(await hasPasskey(read, browser.person_id))) return false;
  const minutes = await findConfirmMinutes(read, workspace_id);
  return !(await confirmedApproval(read, browser, { minutes, now: new Date().toISOString() }));
}

/** Asks for the passkey of who is about to approve what was seen. */
export async function askToApprove(context: PersonContext, seen: Seen): Promise<PasskeyRequest | undefined> {
  const { person_id } = context.principal;
  const challengeOf = (nonce: string) => approvalChallenge(nonce, seen);
  return await askPasskey(context, { kind: "approval", person_id, challengeOf });
}

/**
 * Checks a passkey's answer to askToApprove for what was seen. Returns the confirmation, and the secret that goes
 * into the browser's cookie once the approval is written. @throws Refusal `wrong_credentials`
 */
export async function readConfirmation(
  context: PersonContext,
  seen: Seen,
  answer: { readonly ticket: string; readonly credential: Readonly<Record<string, unknown>> },
): Promise<{ confirmation: Confirmation; secret: string }> {
  const { person_id } = context.principal;
  const challengeOf = (nonce: string) => approvalChallenge(nonce, seen);
  const answered = await takePasskey(context, { kind: "approval", person_id, challengeOf, ...answer });
  const secret = newSecret();
  const { evidence, nonce, passkey, assertion } = answered;
  // Whole: what was signed can be made again from it, and checked without this database.
  const kept = {
    challenge: { form: "anteroom.approval.1", nonce, ...seen },
    origin: context.origin,
    passkey: { credential_id: passkey.credential_id, public_key: passkey.public_key },
    response: {
      authenticatorData: assertion.authenticatorData,
      clientDataJSON: assertion.clientDataJSON,
      signature: assertion.signature,
    },
  };
  return {
    confirmation: { evidence, assertion: JSON.stringify(kept), confirmation_hash: secretHash(secret) },
    secret,
  };
}
