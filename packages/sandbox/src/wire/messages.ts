import { readConsoleEntry, type ConsoleEntry } from "./console.ts";
import { shorten } from "./diagnostic.ts";
import type { Program } from "./program.ts";
import { isCount, isObject } from "./shape.ts";

/** Host page and frame speak only to a partner of the same version. */
export const WIRE_VERSION = 1;

export type Theme = "light" | "dark";

/** Frame to host page, by `postMessage` of the window: the frame waits for its app. */
export interface FrameReady {
  readonly anteroom: number;
  readonly type: "ready";
}

/** Host page to frame, by `postMessage` of the window, once; the frame's end of the port comes with it. */
export interface FrameInit {
  readonly anteroom: typeof WIRE_VERSION;
  readonly type: "init";
  readonly theme: Theme;
  readonly program: Program;
  /** The app is on trial: the frame tells what it says and reaches for, and whether it answers. */
  readonly console?: true;
}

/** Host page to frame, over the port; `ping` only to a frame that said `alive`. */
export type HostMessage = { readonly type: "theme"; readonly theme: Theme } | { readonly type: "ping" };

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
  /** At the start of a trial, and in answer to each `ping`. */
  | { readonly type: "alive" }
  | { readonly type: "console"; readonly entry: ConsoleEntry };

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
  const { type } = value;
  if (type === "running" || type === "alive") return { type };
  if (type === "console") {
    const entry = readConsoleEntry(value["entry"]);
    return entry === undefined ? undefined : { type, entry };
  }
  if (type !== "failed" || !isObject(value["report"])) return undefined;
  const report = readReport(value["report"]);
  return report === undefined ? undefined : { type: "failed", report };
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
