import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "@anteroom/features/kernel/errors";
import type { Ports, Turn } from "@anteroom/features/kernel/context";
import { FairQueue } from "./fair-queue.ts";

/** argon2id (the library's default kind) at OWASP's figures: 19 MiB, two passes, one lane; about 40 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Each takes a thread of the pool that files are read and passkeys checked with too, so some are left free; and a
 * processor, of which one is left to the event loop.
 */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** What may wait in each of the two queues, and of one caller in it. */
const QUEUE = 64;
const QUEUE_OF_ONE = 16;

/**
 * Hashes and checks passwords off the event loop: one or two at a time, a bounded number waiting, the rest refused. Who
 * is known waits apart from strangers, and the two take turns; among the known each person has turns, among
 * strangers each address. So a flood of wrong passwords costs a bounded amount of memory, and others sign in.
 */
export function createPasswords(atOnce = AT_ONCE): Pick<Ports, "hashPassword" | "verifyPassword"> {
  const known = new FairQueue<() => void>();
  const strangers = new FairQueue<() => void>();
  let running = 0;
  let knownNext = true;

  function next(): (() => void) | undefined {
    const [first, second] = knownNext ? [known, strangers] : [strangers, known];
    knownNext = !knownNext;
    return first.next() ?? second.next();
  }

  async function inTurn<T>({ address, person_id }: Turn, work: () => Promise<T>): Promise<T> {
    if (running === atOnce) {
      const [queue, caller] = person_id === undefined ? [strangers, address] : [known, person_id];
      if (queue.size >= QUEUE || queue.sizeOf(caller) >= QUEUE_OF_ONE) throw busy();
      await new Promise<void>((begin) => queue.push(caller, begin));
    } else running += 1;
    try {
      return await work();
    } finally {
      const begin = next();
      if (begin) begin();
      else running -= 1;
    }
  }

  return {
    hashPassword: (password, turn) => inTurn(turn, () => hash(password, COST)),
    verifyPassword: (hashed, password, turn) => inTurn(turn, () => verify(hashed, password)),
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
