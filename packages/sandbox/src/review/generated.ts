import type { FindingData } from "./report.ts";

/** Below these sizes, in UTF-16 units and names, nothing is told from a few lines. */
const LEAST_UNITS = 1_500;
const LEAST_NAMES = 60;
const LINE_UNITS = 160;
const BLANKS_PERCENT = 8;
const SHORT_NAMES_PERCENT = 60;

/**
 * Whether code looks as if a program had written it: long lines, next to no blanks, or names of one or two
 * letters. The first measure that says so, with its value.
 */
export function generatedLook(text: string, names: readonly string[]): FindingData["generated"] | undefined {
  if (text.length < LEAST_UNITS) return undefined;
  const blanks = text.match(/\s/gu)?.length ?? 0;
  const lines = text.split(/[\n\r\u2028\u2029]+/u).filter((line) => line.trim() !== "");
  const average = Math.round(lines.reduce((sum, line) => sum + line.length, 0) / Math.max(1, lines.length));
  if (average > LINE_UNITS) return { measure: "line_length", value: average };
  const share = Math.round((100 * blanks) / text.length);
  if (share < BLANKS_PERCENT) return { measure: "blanks", value: share };
  const short = Math.round(
    (100 * names.filter((name) => name.length <= 2).length) / Math.max(1, names.length),
  );
  return names.length >= LEAST_NAMES && short > SHORT_NAMES_PERCENT
    ? { measure: "short_names", value: short }
    : undefined;
}
