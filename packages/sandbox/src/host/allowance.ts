import { utf8Bytes } from "@anteroom/app-format";
import { CALL_LIMITS } from "../wire/calls.ts";
import { CallFailure } from "./services.ts";

/** How much a scope holds: bytes of keys and values in UTF-8. */
export interface Used {
  readonly keys: number;
  readonly bytes: number;
}

export const OWN_MOST: Used = { keys: CALL_LIMITS.own_keys, bytes: CALL_LIMITS.own_bytes };
export const SHARED_MOST: Used = { keys: CALL_LIMITS.shared_keys, bytes: CALL_LIMITS.shared_bytes };

/** A value of a key before and after a change; undefined: there is none. */
export interface Replaced {
  readonly key: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * What a scope holds after a change.
 *
 * @throws CallFailure `quota` when that is more than it may, unless it becomes less.
 */
export function usedAfter(used: Used, { key, before, after }: Replaced, most: Used): Used {
  const keys = used.keys + count(after) - count(before);
  const bytes = used.bytes + sizeOf(key, after) - sizeOf(key, before);
  if (keys > most.keys && keys > used.keys) {
    throw new CallFailure("quota", `No more than ${most.keys} keys can be kept. Delete some first.`);
  }
  if (bytes > most.bytes && bytes > used.bytes) {
    const kilobytes = Math.floor(most.bytes / 1024);
    throw new CallFailure("quota", `No more than ${kilobytes} KiB can be kept. Delete something first.`);
  }
  return { keys, bytes };
}

/** @throws CallFailure `conflict` when a value is not of the version that a change is made on. */
export function checkVersion(key: string, now: number, expected: number | undefined): void {
  if (expected === undefined || expected === now) return;
  throw new CallFailure("conflict", `The value of ${JSON.stringify(key)} has changed meanwhile.`);
}

function count(value: string | undefined): number {
  return value === undefined ? 0 : 1;
}

function sizeOf(key: string, value: string | undefined): number {
  return value === undefined ? 0 : utf8Bytes(key) + utf8Bytes(value);
}
