import { codePoints, textProblem, utf8Bytes } from "@anteroom/app-format";
import { isCount, isObject } from "./shape.ts";

/**
 * What an app may ask of the page that it stands in, through `@anteroom/app` or through what the browser
 * would offer a page of its own. The page fixes Room, app and person; none of them is ever named by a call.
 * Values travel as JSON text, so that their size is known and nothing but data can be in them.
 */
export type AppCall =
  | { readonly call: "get"; readonly of: ValueScope; readonly key: string }
  | {
      readonly call: "set";
      readonly of: ValueScope;
      readonly key: string;
      readonly value: string;
      /** Only if the value is still of this version; 0: only if there is none. */
      readonly ifVersion?: number;
    }
  | { readonly call: "delete"; readonly of: ValueScope; readonly key: string; readonly ifVersion?: number }
  | { readonly call: "list"; readonly of: ValueScope; readonly prefix: string }
  /** Asks to be told of changes from now on. */
  | { readonly call: "watch"; readonly of: ValueScope }
  | { readonly call: "members" }
  | { readonly call: "link"; readonly url: string }
  | { readonly call: "save"; readonly name: string; readonly data: Blob }
  | { readonly call: "copy"; readonly text: string }
  | { readonly call: "notify"; readonly text: string }
  | { readonly call: "ask"; readonly question: Question };

/** `own`: of this person, in this app, on this device. `shared`: of the whole Room, in this app. */
export type ValueScope = "own" | "shared";

/** What a page of the browser would ask by alert, confirm and prompt. */
export interface Question {
  readonly kind: "alert" | "confirm" | "prompt";
  readonly text: string;
  /** What stands in the field of a prompt at first. */
  readonly initial?: string;
}

/** What each call is answered with. */
export interface CallAnswers {
  /** Where there is no value, the version is 0. Of one scope, each change has a higher version than all before. */
  readonly get: { readonly value?: string; readonly version: number };
  readonly set: { readonly version: number };
  readonly delete: { readonly version: number };
  readonly list: { readonly keys: readonly string[] };
  readonly watch: Readonly<Record<string, never>>;
  /** Display names. */
  readonly members: { readonly names: readonly string[] };
  readonly link: { readonly done: boolean };
  readonly save: { readonly done: boolean };
  readonly copy: { readonly done: boolean };
  readonly notify: { readonly done: boolean };
  /** `null`: dismissed; an alert is answered with true. */
  readonly ask: { readonly answer: boolean | string | null };
}

/** Why a call was not done; `message` is for who writes the app. */
export interface CallError {
  readonly code: CallErrorCode;
  readonly message: string;
}

export const CALL_ERROR_CODES = [
  /** The call is not one, or a key, value or address is not such. */
  "invalid",
  /** A value, a text or a file is larger than may be. */
  "too_large",
  /** The room for this app's data is used up. */
  "quota",
  /** Too many calls in a short time. */
  "rate_limited",
  /** The value is not of the version that was named. */
  "conflict",
  /** The app was not approved with this, or the page does not offer it. */
  "not_allowed",
  /** The server or the device's storage cannot be reached now. */
  "unavailable",
] as const;
export type CallErrorCode = (typeof CALL_ERROR_CODES)[number];

/** Changed values, told to an app that watches them. `value` is absent for one that was deleted. */
export interface ValueChange {
  readonly key: string;
  readonly value?: string;
  readonly version: number;
}

/** What an app is told of the Room. */
export interface RoomInfo {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string;
}

/** What an app used that does not do here what it does elsewhere; the page says so, once of each kind. */
export const NOTICES = [
  /** localStorage, sessionStorage or cookies, which last only until the tab is closed. */
  "fleeting_storage",
  /** indexedDB, caches and other storage, which is not there. */
  "no_storage",
  /** alert, confirm or prompt where no press could be repeated with the answer. */
  "unanswered_question",
  "print",
  "fullscreen",
  "wake_lock",
  "clipboard_read",
  /** The app runs and has drawn nothing. */
  "drew_nothing",
] as const;
export type Notice = (typeof NOTICES)[number];

export const CALL_LIMITS = {
  /** Code points of a key. */
  key: 256,
  /** UTF-8 bytes of a value as JSON. */
  value_bytes: 256 * 1024,
  /** How many lists and objects of a value stand in each other. */
  value_depth: 200,
  /** Keys and bytes (keys and values) of one scope. */
  own_keys: 2000,
  own_bytes: 5 * 1024 * 1024,
  shared_keys: 2000,
  shared_bytes: 2 * 1024 * 1024,
  /** Calls in one second. */
  calls_a_second: 500,
  file_bytes: 20 * 1024 * 1024,
  /** UTF-16 units. */
  file_name_units: 255,
  address_units: 8_000,
  notify_units: 500,
  text_units: 100_000,
} as const;

/** Whether something can be a key: a text of 1 to 256 characters, without NUL and halves of characters. */
export function isKey(value: unknown): value is string {
  return value !== "" && isPrefix(value);
}

function isPrefix(value: unknown): value is string {
  if (!isTextWithin(value, 2 * CALL_LIMITS.key)) return false;
  return codePoints(value) <= CALL_LIMITS.key && textProblem(value) === undefined;
}

