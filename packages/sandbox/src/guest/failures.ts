import { shorten } from "../wire/diagnostic.ts";
import { MESSAGE_UNITS, type Phase, type Report } from "../wire/messages.ts";
import { showFailure } from "./notice.ts";
import {
  messageOf,
  missingImport,
  placeInScript,
  placeOfComponent,
  placeOfStack,
  type LinkedScript,
  type SourcePlace,
} from "./trace.ts";

/** How many different failures of one app are told; what fails in a loop would never end. */
const TOLD = 20;

type Description = Omit<Report, "phase">;

/**
 * Tells a failure to the host page and in the frame, each once, and none after the app has stopped. What
 * stops it is told however much went wrong before.
 */
export type Tell = (phase: Phase, describe: () => Description) => void;

export function createTell(post: (report: Report) => void): Tell {
  // Here stand neither globals nor methods: an app that fails may have replaced them before.
  const told: Record<string, boolean> = {};
  let count = 0;
  let stopped = false;
  return (phase, describe) => {
    const stops = phase === "load" || phase === "draw";
    if (stopped || (count >= TOLD && !stops)) return;
    const report = { phase, ...described(describe) };
    const key = `${phase} ${report.message} ${report.file} ${report.line} ${report.column}`;
    if (told[key]) return;
    told[key] = true;
    count += 1;
    stopped = stops;
    post(report);
    showFailure(report, stopped);
  };
}

function described(describe: () => Description): Description {
  try {
    return describe();
  } catch {
    return { message: "The app failed, and has changed what the browser tells of it." };
  }
}

/** Tells every error, rejection and breach of the policy that reaches the page from now on. */
export function watchPage(script: LinkedScript, tell: Tell, phase: () => Phase): void {
  window.addEventListener(
    "error",
    ({ target, error, message, filename, lineno, colno }) => {
      // A picture that does not load tells the same event, of itself; the policy has told what was refused.
      if (target !== window) return;
      tell(phase(), () => {
        // Null and undefined can be thrown too; the message has them after a word of the browser's.
        const thrown: unknown = error ?? message.replace(/^uncaught (?:exception: )?/iu, "");
        // The stack leads to where an error was made, through all who passed it on. Anything else has none.
        const here = filename === script.url ? placeInScript(script, lineno, colno) : {};
        return descriptionOf(script, thrown, [placeOfStack(script, thrown), here]);
      });
    },
    // Before the listeners of the app, which could end the event.
    { capture: true },
  );
  window.addEventListener("unhandledrejection", ({ reason }) => {
    tell("run", () => descriptionOf(script, reason, [placeOfStack(script, reason)]));
  });
  window.addEventListener(
    "securitypolicyviolation",
    ({ blockedURI, effectiveDirective, lineNumber, columnNumber }) => {
      tell("policy", () => ({
        message: shorten(
          `The frame of an app does not allow this (${effectiveDirective}): ${blockedURI}`,
          MESSAGE_UNITS,
        ),
        ...placeInScript(script, lineNumber, columnNumber),
      }));
    },
    { capture: true },
  );
}

/** The failure of an app that React has taken off the page. */
export function drawFailure(script: LinkedScript, thrown: unknown, componentStack = ""): Description {
  return descriptionOf(script, thrown, [
    placeOfStack(script, thrown),
    placeOfComponent(script, componentStack),
  ]);
}

/** A failure with the first of these places that is known. */
function descriptionOf(script: LinkedScript, thrown: unknown, places: readonly SourcePlace[]): Description {
  const missing = missingImport(script, thrown);
  const message =
    missing === undefined
      ? messageOf(thrown)
      : `TypeError: ${missing} is not a function. Does the file that it is imported from export it by that name?`;
  return { message, ...places.find(({ file }) => file !== undefined) };
}
