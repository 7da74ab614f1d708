import { bind, type OpenContext, type Ports } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import { readCode } from "./authenticator-code.ts";
import * as contract from "./contract.ts";
import { ownDevice } from "./device.ts";
import { passwordStamp } from "./evidence.ts";
import { guess, guesser } from "./guesses.ts";
import { letPersonIn, startSignIn } from "./let-in.ts";
import { emailKey, mayBePassword } from "./policy.ts";
import { listProviders } from "./provider-service.ts";
import * as store from "./store.ts";
import type { SignInWay } from "./tables.ts";
import { readTicket } from "./tickets.ts";
import { signOutWrite } from "./writes.ts";

let decoy: Promise<string> | undefined;

/** A hash that no password fits, made as the real ones are: absent accounts cost the same work. */
async function decoyHash(ports: Ports): Promise<string> {
  decoy ??= ports.hashPassword(newSecret(), { address: "" });
  try {
    return await decoy;
  } catch (error) {
    decoy = undefined;
    throw error;
  }
}

async function signIn(context: OpenContext, input: InputOf<typeof contract.signIn>) {
  const wrong = new Refusal({
    code: "wrong_credentials",
    message: "This email and password do not belong together.",
    hint: "Check both for typing errors.",
  });
  if (!mayBePassword(input.password)) throw wrong;
  const key = emailKey(input.email);
  const nobody = { person_id: undefined, hash: await decoyHash(context) };
  const account = (await store.findAccount(context.store.read, key)) ?? nobody;
  const { person_id, hash } = account;
  const own = await ownDevice(context, person_id);
  const turn = { address: context.browser.address, ...(own && { person_id: own.person_id }) };
  const known = await guess(context, [{ at: "passwords", key: guesser(key, own) }], async () => {
    const holds = await context.verifyPassword(hash, input.password, turn);
    return holds ? person_id : undefined;
  });
  if (known === undefined) throw wrong;
  const evidence = { password: passwordStamp(hash) };
  return await letPersonIn(context, { person_id: known, way: "password", evidence });
}

async function finishSignIn(context: OpenContext, input: InputOf<typeof contract.finishSignIn>) {
  const ticket = await readTicket(context, "second_step", input.ticket);
  if (!ticket) {
    throw new Refusal({
      code: "wrong_credentials",
      message: "The first step was too long ago.",
      where: "ticket",
      hint: "Sign in again from the start.",
    });
  }
  const { person_id = "", way, password } = ticket.claims;
  const own = await ownDevice(context, person_id);
  const guesses = [
    { at: "tickets", key: ticket.nonce },
    { at: "codes", key: guesser(person_id, own) },
  ] as const;
  const code = await guess(context, guesses, async () => await readCode(context, person_id, input.code));
  if (!code) throw wrongCode();
  const evidence = { code, ticket: ticket.spending, ...(password !== undefined && { password }) };
  return await startSignIn(context, { person_id, way: way as SignInWay, evidence });
}

/** The answer to a code that is wrong, over, or was used. */
export function wrongCode(): Refusal {
  return new Refusal({
    code: "wrong_credentials",
    message: "This code is not right, or was used already.",
    where: "code",
    hint: "Wait for the next code of the authenticator app, or use a recovery code.",
  });
}

export const signInBounds = [
  bind(contract.listSignInWays, async (context) => ({
    providers: listProviders(context),
    passkey_origin: context.origin,
    ...(!(await store.hasPeople(context.store.read)) && { no_owner: true }),
  })),
  bind(contract.signIn, signIn),
  bind(contract.finishSignIn, finishSignIn),
  bind(contract.signOut, async (context) => {
    const { browser } = context;
    if (browser.sign_in_hash !== undefined) {
      await context.store.write(signOutWrite, { secret_hash: browser.sign_in_hash });
    }
    browser.signOut();
    return {};
  }),
];
