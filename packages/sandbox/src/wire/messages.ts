import {
  isNotice,
  isScope,
  readCall,
  readCallError,
  readChanges,
  readRoomInfo,
  type AppCall,
  type CallAnswers,
  type CallError,
  type Notice,
  type RoomInfo,
  type ValueChange,
  type ValueScope,
} from "./calls.ts";
import { readConsoleEntry, type ConsoleEntry } from "./console.ts";
import { shorten } from "./diagnostic.ts";
import type { Program } from "./program.ts";
import { isCount, isObject } from "./shape.ts";

/**
 * What this page's own runtime speaks. A page also speaks every older one, since an app keeps the runtime
 * that it was approved on: what a frame of an older version does not know it is not sent.
 */
export const WIRE_VERSION = 2;
export const SPOKEN_VERSIONS: readonly number[] = [1, WIRE_VERSION];

export type Theme = "light" | "dark";

/** Frame to host page, by `postMessage` of the window: the frame waits for its app. */
export interface FrameReady {
  readonly anteroom: number;
  readonly type: "ready";
}

/** Host page to frame, by `postMessage` of the window, once; the frame's end of the port comes with it. */
export interface FrameInit {
  /** The frame's own version. */
  readonly anteroom: number;
  readonly type: "init";
  readonly theme: Theme;
  readonly program: Program;
  /** The files of `program.packages`, in their order; from version 2 on. */
  readonly packages?: readonly Blob[];
  /** From version 2 on. */
  readonly room?: RoomInfo;
  /** The app is on trial: the frame tells what it says and reaches for. */
  readonly console?: true;
}

type Answer = CallAnswers[keyof CallAnswers];

/** Host page to frame, over the port. */
export type HostMessage =
  | { readonly type: "theme"; readonly theme: Theme }
  | { readonly type: "ping" }
  | { readonly type: "room"; readonly room: RoomInfo }
  | ({ readonly type: "answer"; readonly id: number } & (
      | { readonly ok: true; readonly value: Answer }
      | { readonly ok: false; readonly error: CallError }
    ))
  | { readonly type: "changed"; readonly of: ValueScope; readonly changes: readonly ValueChange[] };

/**
 * When an app failed. `load`: while its modules ran, or its component was missing. `draw`: while it drew, or
 * in an effect. `run`: later, in an event, a timer or a promise. `policy`: it reached for what the frame
 * forbids. After the last two the app goes on.
 */
export type Phase = "load" | "draw" | "run" | "policy";

/** One failure as the frame tells it; the place is a place in the app's files. */
export interface Report {
  readonly phase: Phase;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Frame to host page, over the port. */
export type GuestMessage =
  | { readonly type: "running" }
  | { readonly type: "failed"; readonly report: Report }
  /** In answer to each `ping`. */
  | { readonly type: "alive" }
  | { readonly type: "console"; readonly entry: ConsoleEntry }
  /** Answered by its id. Without a call it is none that this page knows, which is an answer too. */
  | { readonly type: "call"; readonly id: number; readonly call: AppCall | undefined }
  | { readonly type: "notice"; readonly notice: Notice }
  /** The app took a step, in the browser's list of them, that no press of the person allowed for. */
  | { readonly type: "step" };

/** A message is cut to so many UTF-16 units, in the frame and again in the page. */
export const MESSAGE_UNITS = 2_000;
const PHASES: readonly unknown[] = ["load", "draw", "run", "policy"] satisfies Phase[];

export function isFrameReady(value: unknown): value is FrameReady {
  return isObject(value) && value["type"] === "ready" && typeof value["anteroom"] === "number";
}

export function isFrameInit(value: unknown): value is FrameInit {
  return isObject(value) && value["type"] === "init" && value["anteroom"] === WIRE_VERSION;
}

/**
 * Reads what came over an app's port. The app's code shares the frame's realm, so any value may come: what
 * is not exactly a message is undefined, and texts are bounded.
 */
export function readGuestMessage(value: unknown): GuestMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, id, notice } = value;
  if (type === "running" || type === "alive" || type === "step") return { type };
  if (type === "call") return isCount(id) ? { type, id, call: readCall(value["call"]) } : undefined;
  if (type === "notice") return isNotice(notice) ? { type, notice } : undefined;
  if (type === "console") {
    const entry = readConsoleEntry(value["entry"]);
    return entry === undefined ? undefined : { type, entry };
  }
  if (type !== "failed" || !isObject(value["report"])) return undefined;
  const report = readReport(value["report"]);
  return report === undefined ? undefined : { type: "failed", report };
}

/** Reads what came to a frame over its port; what is not exactly a message is undefined. */
export function readHostMessage(value: unknown): HostMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, theme } = value;
  switch (type) {
    case "ping":
      return { type };
    case "theme":
      return theme === "light" || theme === "dark" ? { type, theme } : undefined;
    case "room": {
      const room = readRoomInfo(value["room"]);
      return room && { type, room };
    }
    case "changed": {
      const { of } = value;
      const changes = readChanges(value["changes"]);
      return isScope(of) && changes ? { type, of, changes } : undefined;
    }
    case "answer":
      return readAnswer(value);
    default:
      return undefined;
  }
}

function readAnswer({ id, ok, value, error }: Record<string, unknown>): HostMessage | undefined {
  if (!isCount(id)) return undefined;
  // Which form it has, the call tells that it answers; the page is believed to keep to it.
  if (ok === true) return isObject(value) ? { type: "answer", id, ok, value: value as Answer } : undefined;
  const read = readCallError(error);
  return ok === false && read ? { type: "answer", id, ok, error: read } : undefined;
}

function readReport(value: Record<string, unknown>): Report | undefined {
  const { phase, message, file, line, column } = value;
  if (!isPhase(phase) || typeof message !== "string") return undefined;
  return {
    phase,
    message: shorten(message, MESSAGE_UNITS),
    ...(typeof file === "string" ? { file } : {}),
    ...(isCount(line) ? { line } : {}),
    ...(isCount(column) ? { column } : {}),
  };
}

function isPhase(value: unknown): value is Phase {
  return PHASES.includes(value);
}
