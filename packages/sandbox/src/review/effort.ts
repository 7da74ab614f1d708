/** A file asks for more steps than code of its length does. */
export class TooMuch extends Error {}

const STEPS_A_UNIT = 40;
const STEPS_AT_LEAST = 10_000;

/**
 * Counts the steps that reading one file takes. What people write takes about one for each character, so
 * code that is made to be slow is given up in a time that grows with its length alone.
 */
export class Effort {
  #left: number;

  constructor(text: string) {
    this.#left = STEPS_AT_LEAST + STEPS_A_UNIT * text.length;
  }

  /** @throws TooMuch when there are no steps left. */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuch();
  }
}
