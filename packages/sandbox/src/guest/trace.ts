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
  // Chrome writes "at name (url:line:column)", Firefox and Safari "name@url:line:column".
  for (const afterUrl of stackOf(thrown).split(script.url).slice(1)) {
    const [, line, column] = /^:(\d+):(\d+)/u.exec(afterUrl) ?? [];
    const place = placeInScript(script, Number(line), Number(column));
    if (place.file !== undefined) return place;
  }
  return {};
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
