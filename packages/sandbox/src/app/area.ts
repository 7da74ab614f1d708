import { ask, onChanges } from "../guest/calls.ts";
import { isKey, type CallAnswers, type ValueScope } from "../wire/calls.ts";
import { AppError } from "./app-error.ts";
import { Listeners } from "./listeners.ts";

/** Of a value that is newer than all that were told of its key. */
type Change = [key: string, text: string | undefined, version: number];

/** The values of one scope as JSON texts, and what is heard of them. Rejects with AppErrors. */
export class Area {
  readonly of: ValueScope;
  readonly #listeners = new Listeners<Change>();
  readonly #versions = new Map<string, number>();
  #watch: Promise<unknown> | undefined;

  constructor(of: ValueScope) {
    this.of = of;
    onChanges((scope, changes) => {
      if (scope !== of) return;
      for (const { key, value, version } of changes) this.tell(key, value, version);
    });
  }

  async get(key: string): Promise<CallAnswers["get"]> {
    return ask({ call: "get", of: this.of, key: checked(key) });
  }

  /** Does not tell; the version is for `tell`. */
  async set(key: string, value: string, ifVersion?: number): Promise<number> {
    const condition = ifVersion !== undefined && { ifVersion };
    const { version } = await ask({ call: "set", of: this.of, key: checked(key), value, ...condition });
    return version;
  }

  async delete(key: string, ifVersion?: number): Promise<number> {
    const condition = ifVersion !== undefined && { ifVersion };
    const { version } = await ask({ call: "delete", of: this.of, key: checked(key), ...condition });
    return version;
  }

  async list(prefix: string): Promise<string[]> {
    if (prefix !== "") checked(prefix);
    const { keys } = await ask({ call: "list", of: this.of, prefix });
    return [...keys];
  }

  /** Has the page tell of changes from now on. */
  watch(): Promise<unknown> {
    this.#watch ??= ask({ call: "watch", of: this.of }).catch((error: unknown) => {
      this.#watch = undefined;
      throw error;
    });
    return this.#watch;
  }

  /** Calls the listener with every change that is told. */
  hear(listener: (...change: Change) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Takes what is known of a value; older than what was told already it goes to nobody. */
  tell(key: string, text: string | undefined, version: number): void {
    if (version <= (this.#versions.get(key) ?? 0)) return;
    this.#versions.set(key, version);
    this.#listeners.tell(key, text, version);
  }
}

export const OWN = new Area("own");
export const SHARED = new Area("shared");

/** @throws AppError */
export function checked(key: unknown): string {
  if (isKey(key)) return key;
  throw new AppError("invalid", "A key is a text of 1 to 256 characters.");
}
