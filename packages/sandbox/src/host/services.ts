import type { CallAnswers, CallErrorCode, Notice, Question, RoomInfo, ValueChange } from "../wire/calls.ts";

/** Why a call of an app is not done, as the app is told; `message` is for who writes it. */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  readonly code: CallErrorCode;

  constructor(code: CallErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Where an app's values are, as JSON texts. Keys and values are within their bounds (`readCall`); calls with one
 * key come one after the other. Each rejects with a CallFailure, or with anything else for what is not the app's
 * to know.
 */
export interface ValueStore {
  get(key: string): Promise<CallAnswers["get"]>;
  set(key: string, value: string, ifVersion?: number): Promise<CallAnswers["set"]>;
  delete(key: string, ifVersion?: number): Promise<CallAnswers["delete"]>;
  /** Keys that begin with `prefix`, in the order of their UTF-16 units. */
  list(prefix: string): Promise<readonly string[]>;
  /**
   * Tells of every change, whoever made it, until the signal is aborted. Nothing that is got or listed after this
   * call is older than what is told.
   */
  watch(listener: (changes: readonly ValueChange[]) => void, signal: AbortSignal): void;
}

/**
 * What a page lends one of its apps, each part behind the page's own dialogs. A part that is absent is
 * answered with `not_allowed`.
 */
export interface AppServices {
  readonly room: RoomInfo;
  /** Of this person, in this app, on this device. */
  readonly own?: ValueStore;
  /** Of the whole Room; there only for an app that was approved with it. */
  readonly shared?: ValueStore;
  /** Display names of the Room's members; there only for an app that was approved with it. */
  readonly members?: () => Promise<readonly string[]>;
  /** These four ask the person first, and resolve with whether it was done. */
  readonly openLink?: (url: URL) => Promise<boolean>;
  readonly saveFile?: (name: string, data: Blob) => Promise<boolean>;
  readonly copy?: (text: string) => Promise<boolean>;
  readonly notify?: (text: string) => Promise<boolean>;
  /** Puts a question of the app to the person; null when it is dismissed. */
  readonly ask?: (question: Question) => Promise<boolean | string | null>;
  readonly onNotice?: (notice: Notice) => void;
}
