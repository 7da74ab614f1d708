/**
 * What an app can ask of its Room: `import { storage, useShared } from "@anteroom/app"`.
 *
 * Values are JSON: text, numbers, true, false, null, lists and plain objects. A key is a text of 1 to 256
 * characters, a value takes at most 256 KiB as JSON. Everything that is not done rejects with an AppError, whose
 * `code` says why and whose message says what to change. At most 500 calls in one second.
 */

/** Data of this person, in this app, on this device: at most 2,000 keys and 5 MiB. Nobody else sees it. */
export const storage: OwnValues;

/**
 * Data of the whole Room, in this app: at most 2,000 keys and 2 MiB. What one member sets, the others have
 * within a moment, while the app is open and later. The app must name `shared` or `useShared` in its code; the
 * person who approves it sees "Keeps shared data".
 */
export const shared: SharedValues;

/**
 * A value of `storage` as React state: like useState, but it lasts, and all components and tabs with the same
 * key have the same value. Until one is stored it is `initial`.
 *
 * `setValue` shows the new value at once. If it cannot be kept, the value goes back and `error` says why.
 * `ready` is false until what was stored before has come: draw a blank or a spinner till then.
 */
export function useStored<T>(key: string, initial: T | (() => T)): Stored<T>;

/**
 * The same for a value of `shared`, live for all members. `setValue((now) => next)` is done on the newest value,
 * and done again when somebody else was faster: use it for votes, counters and lists. `setValue(next)` simply
 * replaces what is there.
 */
export function useShared<T>(key: string, initial: T | (() => T)): Stored<T>;

export type Stored<T> = readonly [
  value: T,
  setValue: (next: T | ((now: T) => T)) => void,
  state: { readonly ready: boolean; readonly error?: AppError | undefined },
];

export interface OwnValues {
  /** The value of a key; undefined when there is none. */
  get<T = unknown>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** The keys that begin with `prefix`, in order; without one all of them. */
  list(prefix?: string): Promise<string[]>;
  /** Calls `listener` after each change from now on, whoever makes it. Returns what ends that. */
  subscribe(listener: (change: { readonly key: string; readonly value: unknown }) => void): () => void;
  /** The same for one key; the value is undefined when it was deleted. */
  subscribe<T = unknown>(key: string, listener: (value: T | undefined) => void): () => void;
}

export interface SharedValues {
  get<T = unknown>(key: string): Promise<T | undefined>;
  /** A value with its version; each change gives it a higher one, and without a value it is 0. */
  read<T = unknown>(key: string): Promise<{ value: T | undefined; version: number }>;
  /**
   * Sets a value; the last one who writes wins. With `ifVersion` only if the value is still of that version (0:
   * only if there is none), else it rejects with `conflict`.
   */
  set(key: string, value: unknown, options?: { readonly ifVersion?: number }): Promise<{ version: number }>;
  delete(key: string, options?: { readonly ifVersion?: number }): Promise<void>;
  /**
   * Changes a value from what it is now, so that nobody's change is lost: `change` is called again with the newer
   * value when somebody else was faster. It must do nothing but return the next value.
   */
  update<T = unknown>(key: string, change: (now: T | undefined) => T): Promise<T>;
  list(prefix?: string): Promise<string[]>;
  subscribe(listener: (change: { readonly key: string; readonly value: unknown }) => void): () => void;
  subscribe<T = unknown>(key: string, listener: (value: T | undefined) => void): () => void;
}

/** The Room as it is now. */
export const room: {
  readonly name: string;
  /** What the person has the page in; the frame's colours follow by themselves. */
  readonly theme: "light" | "dark";
  /** A language tag such as `en-GB`, for Intl and dates. */
  readonly locale: string;
  /**
   * Display names of the Room's members. The app must name `room.members` in its code; the person who approves
   * it sees that.
   */
  members(): Promise<string[]>;
  /** Calls `listener` when name, theme or locale change. Returns what ends that. */
  subscribe(listener: (room: RoomState) => void): () => void;
};

/** The same as React state. */
export function useRoom(): RoomState;

export interface RoomState {
  readonly name: string;
  readonly theme: "light" | "dark";
  readonly locale: string;
}

/** Asks the person to open a whole http, https, mailto or tel address in a new tab; resolves with whether it was opened. */
export function openLink(url: string | URL): Promise<boolean>;

/** Asks the person to save a file of at most 20 MiB; resolves with whether it was saved. */
export function saveFile(name: string, data: string | Blob | ArrayBuffer | ArrayBufferView): Promise<boolean>;

/** Shows the person a short message of at most 500 characters; resolves with whether it was shown. */
export function notify(text: string): Promise<boolean>;

export class AppError extends Error {
  readonly name: "AppError";
  readonly code: AppErrorCode;
  constructor(code: AppErrorCode, message: string);
}

/**
 * - `invalid`: a key, a value or an address is not one; the message says where.
 * - `too_large`: a value, a text or a file is larger than may be.
 * - `quota`: the room for this app's data is used up.
 * - `rate_limited`: too many calls in a short time.
 * - `conflict`: the value is not of the version that was named.
 * - `not_allowed`: the app was not approved with this, or the page does not offer it.
 * - `unavailable`: the server or the device's storage cannot be reached now.
 */
export type AppErrorCode =
  | "invalid"
  | "too_large"
  | "quota"
  | "rate_limited"
  | "conflict"
  | "not_allowed"
  | "unavailable";
