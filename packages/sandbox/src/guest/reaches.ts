import { REFUSED_KINDS, type ConsoleEntry, type RefusedKind } from "../wire/console.ts";
import { createGate } from "../wire/gate.ts";
import { placeInScript, placeOfStack, type LinkedScript, type SourcePlace } from "./trace.ts";

/** How many tries are passed on in 100 ms. */
const MOST = 20;

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;

type Native = (this: unknown, ...given: never[]) => unknown;

/** Takes one try; its words are asked for only if it is passed on. */
type Refused = (
  what: RefusedKind,
  describe: () => { readonly address: string; readonly place: SourcePlace },
) => void;

/**
 * Tells what the app reaches for from now on and does not get: what the policy of the page refuses, which
 * the browser tells, and what the sandbox and the page refuse, of which it tells the app alone.
 */
export function watchReaches(script: LinkedScript, pass: (entry: ConsoleEntry) => void): void {
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
  watchLinks(refused);
  watchDevices(script, refused);
  before(window, "open", (address) => called("window", textOf(address)));
  for (const name of ["alert", "confirm", "prompt", "print"]) {
    before(window, name, () => called("dialog", name));
  }
  for (const name of ["localStorage", "sessionStorage"]) {
    before(window, name, () => called("storage", name));
  }
  before(Document.prototype, "cookie", () => called("storage", "cookie"));
  before(IDBFactory.prototype, "open", () => called("storage", "indexedDB"));
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

/** A link out of the frame does nothing in the sandbox, and nobody is told. */
function watchLinks(refused: Refused): void {
  window.addEventListener("click", ({ target, defaultPrevented }) => {
    const link = target instanceof Element && !defaultPrevented ? target.closest("a[href][target]") : null;
    const into = link?.getAttribute("target")?.toLowerCase();
    if (!into || into === "_self") return;
    const what = into === "_top" || into === "_parent" ? "navigation" : "window";
    refused(what, () => ({ address: link?.getAttribute("href") ?? "", place: {} }));
  });
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

/** Tells of each use of a property before it has its way. */
function before(owner: object, name: string, tell: (argument: unknown) => void): void {
  const property = getOwnPropertyDescriptor(owner, name);
  if (property === undefined) return;
  const { get, set, value }: { get?: Native; set?: Native; value?: unknown } = property;
  const told = (native: Native): Native =>
    function (this: unknown, ...given) {
      tell(given[0]);
      return apply(native, this, given);
    };
  defineProperty(owner, name, {
    ...property,
    ...(get && { get: told(get) }),
    ...(set && { set: told(set) }),
    ...(typeof value === "function" && { value: told(value as Native) }),
  });
}

function textOf(value: unknown): string {
  try {
    // Whatever it is, it is turned into text as the browser's own function would do it.
    return "".concat((value ?? "") as string);
  } catch {
    return "";
  }
}