/** Whether a value can be so long as JSON. */
export function isValueSize(text: string): boolean {
  const most = CALL_LIMITS.value_bytes;
  return text.length <= most && utf8Bytes(text) <= most;
}

/** Whether a text is JSON, and not too much of it. */
export function isValueText(value: unknown): value is string {
  if (typeof value !== "string" || !isValueSize(value) || !value.isWellFormed()) return false;
  try {
    JSON.parse(value);
    // Deeper than that it can be read, but what writes it again, as into an export, comes to its end.
    return depthOf(value) <= CALL_LIMITS.value_depth;
  } catch {
    return false;
  }
}

/** How deep lists and objects stand in each other in a JSON text. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += sign === "\\" ? 1 : 0;
    else if (sign === "[" || sign === "{") deepest = Math.max(deepest, (depth += 1));
    else if (sign === "]" || sign === "}") depth -= 1;
  }
  return deepest;
}

type Fields = Readonly<Record<string, unknown>>;
type Named<Name extends AppCall["call"]> = Extract<AppCall, { readonly call: Name }>;

const READERS: { readonly [Name in AppCall["call"]]: (fields: Fields) => Named<Name> | undefined } = {
  get: ({ of, key }) => (isScope(of) && isKey(key) ? { call: "get", of, key } : undefined),
  set({ of, key, value, ifVersion }) {
    if (!isScope(of) || !isKey(key) || !isValueText(value) || !isCondition(ifVersion)) return undefined;
    return { call: "set", of, key, value, ...(ifVersion !== undefined && { ifVersion }) };
  },
  delete({ of, key, ifVersion }) {
    if (!isScope(of) || !isKey(key) || !isCondition(ifVersion)) return undefined;
    return { call: "delete", of, key, ...(ifVersion !== undefined && { ifVersion }) };
  },
  list: ({ of, prefix }) => (isScope(of) && isPrefix(prefix) ? { call: "list", of, prefix } : undefined),
  watch: ({ of }) => (isScope(of) ? { call: "watch", of } : undefined),
  members: () => ({ call: "members" }),
  link: ({ url }) => (isTextWithin(url, CALL_LIMITS.address_units) ? { call: "link", url } : undefined),
  save({ name, data }) {
    if (!isTextWithin(name, CALL_LIMITS.file_name_units)) return undefined;
    if (!(data instanceof Blob) || data.size > CALL_LIMITS.file_bytes) return undefined;
    return { call: "save", name, data };
  },
  copy: ({ text }) => (isTextWithin(text, CALL_LIMITS.text_units) ? { call: "copy", text } : undefined),
  notify: ({ text }) => (isTextWithin(text, CALL_LIMITS.notify_units) ? { call: "notify", text } : undefined),
  ask({ question }) {
    const read = readQuestion(question);
    return read && { call: "ask", question: read };
  },
};

/** Reads a call that came from a frame; what has not exactly the form of one, within its bounds, is undefined. */
export function readCall(value: unknown): AppCall | undefined {
  if (!isObject(value)) return undefined;
  const { call } = value;
  return isCallName(call) ? READERS[call](value) : undefined;
}

/** Reads an error that came from the page. */
export function readCallError(value: unknown): CallError | undefined {
  if (!isObject(value)) return undefined;
  const { code, message } = value;
  const known = CALL_ERROR_CODES.find((one) => one === code);
  return known === undefined || typeof message !== "string" ? undefined : { code: known, message };
}

/** Reads changed values, as another tab or the page tells them. */
export function readChanges(value: unknown): ValueChange[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const changes = value.map((one) => readChange(one));
  return changes.every((change) => change !== undefined) ? changes : undefined;
}

/** Reads what a page tells of its Room. */
export function readRoomInfo(value: unknown): RoomInfo | undefined {
  if (!isObject(value)) return undefined;
  const { name, locale } = value;
  return typeof name === "string" && typeof locale === "string" ? { name, locale } : undefined;
}

export function isNotice(value: unknown): value is Notice {
  return NOTICES.some((notice) => notice === value);
}

export function isScope(value: unknown): value is ValueScope {
  return value === "own" || value === "shared";
}

function readChange(change: unknown): ValueChange | undefined {
  if (!isObject(change)) return undefined;
  const { key, value, version } = change;
  if (!isKey(key) || !isCount(version)) return undefined;
  if (value === undefined) return { key, version };
  return typeof value === "string" ? { key, value, version } : undefined;
}

function readQuestion(value: unknown): Question | undefined {
  if (!isObject(value)) return undefined;
  const { kind, text, initial } = value;
  if (kind !== "alert" && kind !== "confirm" && kind !== "prompt") return undefined;
  if (!isTextWithin(text, CALL_LIMITS.text_units)) return undefined;
  if (initial === undefined) return { kind, text };
  return isTextWithin(initial, CALL_LIMITS.text_units) ? { kind, text, initial } : undefined;
}

function isCallName(value: unknown): value is AppCall["call"] {
  return typeof value === "string" && Object.hasOwn(READERS, value);
}

function isCondition(version: unknown): version is number | undefined {
  return version === undefined || version === 0 || isCount(version);
}

function isTextWithin(value: unknown, units: number): value is string {
  return typeof value === "string" && value.length <= units;
}
