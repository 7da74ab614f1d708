import { positionAt, shorten } from "../wire/diagnostic.ts";
import { locate, type LineMap } from "../wire/line-map.ts";
import { MESSAGE_UNITS } from "../wire/messages.ts";
import { explain } from "./react-errors.ts";

/** A place in the app's files; empty when it is not known. */
export interface SourcePlace {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The linked script, and the address under which it runs. */
export interface LinkedScript {
  readonly url: string;
  readonly code: string;
  readonly map: LineMap;
}

/** What was thrown, as a bounded text. Anything can be thrown, also what fails to become a text. */
export function messageOf(thrown: unknown): string {
  try {
    return shorten(textOf(thrown), MESSAGE_UNITS);
  } catch {
    return "Something was thrown that cannot be shown.";
  }
}

function textOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Thrown: ${String(thrown)}`;
  // An app can set them to anything.
  const { name, message }: { name: unknown; message: unknown } = thrown;
  const says = explain(String(message));
  return says === "" ? String(name) : `${String(name)}: ${says}`;
}

/** The place in the app's files of a line and column (both from 1) of the linked script. */
export function placeInScript({ map }: LinkedScript, line: number, column: number): SourcePlace {
  return locate(map, line, column) ?? {};
}

/** The uppermost place in the app's own files of the stack of what was thrown. */
export function placeOfStack(script: LinkedScript, thrown: unknown): SourcePlace {
  for (const [line, column] of callsOf(script, thrown)) {
    const place = placeInScript(script, line, column);
    if (place.file !== undefined) return place;
  }
  return {};
}

/**
 * The name of an import that was called and is not there: the linked code calls it by `.call`, and the
 * browser's words of that mean nothing to who wrote the app. Undefined for all else that was thrown.
 */
export function missingImport(script: LinkedScript, thrown: unknown): string | undefined {
  if (!messageOf(thrown).endsWith("undefined (reading 'call')")) return undefined;
  const [[line, column] = [0, 0]] = callsOf(script, thrown);
  const text = script.code.split(/\r\n|[\n\r\u2028\u2029]/u)[line - 1] ?? "";
  const isCall = text.startsWith("call(void 0", column - 1);
  return isCall ? /\b_\w+\.(\w+)\.$/u.exec(text.slice(0, column - 1))?.[1] : undefined;
}

/** The lines and columns of the script in the stack of what was thrown, from the innermost on. */
function callsOf({ url }: LinkedScript, thrown: unknown): [line: number, column: number][] {
  // Chrome writes "at name (url:line:column)", Firefox and Safari "name@url:line:column".
  const places = stackOf(thrown)
    .split(url)
    .slice(1)
    .map((after) => /^:(\d+):(\d+)/u.exec(after));
  return places.map((found) => [Number(found?.[1]), Number(found?.[2])]);
}

/**
 * Where the innermost of the app's components is declared that React was drawing. React's stack has but
 * names ("at Name (…)"), so the declaration is looked up in the script.
 */
export function placeOfComponent(script: LinkedScript, componentStack: string): SourcePlace {
  for (const [, name = ""] of componentStack.matchAll(/^\s*at ([A-Z]\w*)/gmu)) {
    const offset = script.code.search(
      new RegExp(String.raw`\b(?:function|class|const|let|var) ${name}\b`, "u"),
    );
    if (offset === -1) continue;
    const { line, column } = positionAt(script.code, offset);
    return placeInScript(script, line, column);
  }
  return {};
}

function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? String(thrown.stack) : "";
  } catch {
    return "";
  }
}
