import { CALL_LIMITS, isKey, isValueText, type CallAnswers, type ValueChange } from "../wire/calls.ts";
import { isObject } from "../wire/shape.ts";
import { checkVersion, OWN_MOST, usedAfter, type Used } from "./allowance.ts";
import { hearChanges, rangeOf, scopeRow, tellChanges, transact, type ScopeRow } from "./device-database.ts";
import { CallFailure, type ValueStore } from "./services.ts";

/** The values of one person in one app on this device, for the app and for the person. */
export interface DeviceStorage extends ValueStore {
  /** How much is kept. */
  used(): Promise<Used>;
  /** All values by their keys, in the form that `import` takes. */
  export(): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Puts values in the place of all that are kept; all of them or none.
   *
   * @throws CallFailure `invalid` for what is no export, `too_large` and `quota` for too much.
   */
  import(values: unknown): Promise<void>;
  clear(): Promise<void>;
}

/**
 * What an app keeps for its person on this device, in IndexedDB. `scope` tells Room, app and person, as
 * `room/app/person`; the page fixes it, and nothing that an app says leads out of it. Other pages of this
 * origin hear of changes. Every call rejects with a CallFailure: `unavailable` where the browser keeps no data.
 */
export function createDeviceStorage({ scope }: { readonly scope: string }): DeviceStorage {
  return new ScopedStorage(scope);
}

/**
 * Erases the scopes that were last changed before `before` (milliseconds since 1970), but those that `keeps`
 * says yes to. A page knows the scopes of its own person alone, and must keep those of others.
 */
export async function forgetScopes(forgets: {
  readonly before: number;
  readonly keeps: (scope: string) => boolean;
}): Promise<void> {
  await transact("readwrite", async (transaction) => {
    const [values, scopes] = [transaction.objectStore("values"), transaction.objectStore("scopes")];
    for (let at = await scopes.openCursor(); at !== null; at = await at.continue()) {
      if (at.value.changedAt >= forgets.before || forgets.keeps(at.key)) continue;
      await values.delete(rangeOf(at.key));
      await at.delete();
    }
  });
}

interface Change {
  readonly key: string;
  readonly after: string | undefined;
  readonly ifVersion: number | undefined;
}

class ScopedStorage implements DeviceStorage {
  readonly #scope: string;

  constructor(scope: string) {
    this.#scope = scope;
  }

  async get(key: string): Promise<CallAnswers["get"]> {
    const row = await transact("readonly", (transaction) =>
      transaction.objectStore("values").get([this.#scope, key]),
    );
    return row ?? { version: 0 };
  }

  set(key: string, value: string, ifVersion?: number): Promise<CallAnswers["set"]> {
    askToKeep();
    return this.#change({ key, after: value, ifVersion });
  }

  delete(key: string, ifVersion?: number): Promise<CallAnswers["delete"]> {
    return this.#change({ key, after: undefined, ifVersion });
  }

  async list(prefix: string): Promise<readonly string[]> {
    const keys = await transact("readonly", (transaction) =>
      transaction.objectStore("values").getAllKeys(rangeOf(this.#scope)),
    );
    return keys.map(([, key]) => key).filter((key) => key.startsWith(prefix));
  }

  watch(listener: (changes: readonly ValueChange[]) => void, signal: AbortSignal): void {
    hearChanges(this.#scope, listener, signal);
  }

  async used(): Promise<Used> {
    const { keys, bytes } = await transact("readonly", (transaction) => scopeRow(transaction, this.#scope));
    return { keys, bytes };
  }

  async export(): Promise<Readonly<Record<string, unknown>>> {
    const [keys, rows] = await transact("readonly", async (transaction) => {
      const values = transaction.objectStore("values");
      return Promise.all([values.getAllKeys(rangeOf(this.#scope)), values.getAll(rangeOf(this.#scope))]);
    });
    const entries = keys.map(([, key], index): [string, unknown] => [
      key,
      JSON.parse(rows[index]?.value ?? "null"),
    ]);
    return Object.fromEntries(entries);
  }

  async import(values: unknown): Promise<void> {
    await this.#replaceAll(readExport(values));
  }

  clear(): Promise<void> {
    return this.#replaceAll(new Map());
  }

  async #change({ key, after, ifVersion }: Change): Promise<{ readonly version: number }> {
    const { version, isChanged } = await transact("readwrite", async (transaction) => {
      const values = transaction.objectStore("values");
      const before = await values.get([this.#scope, key]);
      const row = await scopeRow(transaction, this.#scope);
      checkVersion(key, before?.version ?? 0, ifVersion);
      if (before?.value === after) return { version: before?.version ?? row.version, isChanged: false };
      const used = usedAfter(row, { key, before: before?.value, after }, OWN_MOST);
      const next = changed(row, used);
      await transaction.objectStore("scopes").put(next, this.#scope);
      if (after === undefined) await values.delete([this.#scope, key]);
      else await values.put({ value: after, version: next.version }, [this.#scope, key]);
      return { version: next.version, isChanged: true };
    });
    if (isChanged) tellChanges(this.#scope, [{ key, ...(after !== undefined && { value: after }), version }]);
    return { version };
  }

  async #replaceAll(next: ReadonlyMap<string, string>): Promise<void> {
    const changes = await transact("readwrite", async (transaction) => {
      const values = transaction.objectStore("values");
      const gone = await values.getAllKeys(rangeOf(this.#scope));
      const row = changed(await scopeRow(transaction, this.#scope), usedBy(next));
      const { version } = row;
      await values.delete(rangeOf(this.#scope));
      for (const [key, value] of next) await values.put({ value, version }, [this.#scope, key]);
      await transaction.objectStore("scopes").put(row, this.#scope);
      const deleted = gone.flatMap(([, key]) => (next.has(key) ? [] : [{ key, version }]));
      return [...deleted, ...Array.from(next, ([key, value]) => ({ key, value, version }))];
    });
    tellChanges(this.#scope, changes);
  }
}

function changed(row: ScopeRow, { keys, bytes }: Used): ScopeRow {
  return { keys, bytes, version: row.version + 1, changedAt: Date.now() };
}

function usedBy(values: ReadonlyMap<string, string>): Used {
  let used: Used = { keys: 0, bytes: 0 };
  for (const [key, after] of values) used = usedAfter(used, { key, before: undefined, after }, OWN_MOST);
  return used;
}

/** The JSON texts of what was exported. */
function readExport(values: unknown): ReadonlyMap<string, string> {
  if (!isObject(values) || Array.isArray(values))
    throw new CallFailure("invalid", "This is no export of an app's data.");
  return new Map(
    Object.entries(values).map(([key, value]) => {
      const text = JSON.stringify(value);
      if (!isKey(key) || text === undefined)
        throw new CallFailure("invalid", "An export has a key or value that cannot be one.");
      if (!isValueText(text)) {
        throw new CallFailure("too_large", `A value takes more than ${CALL_LIMITS.value_bytes / 1024} KiB.`);
      }
      return [key, text];
    }),
  );
}

let asked = false;

/** Asks the browser, once, not to clear this origin's data when the device runs full. It may say no. */
function askToKeep(): void {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => false);
}
