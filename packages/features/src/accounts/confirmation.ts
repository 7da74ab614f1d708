import { bind, type PersonContext } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import { readCode } from "./authenticator-code.ts";
import * as contract from "./contract.ts";
import { type Evidence, passwordStamp } from "./evidence.ts";
import { guess } from "./guesses.ts";
import { askPasskey, takePasskey } from "./passkeys.ts";
import { confirmedUntil, mayBePassword } from "./policy.ts";
import { wrongCode } from "./sign-in.ts";
import { findPasswordHash, hasSecondFactor } from "./store.ts";
import { relyingParty } from "./web-authn.ts";
import { confirmWrite } from "./writes.ts";

async function beginConfirmation(context: PersonContext) {
  const { person_id } = context.principal;
  const { read } = context.store;
  const password = (await findPasswordHash(read, person_id)) !== undefined;
  const code = password && (await hasSecondFactor(read, person_id));
  const passkey =
    relyingParty(context) === undefined
      ? undefined
      : await askPasskey(context, { kind: "confirmation", person_id });
  return { password, code, ...(passkey && { passkey }) };
}

async function confirm(context: PersonContext, input: InputOf<typeof contract.confirm>) {
  const { person_id } = context.principal;
  const { browser } = context;
  const evidence = await readEvidence(context, input);
  const secret = newSecret();
  const { confirmed_at, expires_at } = await context.store.write(confirmWrite, {
    person_id,
    sign_in_hash: browser.sign_in_hash ?? "",
    confirmation_hash: secretHash(secret),
    evidence,
  });
  browser.confirm(secret, expires_at);
  return { confirmed_until: confirmedUntil(confirmed_at) };
}

async function readEvidence(
  context: PersonContext,
  input: InputOf<typeof contract.confirm>,
): Promise<Evidence> {
  const { person_id } = context.principal;
  const { ticket, credential, password, code } = input;
  if (ticket !== undefined && credential !== undefined) {
    return (await takePasskey(context, { kind: "confirmation", person_id, ticket, credential })).evidence;
  }
  if (password !== undefined) return await readPassword(context, password, code);
  throw new Refusal({
    code: "invalid_arguments",
    message: "A confirmation needs a password, or a passkey's answer with its ticket.",
    where: "password",
  });
}

/**
 * The password, and the code where there is a second factor. Guesses are counted for this very sign-in: who got
 * hold of it can use up its tries, and none of the person's other browsers'.
 */
async function readPassword(
  context: PersonContext,
  password: string,
  typed: string | undefined,
): Promise<Evidence> {
  const { person_id } = context.principal;
  const { read } = context.store;
  const key = `${person_id} ${context.browser.sign_in_hash}`;
  const hash = await findPasswordHash(read, person_id);
  const turn = { address: context.browser.address, person_id };
  const right = await guess(context, [{ at: "passwords", key }], async () => {
    const holds = hash !== undefined && mayBePassword(password);
    return holds && (await context.verifyPassword(hash, password, turn)) ? passwordStamp(hash) : undefined;
  });
  if (right === undefined) {
    throw new Refusal({
      code: "wrong_credentials",
      message: "This is not your password.",
      where: "password",
    });
  }
  if (!(await hasSecondFactor(read, person_id))) return { password: right };
  if (typed === undefined) throw wrongCode();
  const code = await guess(context, [{ at: "codes", key }], async () => {
    return await readCode(context, person_id, typed);
  });
  if (!code) throw wrongCode();
  return { password: right, code };
}

export const confirmationBounds = [
  bind(contract.beginConfirmation, async (context) => await beginConfirmation(context)),
  bind(contract.confirm, confirm),
];
