/** What stands below a line of code to point at something in it. */
export interface Pointer {
  /** Blanks, and the tabs of the line, up to the column. */
  readonly before: string;
  /** One for each character of the word there. */
  readonly carets: string;
}

/**
 * Points at the word at a column of a line (from 1, in UTF-16 units). Undefined where the column is none of
 * the line's, or where a character before it may be wider or narrower than a blank.
 */
export function pointerTo(line: string, column: number): Pointer | undefined {
  const before = line.slice(0, column - 1);
  if (column > line.length || !/^[\t -~]*$/u.test(before)) return undefined;
  const word = /^[\w$]+/u.exec(line.slice(column - 1))?.[0] ?? "^";
  return { before: before.replaceAll(/[^\t]/gu, " "), carets: "^".repeat(word.length) };
}
