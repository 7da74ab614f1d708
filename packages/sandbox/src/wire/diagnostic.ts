/**
 * A place in an app's source. Lines and columns count from 1, by the line ends of JavaScript itself (LF,
 * CRLF, CR, U+2028, U+2029), as the card numbers them; columns are UTF-16 units.
 */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Some lines of a file, to be drawn with their numbers; the first has the number `firstLine`. */
export interface Excerpt {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** One thing that is wrong with an app's source. */
export interface Diagnostic extends Place {
  readonly message: string;
  readonly excerpt: Excerpt;
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/gu;
const LINES_BEFORE = 4;
const LINES_AFTER = 4;
const LINE_UNITS = 400;
const MESSAGE_UNITS = 500;

/** The lines around line `line` of `text`; a line over 400 units is shortened, and ends in `…`. */
export function excerptOf(text: string, line: number): Excerpt {
  const first = Math.max(0, line - 1 - LINES_BEFORE);
  const all = text.split(LINE_END);
  // The end of the last line opens no further one.
  if (all.length > 1 && all.at(-1) === "") all.pop();
  const lines = all.slice(first, line + LINES_AFTER);
  return { firstLine: first + 1, lines: lines.map((one) => shorten(one, LINE_UNITS)) };
}

/** Line and column of the UTF-16 offset `offset` of `text`. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(LINE_END);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A diagnostic with its excerpt; the message is bounded to 500 units. */
export function diagnostic(text: string, place: Place, message: string): Diagnostic {
  const { file, line, column } = place;
  return { file, line, column, message: shorten(message, MESSAGE_UNITS), excerpt: excerptOf(text, line) };
}

/** `text` within `units` UTF-16 units; what was cut is told by `…`. */
export function shorten(text: string, units: number): string {
  if (text.length <= units) return text;
  // Put together anew, since browsers keep the whole of a text for any part of it.
  const part = text
    .slice(0, units - 1)
    .split("")
    .join("");
  return `${part.toWellFormed()}…`;
}
