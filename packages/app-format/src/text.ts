import { LIMITS } from "./limits.ts";
import type { FormatProblem } from "./problem.ts";

/**
 * The longest text, in UTF-16 units, that is normalised. Engines sort combining marks in quadratic time
 * (400,000 of them cost half a minute), so length is checked first. No path or name that is within its
 * limits comes near: decomposing makes at most 1.5 units from a byte.
 */
export const NORMALISE_AT_MOST_UNITS = 4096;

/** What makes a text unfit for storage and JSON, and the UTF-16 index of the first such unit. */
export interface TextProblem {
  readonly kind: "lone surrogate" | "NUL";
  readonly index: number;
}

/** The first NUL or lone surrogate of a text, or undefined. */
export function textProblem(text: string): TextProblem | undefined {
  const index = text.search(/\0|\p{Cs}/u);
  if (index === -1) return undefined;
  return { kind: text[index] === "\0" ? "NUL" : "lone surrogate", index };
}

/** Length in Unicode code points, as JSON Schema's maxLength counts; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** Length in UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/**
 * The number of lines of a source text, by the line ends of JavaScript itself (LF, CRLF, CR, U+2028,
 * U+2029): only so does a line on the card end where a comment ends. An end after the last line opens no
 * further one; the empty text has none.
 */
export function lineCount(text: string): number {
  const ends = text.match(/\r\n|[\n\r\u2028\u2029]/gu)?.length ?? 0;
  return text === "" || /[\n\r\u2028\u2029]$/u.test(text) ? ends : ends + 1;
}

/**
 * Unicode's full case folding up to canonical equivalence, in NFC: texts that differ only in letter case or
 * in composition have one fold ("Straße" and "STRASSE", the two small sigmas). JavaScript has no such
 * function, so letters go down (for ẞ), up (for ß) and down again. The dotless ı is kept from its capital,
 * as Unicode keeps it: in Turkish it is another letter than i.
 *
 * @throws RangeError beyond NORMALISE_AT_MOST_UNITS; check the length first.
 */
export function foldCase(text: string): string {
  if (text.length > NORMALISE_AT_MOST_UNITS) throw new RangeError("Text too long to normalise.");
  return text
    .normalize("NFD")
    .replace(/[^ı]+/gu, (run) => run.toLowerCase().toUpperCase().toLowerCase())
    .normalize("NFC");
}

/**
 * The key by which names of apps are compared: case-folded (see foldCase), trimmed, each run of white space
 * one space. Never shown. The name has passed nameProblem, which bounds it.
 */
export function normaliseName(name: string): string {
  return foldCase(name).trim().replace(/\s+/gu, " ");
}

/** Why a text cannot name an app, or undefined. */
export function nameProblem(name: string): FormatProblem | undefined {
  const length = codePoints(name);
  if (length > LIMITS.name_code_points) {
    return badName(
      `is ${length} characters long; at most ${LIMITS.name_code_points} are allowed`,
      "Shorten it.",
    );
  }
  const control = name.search(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
  if (control !== -1) {
    const what = /\p{Cs}/u.test(name.charAt(control))
      ? "a lone surrogate"
      : "a control character or line break";
    const position = codePoints(name.slice(0, control)) + 1;
    return badName(`holds ${what} as character ${position}`, "Write the name as one line of plain text.");
  }
  if (!/[^\s\p{Default_Ignorable_Code_Point}]/u.test(name)) {
    return badName("is empty", "Write a name that can be read.");
  }
  return undefined;
}

function badName(says: string, hint: string): FormatProblem {
  return { code: "invalid_arguments", message: `The name ${says}.`, where: "name", hint };
}
