export interface RateOptions {
  readonly aSecond: number;
  /** How many more may come at once. */
  readonly atOnce: number;
}

/** Counts what comes, and says when that is more than may. A slow page that cannot keep up finds out too. */
export class Rate {
  readonly #options: RateOptions;
  #ahead = 0;
  #at = 0;

  constructor(options: RateOptions) {
    this.#options = options;
  }

  /** Whether so much more may come `now`, in milliseconds of a clock that never goes back. */
  take(weight = 1, now = performance.now()): boolean {
    const { aSecond, atOnce } = this.#options;
    this.#ahead = Math.max(0, this.#ahead - ((now - this.#at) * aSecond) / 1000) + weight;
    this.#at = now;
    return this.#ahead <= atOnce;
  }
}
