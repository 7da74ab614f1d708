import { newSecret } from "@anteroom/features/kernel/ids";
import { sameSecret } from "./site.ts";

/**
 * The link that makes the first owner. Its secret lives in memory only, is new at each start, stands in the
 * fragment (so no log or Referer ever has it) and works once.
 */
export class SetUpLink {
  #secret: string | undefined;

  /** Makes the secret and returns the link to print. */
  open(origin: string): string {
    this.#secret = newSecret();
    return `${origin}/set-up#${this.#secret}`;
  }

  /** True once, for the right secret. */
  claim(secret: string): boolean {
    if (this.#secret === undefined || !sameSecret(this.#secret, secret)) return false;
    this.#secret = undefined;
    return true;
  }
}
