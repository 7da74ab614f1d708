import { codePoints, quote, utf8Bytes } from "@anteroom/app-format";
import { Refusal } from "../kernel/errors.ts";
import { SHARED_LIMITS } from "./contract.ts";

/** Values by their keys, each as JSON text. */
export type Entries = Readonly<Record<string, string>>;

/** What may not stand in a key: it could not be shown, or not be stored. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

/** What a value takes up, in bytes. */
export function bytesOf(key: string, value: string): number {
  return utf8Bytes(key) + utf8Bytes(value);
}

/** @throws Refusal `invalid_arguments` */
export function refuseUnfitKey(key: string, where = "key"): void {
  if (key !== "" && codePoints(key) <= SHARED_LIMITS.key && !UNFIT.test(key)) return;
  throw new Refusal({
    code: "invalid_arguments",
    message: "A key is a text that is neither empty nor too long and holds no control character.",
    where,
    hint: `At most ${SHARED_LIMITS.key} characters.`,
  });
}

/** @throws Refusal `too_large`, or `invalid_arguments` for what is not JSON */
export function refuseUnfitValue(value: string, where = "value"): void {
  if (utf8Bytes(value) > SHARED_LIMITS.value_bytes) {
    throw tooLarge(where, `A value may have ${SHARED_LIMITS.value_bytes} bytes as JSON.`);
  }
  try {
    JSON.parse(value);
  } catch {
    throw new Refusal({ code: "invalid_arguments", message: "The value is not valid JSON.", where });
  }
}

/** Values that somebody brings, each as it would be if an app had set it. @throws Refusal as for one alone */
export function refuseUnfitEntries(entries: Entries): void {
  refuseBeyondApp(sizeOf(entries));
  for (const [key, value] of Object.entries(entries)) {
    const where = `entries[${quote(key)}]`;
    refuseUnfitKey(key, where);
    refuseUnfitValue(value, where);
  }
}

/** How much something keeps. */
interface Size {
  readonly keys: number;
  readonly bytes: number;
}

export function sizeOf(entries: Entries): Size {
  const all = Object.entries(entries);
  return { keys: all.length, bytes: all.reduce((sum, [key, value]) => sum + bytesOf(key, value), 0) };
}

/** @throws Refusal `too_large` for more than one app may keep */
export function refuseBeyondApp({ keys, bytes }: Size): void {
  if (keys > SHARED_LIMITS.keys) throw tooLarge("app", `One app may keep ${SHARED_LIMITS.keys} values.`);
  if (bytes > SHARED_LIMITS.bytes) throw tooLarge("app", `One app may keep ${SHARED_LIMITS.bytes} bytes.`);
}

/** @throws Refusal `too_large` for more than all apps of a Room may keep */
export function refuseBeyondRoom(bytes: number): void {
  if (bytes <= SHARED_LIMITS.room_bytes) return;
  throw tooLarge("room", `The apps of one Room may keep ${SHARED_LIMITS.room_bytes} bytes together.`);
}

function tooLarge(where: string, rule: string): Refusal {
  return new Refusal({
    code: "too_large",
    message: `${rule} Nothing was changed.`,
    where,
    ...(where === "app" && { hint: "Delete what is not needed any more." }),
    ...(where === "room" && { hint: "The Room's owner can clear what another app keeps." }),
  });
}

/**
 * Holds a value against the version that a caller read: 0 stands for none, so also for one that was deleted.
 * @throws Refusal `conflict_state` where it is another by now
 */
export function refuseUnlessAsRead(version: number, if_version: number | undefined): void {
  if (if_version === undefined || if_version === version) return;
  throw new Refusal({
    code: "conflict_state",
    message: "Somebody else changed this value meanwhile. Nothing was changed.",
    where: "if_version",
    hint: "Read it again, and set it by what it is now.",
  });
}
