import { REFUSED_KINDS, type ConsoleEntry, type RefusedKind } from "../wire/console.ts";
import { createGate } from "../wire/gate.ts";
import { placeInScript, placeOfStack, type LinkedScript, type SourcePlace } from "./trace.ts";

/** How many tries are passed on in 100 ms. */
const MOST = 20;

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;

type Native = (this: unknown, ...given: unknown[]) => unknown;

/** Takes one try; its words are asked for only if it is passed on. */
export type Refused = (
  what: RefusedKind,
  describe: () => { readonly address: string; readonly place: SourcePlace },
) => void;

/**
 * Tells what the app reaches for from now on and does not get: what the policy of the page refuses, which
 * the browser tells, and what is not there for an app. To be called when the shims stand, which tell by the
 * answer what they asked of the page in vain.
 */
export function watchReaches(script: LinkedScript, pass: (entry: ConsoleEntry) => void): Refused {
  const gate = createGate({ of: "refused", most: MOST, pass });
  const refused: Refused = (what, describe) => {
    gate(() => {
      const { address, place } = describe();
      const { file, line } = place;
      const at = file === undefined || line === undefined ? {} : { file, line };
      return { kind: "refused", what, address, ...at };
    });
  };
  const called = (what: RefusedKind, address: string): void => {
    refused(what, () => ({ address, place: placeOfStack(script, new Error(address)) }));
  };

  watchPolicy(script, refused);
  watchDevices(script, refused);
  before(window, "print", () => called("dialog", "print"));
  before(IDBFactory.prototype, "open", () => called("storage", "indexedDB"));
  return refused;
}

function watchPolicy(script: LinkedScript, refused: Refused): void {
  window.addEventListener(
    "securitypolicyviolation",
    ({ effectiveDirective, blockedURI, lineNumber, columnNumber }) => {
      refused(kindOf(effectiveDirective), () => ({
        address: blockedURI,
        place: placeInScript(script, lineNumber, columnNumber),
      }));
    },
    { capture: true },
  );
}

/** The directives whose names are not, but for their ends, those of a kind. */
const KINDS: Readonly<Record<string, RefusedKind>> = {
  img: "image",
  child: "frame",
  "base-uri": "base",
  "form-action": "form",
};

function kindOf(directive: string): RefusedKind {
  const name = directive.replace(/-src(?:-elem|-attr)?$/u, "");
  return KINDS[name] ?? REFUSED_KINDS.find((kind) => kind === name) ?? "other";
}

/** Cameras and the like; only some browsers tell. */
function watchDevices(script: LinkedScript, refused: Refused): void {
  if (!("ReportingObserver" in window)) return;
  new ReportingObserver(
    (reports) => {
      for (const { body } of reports) {
        const { featureId, lineNumber, columnNumber } = body as unknown as Record<string, unknown>;
        refused("device", () => ({
          address: textOf(featureId),
          place: placeInScript(script, Number(lineNumber), Number(columnNumber)),
        }));
      }
    },
    { types: ["permissions-policy-violation"] },
  ).observe();
}

/** Tells of each call of a method before it has its way. */
function before(owner: object, name: string, tell: () => void): void {
  const property = getOwnPropertyDescriptor(owner, name);
  const native: unknown = property?.value;
  if (typeof native !== "function") return;
  function told(this: unknown, ...given: unknown[]): unknown {
    tell();
    return apply(native as Native, this, given);
  }
  defineProperty(owner, name, { ...property, value: told });
}

function textOf(value: unknown): string {
  try {
    // Whatever it is, it is turned into text as the browser's own function would do it.
    return "".concat((value ?? "") as string);
  } catch {
    return "";
  }
}
