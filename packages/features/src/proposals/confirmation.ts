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
import type { Seen, Way } from "./seen.ts";
import { findApprovalPolicy } from "./store.ts";

/** What an approval is about: what was seen, and how it is let in. */
export type Approval = Seen & Way;

/** How the challenge is made; "anteroom.approval.1" ended with the runtime. */
const FORM = "anteroom.approval.2";

/**
 * What a passkey signs to approve: SHA-256, in base64url, over the UTF-8 bytes of the JSON array of the form's name,
 * the ticket's nonce, all that was seen, and the way: of an update the app and the digest that it replaces, of a new
 * app null and null. So an answer fits this one proposal, as it was seen, in this way, and nothing else.
 */
export function approvalChallenge(nonce: string, approval: Approval): string {
  return hash("sha256", JSON.stringify([FORM, nonce, ...Object.values(signedParts(approval))]), "base64url");
}

/** By name and in the order in which they are signed. */
function signedParts(approval: Approval) {
  const { proposal_id, revision, name, digest, runtime } = approval;
  const updates = approval.as === "update" ? approval.updates : undefined;
  return {
    proposal_id,
    revision,
    name,
    digest,
    runtime,
    as: approval.as,
    instance_id: updates?.instance_id ?? null,
    replaced: updates?.digest ?? null,
  };
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
  const { confirm_minutes: minutes } = await findApprovalPolicy(read, workspace_id);
  return !(await confirmedApproval(read, browser, { minutes, now: new Date().toISOString() }));
}

/** Asks for the passkey of who is about to approve what was seen. */
export async function askToApprove(
  context: PersonContext,
  approval: Approval,
): Promise<PasskeyRequest | undefined> {
  const { person_id } = context.principal;
  const challengeOf = (nonce: string) => approvalChallenge(nonce, approval);
  return await askPasskey(context, { kind: "approval", person_id, challengeOf });
}

/**
 * Checks a passkey's answer to askToApprove for the same approval. Returns the confirmation, and the secret that goes
 * into the browser's cookie once the approval is written. @throws Refusal `wrong_credentials`
 */
export async function readConfirmation(
  context: PersonContext,
  approval: Approval,
  answer: { readonly ticket: string; readonly credential: Readonly<Record<string, unknown>> },
): Promise<{ confirmation: Confirmation; secret: string }> {
  const { person_id } = context.principal;
  const challengeOf = (nonce: string) => approvalChallenge(nonce, approval);
  const answered = await takePasskey(context, { kind: "approval", person_id, challengeOf, ...answer });
  const secret = newSecret();
  const { evidence, nonce, passkey, assertion } = answered;
  // Whole: what was signed can be made again from it, and checked without this database.
  const kept = {
    challenge: { form: FORM, nonce, ...signedParts(approval) },
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
