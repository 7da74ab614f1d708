import type { AppFiles } from "@anteroom/app-format";
import { excerptOf, positionAt, type Diagnostic, type Excerpt } from "../wire/diagnostic.ts";
import type { Phase, Report } from "../wire/messages.ts";

/** How an app stands: on its way, drawn, or failed. A failure after which the app goes on can come often. */
export type AppState = "starting" | "running" | { readonly failed: AppFailure };

/**
 * Why an app is not, or not rightly, on the page.
 *
 * - `compile`: its files do not compile; there is a problem for each fault.
 * - `compiler`: the compiler could not be loaded, crashed, or took too long.
 * - `frame`: the frame did not start.
 * - `navigated`: the app led its frame away.
 * - `focus`: the app kept taking the focus, and with it what is typed into the page.
 * - `flood`: the app sent so much that the page could do nothing but listen.
 * - `load`, `draw`, `run`, `policy`: see Phase.
 *
 * After the first six the frame is gone, and the page says what happened. After `load` and `draw` the frame
 * says it in plain words, until the page draws it in its place; after `run` and `policy` the app goes on,
 * and the frame says it below.
 */
export type FailureCode = "compile" | "compiler" | "frame" | "navigated" | "focus" | "flood" | Phase;

/** One thing that went wrong, with its place in the app's files if that is known. */
export interface Problem {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly excerpt?: Excerpt;
}

export interface AppFailure {
  readonly code: FailureCode;
  /** Whether nothing of the app is on the page any more. */
  readonly stopped: boolean;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** A failure that no place in the app's files explains. */
export function plainFailure(
  code: "compiler" | "frame" | "navigated" | "focus" | "flood",
  message: string,
): AppFailure {
  return { code, stopped: true, problems: [{ message }] };
}

export function compileFailure(errors: readonly Diagnostic[]): AppFailure {
  const [first = { message: "The app does not compile." }, ...others] = errors;
  return { code: "compile", stopped: true, problems: [first, ...others] };
}

/**
 * A failure as the frame reports it. The app may have written the report itself, so the place counts only
 * if the app's files have it, and the excerpt is taken from there.
 */
export function reportedFailure(files: AppFiles, report: Report): AppFailure {
  const { phase, message, file, line, column } = report;
  const stopped = phase === "load" || phase === "draw";
  const text = file === undefined ? undefined : files.get(file);
  if (file === undefined || text === undefined) return { code: phase, stopped, problems: [{ message }] };
  if (line === undefined || line > lastLine(text)) {
    return { code: phase, stopped, problems: [{ message, file }] };
  }
  const place = { file, line, ...(column === undefined ? {} : { column }) };
  return { code: phase, stopped, problems: [{ message, ...place, excerpt: excerptOf(text, line) }] };
}

/** Whether an app's files have a place that is told of them. */
export function hasLine(files: AppFiles, file: string, line: number): boolean {
  const text = files.get(file);
  return text !== undefined && line <= lastLine(text);
}

function lastLine(text: string): number {
  return positionAt(text, text.length).line;
}
