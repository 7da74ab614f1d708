import type { CallAnswers, ValueChange } from "../wire/calls.ts";
import { checkVersion, usedAfter, type Used } from "./allowance.ts";
import type { ValueStore } from "./services.ts";

/** Values that last as long as the page holds them, within the bounds `most`: for an app on trial. */
export function createMemoryStorage({ most }: { readonly most: Used }): ValueStore {
  return new MemoryStorage(most);
}

class MemoryStorage implements ValueStore {
  readonly #most: Used;
  readonly #values = new Map<string, { readonly value: string; readonly version: number }>();
  readonly #listeners = new Set<(changes: readonly ValueChange[]) => void>();
  #used: Used = { keys: 0, bytes: 0 };
  #version = 0;

  constructor(most: Used) {
    this.#most = most;
  }

  async get(key: string): Promise<CallAnswers["get"]> {
    return this.#values.get(key) ?? { version: 0 };
  }

  async set(key: string, value: string, ifVersion?: number): Promise<CallAnswers["set"]> {
    return this.#change({ key, after: value, ifVersion });
  }

  async delete(key: string, ifVersion?: number): Promise<CallAnswers["delete"]> {
    return this.#change({ key, after: undefined, ifVersion });
  }

  async list(prefix: string): Promise<readonly string[]> {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix)).toSorted(compare);
  }

  watch(listener: (changes: readonly ValueChange[]) => void, signal: AbortSignal): void {
    // One of its own, since the same function may come twice.
    const own = (changes: readonly ValueChange[]): void => listener(changes);
    this.#listeners.add(own);
    signal.addEventListener("abort", () => this.#listeners.delete(own));
  }

  #change({ key, after, ifVersion }: MemoryChange): { readonly version: number } {
    const before = this.#values.get(key);
    checkVersion(key, before?.version ?? 0, ifVersion);
    if (before === undefined && after === undefined) return { version: this.#version };
    this.#used = usedAfter(this.#used, { key, before: before?.value, after }, this.#most);
    const version = (this.#version += 1);
    if (after === undefined) this.#values.delete(key);
    else this.#values.set(key, { value: after, version });
    const change = { key, ...(after !== undefined && { value: after }), version };
    for (const listener of this.#listeners) listener([change]);
    return { version };
  }
}

interface MemoryChange {
  readonly key: string;
  readonly after: string | undefined;
  readonly ifVersion: number | undefined;
}

/** By UTF-16 units. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
