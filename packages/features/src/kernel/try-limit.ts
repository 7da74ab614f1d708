interface Window {
  /** Milliseconds since 1970. */
  readonly ends: number;
  count: number;
}

/** Keys that are kept in mind; in a flood the oldest are forgotten first. */
const MOST_KEYS = 20_000;

/** How often something may be tried: so many times for each key in a time that begins with the first try. */
export class TryLimit {
  readonly #most: number;
  readonly #window: number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: { readonly most: number; readonly seconds: number }) {
    this.#most = limit.most;
    this.#window = limit.seconds * 1000;
  }

  /** How many keys are kept in mind. */
  get size(): number {
    return this.#windows.size;
  }

  /**
   * Counts a try before it is made, so that many at once are not more than one after another. Returns the
   * seconds to wait, or 0 when this one may go on.
   */
  take(key: string, now: number = Date.now()): number {
    return this.#count(key, 1, now);
  }

  /** The same for what is counted in another measure, such as bytes. */
  spend(key: string, amount: number): number {
    return this.#count(key, amount, Date.now());
  }

  #count(key: string, amount: number, now: number): number {
    const running = this.#windows.get(key);
    // One that would last longer than any does was begun before the clock was set back.
    if (running && running.ends > now && running.ends <= now + this.#window) {
      if (running.count + amount > this.#most) return Math.ceil((running.ends - now) / 1000);
      running.count += amount;
      return 0;
    }
    this.#forget(now);
    this.#windows.delete(key);
    this.#windows.set(key, { ends: now + this.#window, count: amount });
    return 0;
  }

  /** Takes a try back that was none: it was right. A key without tries is forgotten, and so pushes no other out. */
  giveBack(key: string): void {
    const running = this.#windows.get(key);
    if (!running) return;
    running.count -= 1;
    if (running.count === 0) this.#windows.delete(key);
  }

  /** All windows are equally long, so those that end first stand first. */
  #forget(now: number): void {
    for (const [key, { ends }] of this.#windows) {
      if (ends > now && this.#windows.size < MOST_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
