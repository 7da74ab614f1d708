import { newSecret } from "@anteroom/features/kernel/ids";
import { sameSecret } from "./site.ts";

/**
 * The link that makes the first owner. Its secret lives in memory only, is new at each start, stands in the
 * fragment (so no log or Referer ever has it) and works until it has made one.
 */
export class SetUpLink {
  #secret: string | undefined;

  /** Makes the secret and returns the link to print. */
  open(origin: string): string {
    this.#secret = newSecret();
    return `${origin}/set-up#${this.#secret}`;
  }

  /** Takes the link for the right secret, once; the function that is returned gives it back. */
  claim(secret: string): (() => void) | undefined {
    const taken = this.#secret;
    if (taken === undefined || !sameSecret(taken, secret)) return undefined;
    this.#secret = undefined;
    return () => {
      this.#secret = taken;
    };
  }
}
