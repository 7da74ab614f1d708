import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { findPasskey, type KeptAssertion, keptAssertionHolds } from "../accounts/index.ts";
import type { Schema } from "../db/schema.ts";
import { readReceipt } from "./receipt.ts";
import type { StandingApp } from "./standing-apps.ts";

/** The passkey that confirmed an approval, as it was kept with it. */
export interface ConfirmingPasskey {
  readonly credential_id: string;
  /** COSE, base64url: to compare with what was noted elsewhere when the passkey was made. */
  readonly public_key: string;
  /** The origin of the page on which it was asked. */
  readonly origin: string;
  /** What its person calls it; absent when it was removed since. */
  readonly name?: string;
}

const SEEN = ["proposal_id", "revision", "name", "digest", "runtime"] as const;
/** What each form of the challenge signs after its own name and the nonce, in this order (see confirmation.ts). */
const SIGNED = {
  "anteroom.approval.1": SEEN,
  "anteroom.approval.2": [...SEEN, "as", "instance_id", "replaced"],
} as const;

/**
 * Checks the passkey's answer that was kept with an approval: that it answers a challenge made of what was approved,
 * and is of a passkey of who approved. Undefined where no passkey was asked for.
 */
export async function verifyPasskey(
  db: Kysely<Schema>,
  standing: StandingApp,
): Promise<{ passkey?: ConfirmingPasskey; problems: string[] } | undefined> {
  const { decision } = standing;
  if (typeof decision?.assertion !== "string") return undefined;
  const kept = readKept(decision.assertion);
  if (!kept) return { problems: ["its passkey's answer cannot be read"] };
  const { credential_id, public_key } = kept.passkey;
  const enrolled = await findPasskey(db, credential_id);
  const foreign =
    enrolled && (enrolled.person_id !== decision.person_id || enrolled.public_key !== public_key);
  const problems = [
    ...((await keptAssertionHolds(kept, challengeOf(kept))) ? [] : ["its passkey's answer does not hold"]),
    ...(isAbout(kept, standing) ? [] : ["its passkey answered for something else"]),
    ...(foreign ? ["its passkey is not one of who approved"] : []),
  ];
  const name = enrolled && { name: enrolled.name };
  return { passkey: { credential_id, public_key, origin: kept.origin, ...name }, problems };
}

interface Kept extends KeptAssertion {
  readonly challenge: Readonly<Record<string, unknown>> & { readonly form: keyof typeof SIGNED };
}

function readKept(text: string): Kept | undefined {
  try {
    const kept = JSON.parse(text) as Kept;
    const texts = [kept.passkey.credential_id, kept.passkey.public_key, kept.origin];
    const fits = texts.every((one) => typeof one === "string") && Object(kept.response) === kept.response;
    return fits && Object.hasOwn(SIGNED, kept.challenge.form) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function challengeOf({ challenge }: Kept): string {
  const parts = SIGNED[challenge.form].map((part) => challenge[part]);
  return hash("sha256", JSON.stringify([challenge.form, challenge["nonce"], ...parts]), "base64url");
}

/** Whether what was signed is what runs; in which way it was let in is held against the receipt. */
function isAbout({ challenge }: Kept, { app, proposal, decision }: StandingApp): boolean {
  const receipt = readReceipt(decision?.receipt ?? "");
  const isUpdate = receipt?.as === "update";
  const approved = {
    proposal_id: app.proposal_id,
    revision: app.revision,
    name: proposal?.name,
    digest: app.digest,
    runtime: app.runtime,
    as: receipt?.as,
    instance_id: isUpdate ? app.instance_id : null,
    replaced: isUpdate ? receipt.replaced : null,
  };
  return SIGNED[challenge.form].every((part) => challenge[part] === approved[part]);
}
