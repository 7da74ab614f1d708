import type { IncomingMessage } from "node:http";

const MOST_ADDRESSES = 10_000;

/** Counts what anybody may ask for, by address: it is kept, and nobody may fill the disk with it. */
export class AddressLimit {
  readonly #mostInAMinute: number;
  readonly #minutes = new Map<string, { ends: number; count: number }>();

  constructor(mostInAMinute: number) {
    this.#mostInAMinute = mostInAMinute;
  }

  /** How many addresses are kept in mind. */
  get size(): number {
    return this.#minutes.size;
  }

  /** Seconds to wait, or 0 when this one may go on. `now` in milliseconds since 1970. */
  take(address: string, now = Date.now()): number {
    const running = this.#minutes.get(address);
    if (!running || running.ends <= now) {
      // The oldest minutes come first; those that ended are forgotten, and in a flood the oldest too.
      for (const [known, { ends }] of this.#minutes) {
        if (ends > now && this.#minutes.size < MOST_ADDRESSES) break;
        this.#minutes.delete(known);
      }
      this.#minutes.delete(address);
      this.#minutes.set(address, { ends: now + 60_000, count: 1 });
      return 0;
    }
    running.count += 1;
    return running.count > this.#mostInAMinute ? Math.ceil((running.ends - now) / 1000) : 0;
  }
}

/** The address that a request comes from: what the proxy in front saw, if the operator trusts one. */
export function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(req.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (req.socket.remoteAddress ?? "");
}
