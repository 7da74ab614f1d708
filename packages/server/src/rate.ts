import type { EventEmitter } from "node:events";
import type { RefusalBody } from "@anteroom/features/kernel/errors";

interface Bucket {
  /** Calls that may be made at once, as of `at`. */
  left: number;
  /** Milliseconds of the monotonic clock. */
  at: number;
}

const MINUTE_MS = 60_000;

/**
 * How many calls each connection may make: a bucket that holds a minute's worth and fills evenly. 0 calls a
 * minute means no limit.
 */
export class RateLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #swept: number;

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#swept = now();
  }

  /** Counts one call; a call too many is told in how many whole seconds one is free again. */
  take(connection_id: string): RefusalBody | undefined {
    if (this.#perMinute === 0) return undefined;
    const now = this.#now();
    this.#sweep(now);
    let bucket = this.#buckets.get(connection_id);
    if (!bucket) {
      bucket = { left: this.#perMinute, at: now };
      this.#buckets.set(connection_id, bucket);
    }
    const filled = ((now - bucket.at) / MINUTE_MS) * this.#perMinute;
    bucket.left = Math.min(this.#perMinute, bucket.left + filled);
    bucket.at = now;
    if (bucket.left < 1) return this.#refusal(1 - bucket.left);
    bucket.left -= 1;
    return undefined;
  }

  /** How many connections are kept in mind. */
  get size(): number {
    return this.#buckets.size;
  }

  #refusal(missing: number): RefusalBody {
    return {
      code: "rate_limited",
      message: `This connection may make ${this.#perMinute} calls a minute.`,
      hint: "Wait, then repeat the call. To wait for something, use wait_seconds instead of polling.",
      retry_after_seconds: Math.max(1, Math.ceil((missing / this.#perMinute) * 60)),
    };
  }

  /** A bucket that nobody touched for a minute is full again, like one that was never made. */
  #sweep(now: number): void {
    if (now - this.#swept < MINUTE_MS) return;
    this.#swept = now;
    for (const [id, bucket] of this.#buckets) {
      if (now - bucket.at >= MINUTE_MS) this.#buckets.delete(id);
    }
  }
}

/** How many calls each connection may have open at a time: one that is held counts until it is answered. 0: no limit. */
export class OpenLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one call until its response closes; a call too many is told when to come again. */
  take(connection_id: string, response: EventEmitter): RefusalBody | undefined {
    const open = this.#open.get(connection_id) ?? 0;
    if (this.#most > 0 && open >= this.#most) return this.#refusal();
    this.#open.set(connection_id, open + 1);
    response.once("close", () => {
      const left = (this.#open.get(connection_id) ?? 1) - 1;
      if (left > 0) this.#open.set(connection_id, left);
      else this.#open.delete(connection_id);
    });
    return undefined;
  }

  /** How many connections have calls open. */
  get size(): number {
    return this.#open.size;
  }

  #refusal(): RefusalBody {
    return {
      code: "rate_limited",
      message: `This connection may have ${this.#most} calls open at a time.`,
      hint: "Wait until some of them are answered, then repeat the call.",
      retry_after_seconds: 1,
    };
  }
}
