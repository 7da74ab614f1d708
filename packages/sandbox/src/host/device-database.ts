import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { isObject } from "../wire/shape.ts";
import { readChanges, type ValueChange } from "../wire/calls.ts";
import type { Used } from "./allowance.ts";
import { CallFailure } from "./services.ts";

/** What is known of a scope besides its values. */
export interface ScopeRow extends Used {
  /** Of the last change. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

interface Tables extends DBSchema {
  values: {
    key: [scope: string, key: string];
    value: { readonly value: string; readonly version: number };
  };
  scopes: { key: string; value: ScopeRow };
}

type Mode = "readonly" | "readwrite";
export type Transaction<M extends Mode> = IDBPTransaction<Tables, ["values", "scopes"], M>;

const NAME = "anteroom-app-data";
const EMPTY: ScopeRow = { keys: 0, bytes: 0, version: 0, changedAt: 0 };

let opened: Promise<IDBPDatabase<Tables>> | undefined;

/**
 * Does `work` in one transaction over the data of all apps on this device; nothing of it stands when it fails.
 *
 * @throws CallFailure `unavailable` when the browser keeps no data or the database cannot be reached, `quota`
 * when the device is full, and whatever `work` throws as such.
 */
export async function transact<M extends Mode, T>(
  mode: M,
  work: (transaction: Transaction<M>) => Promise<T>,
): Promise<T> {
  try {
    const transaction = (await open()).transaction(["values", "scopes"], mode);
    const [result] = await Promise.all([undoing(transaction, work), transaction.done]);
    return result;
  } catch (error) {
    throw failureOf(error);
  }
}

async function undoing<M extends Mode, T>(
  transaction: Transaction<M>,
  work: (transaction: Transaction<M>) => Promise<T>,
): Promise<T> {
  try {
    return await work(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended by itself.
    }
    throw error;
  }
}

function open(): Promise<IDBPDatabase<Tables>> {
  opened ??= openAnew();
  return opened;
}

async function openAnew(): Promise<IDBPDatabase<Tables>> {
  try {
    return await openDB<Tables>(NAME, 1, {
      upgrade(database) {
        database.createObjectStore("values");
        database.createObjectStore("scopes");
      },
      blocking(_now, _wanted, { target }) {
        opened = undefined;
        if (target instanceof IDBDatabase) target.close();
      },
      terminated() {
        opened = undefined;
      },
    });
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof CallFailure) return error;
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") {
    return new CallFailure("quota", "The browser has no more room for data on this device.");
  }
  // A connection that was lost is not found again.
  if (name === "InvalidStateError") opened = undefined;
  return new CallFailure("unavailable", "This browser keeps no data for apps now, as in a private window.");
}

export async function scopeRow(transaction: Transaction<Mode>, scope: string): Promise<ScopeRow> {
  return (await transaction.objectStore("scopes").get(scope)) ?? EMPTY;
}

/** The keys of all values of a scope. Lists come after all texts. */
export function rangeOf(scope: string): IDBKeyRange {
  return IDBKeyRange.bound([scope, ""], [scope, []]);
}

type Listener = (changes: readonly ValueChange[]) => void;

const listeners = new Map<string, Set<Listener>>();
let channel: BroadcastChannel | undefined;

/** Hears of changes in a scope by this page and the others of its origin. */
export function hearChanges(scope: string, listener: Listener, signal: AbortSignal): void {
  channelOfPages();
  const heard = listeners.get(scope) ?? new Set();
  listeners.set(scope, heard);
  const own: Listener = (changes) => listener(changes);
  heard.add(own);
  signal.addEventListener("abort", () => {
    heard.delete(own);
    if (heard.size === 0 && listeners.get(scope) === heard) listeners.delete(scope);
  });
}

export function tellChanges(scope: string, changes: readonly ValueChange[]): void {
  tellHere(scope, changes);
  channelOfPages().postMessage({ scope, changes });
}

function channelOfPages(): BroadcastChannel {
  if (channel !== undefined) return channel;
  channel = new BroadcastChannel(NAME);
  // A page of another version may speak too.
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isObject(data) || typeof data["scope"] !== "string") return;
    tellHere(data["scope"], readChanges(data["changes"]) ?? []);
  });
  return channel;
}

function tellHere(scope: string, changes: readonly ValueChange[]): void {
  for (const listener of listeners.get(scope) ?? []) listener(changes);
}
