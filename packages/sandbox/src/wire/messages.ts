import { shorten } from "./diagnostic.ts";
import type { Program } from "./program.ts";

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
}

/** Host page to frame, over the port. */
export interface HostMessage {
  readonly type: "theme";
  readonly theme: Theme;
}

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
  | { readonly type: "failed"; readonly report: Report };

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
  if (value["type"] === "running") return { type: "running" };
  if (value["type"] !== "failed" || !isObject(value["report"])) return undefined;
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

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
