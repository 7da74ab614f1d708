import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "@anteroom/features/kernel/errors";
import type { Ports } from "@anteroom/features/kernel/context";

/** argon2id (the library's default kind) at OWASP's figures: 19 MiB, two passes, one lane; about 40 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes a thread of the pool that files are read with too, so some are left free. */
const AT_ONCE = 2;
const QUEUE = 64;

/**
 * Hashes and checks passwords off the event loop: two at a time, 64 waiting, the rest refused, so that a
 * flood of sign-ins costs a bounded amount of memory and leaves other requests alone.
 */
export function createPasswords(): Pick<Ports, "hashPassword" | "verifyPassword"> {
  const queue: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running === AT_ONCE) {
      if (queue.length === QUEUE) throw busy();
      await new Promise<void>((begin) => queue.push(begin));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hashPassword: (password) => inTurn(() => hash(password, COST)),
    verifyPassword: (hashed, password) => inTurn(() => verify(hashed, password)),
  };
}

function busy(): Refusal {
  return new Refusal({
    code: "rate_limited",
    message: "Many people are signing in right now.",
    hint: "Try again in a few seconds.",
    retry_after_seconds: 5,
  });
}
