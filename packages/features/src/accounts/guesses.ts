import type { OpenContext, Store } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import type { Device } from "./device.ts";

/** Wrong passwords for one account, from all strangers together or from one browser that its person used before. */
const PASSWORDS = { most: 10, seconds: 15 * 60 };
/** Wrong codes are rarer: there are only a million, and three of them are right at any time. */
const CODES = { most: 6, seconds: 60 * 60 };
/** Wrong codes in one second step: then the password is asked again. */
const CODES_OF_A_TICKET = { most: 5, seconds: 60 * 60 };

interface Limits {
  readonly passwords: TryLimit;
  readonly codes: TryLimit;
  readonly tickets: TryLimit;
}

/** Kept by the process that serves the store, in memory: a stranger's try writes nothing. */
const limits = new WeakMap<Store, Limits>();

function limitsOf(store: Store): Limits {
  const known = limits.get(store);
  if (known) return known;
  const made = {
    passwords: new TryLimit(PASSWORDS),
    codes: new TryLimit(CODES),
    tickets: new TryLimit(CODES_OF_A_TICKET),
  };
  limits.set(store, made);
  return made;
}

/** What is guessed at, whose it is, and who guesses. */
export interface Guess {
  readonly at: keyof Limits;
  readonly key: string;
}

/**
 * Who guesses at an account: its key alone for strangers together, whether the account exists or not. A browser
 * that its person used before is counted by itself, so that strangers cannot lock the person out.
 */
export function guesser(key: string, own: Device | undefined): string {
  return own ? `${key} ${own.device_id}` : key;
}

/**
 * Lets somebody guess, once: counted before it is looked at, and given back unless it was wrong.
 * @throws Refusal `rate_limited` after too many wrong ones
 */
export async function guess<T>(
  context: OpenContext,
  guesses: readonly Guess[],
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const limit = limitsOf(context.store);
  for (const { at, key } of guesses) {
    const wait = limit[at].take(key);
    if (wait > 0) throw tooManyGuesses(wait);
  }
  let wrong = false;
  try {
    const right = await look();
    wrong = right === undefined;
    return right;
  } finally {
    if (!wrong) for (const { at, key } of guesses) limit[at].giveBack(key);
  }
}

function tooManyGuesses(retry_after_seconds: number): Refusal {
  return new Refusal({
    code: "rate_limited",
    message: "Too many wrong tries came from browsers that were not used here before, or from this one.",
    hint: "Wait, or use another way: a passkey, a browser in which you signed in before, or a reset link.",
    retry_after_seconds,
  });
}
