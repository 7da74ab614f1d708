import type { Phase, Report } from "../wire/messages.ts";
import { showFailure } from "./notice.ts";
import {
  messageOf,
  placeInScript,
  placeOfComponent,
  placeOfStack,
  type LinkedScript,
  type SourcePlace,
} from "./trace.ts";

/** How many different failures of one app are told; what fails in a loop would never end. */
const TOLD = 20;

/** Tells a failure to the host page and in the frame, each once, and none after the app has stopped. */
export type Tell = (report: Report) => void;

export function createTell(post: (report: Report) => void): Tell {
  const told = new Set<string>();
  let stopped = false;
  return (report) => {
    const key = JSON.stringify(report);
    if (stopped || told.has(key) || told.size >= TOLD) return;
    told.add(key);
    stopped = report.phase === "load" || report.phase === "draw";
    post(report);
    showFailure(report, stopped);
  };
}

/** Tells every error, rejection and breach of the policy that reaches the page from now on. */
export function watchPage(script: LinkedScript, tell: Tell, phase: () => Phase): void {
  window.addEventListener("error", ({ error, message, filename, lineno, colno }) => {
    const thrown: unknown = error ?? new Error(message);
    // The stack leads to where an error was made, through all who passed it on. Anything else has none.
    const here = filename === script.url ? placeInScript(script, lineno, colno) : {};
    tell(reportOf(phase(), thrown, [placeOfStack(script, thrown), here]));
  });
  window.addEventListener("unhandledrejection", ({ reason }) => {
    tell(reportOf("run", reason, [placeOfStack(script, reason)]));
  });
  document.addEventListener("securitypolicyviolation", (event) => {
    const { blockedURI, effectiveDirective, lineNumber, columnNumber } = event;
    const message = `The frame of an app does not allow this (${effectiveDirective}): ${blockedURI}`;
    tell({ phase: "policy", message, ...placeInScript(script, lineNumber, columnNumber) });
  });
}

/** The failure of an app that React has taken off the page. */
export function drawFailure(script: LinkedScript, thrown: unknown, componentStack = ""): Report {
  return reportOf("draw", thrown, [placeOfStack(script, thrown), placeOfComponent(script, componentStack)]);
}

/** A failure with the first of these places that is known. */
function reportOf(phase: Phase, thrown: unknown, places: readonly SourcePlace[]): Report {
  return { phase, message: messageOf(thrown), ...places.find(({ file }) => file !== undefined) };
}
