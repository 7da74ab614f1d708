/** Where one file stands in the linked code. */
export interface FileSpan {
  readonly file: string;
  /** The line of the code, from 1, on which the file's first line stands. */
  readonly firstLine: number;
  readonly lines: number;
  /**
   * The columns, as the `mappings` of a source map (ECMA-426) with one source whose lines are those of the
   * file; empty when only lines are known.
   */
  readonly mappings: string;
}

/** Leads from the linked code back to the files. The spans stand in the order of the code. */
export type LineMap = readonly FileSpan[];

/** The place in the source of a place in the linked code (both from 1); undefined outside every file. */
export function locate(
  map: LineMap,
  line: number,
  column: number,
): { file: string; line: number; column?: number } | undefined {
  const span = map.find(({ firstLine, lines }) => line >= firstLine && line < firstLine + lines);
  if (span === undefined) return undefined;
  const row = line - span.firstLine;
  const found = sourceColumn(span.mappings, row, column - 1);
  return { file: span.file, line: row + 1, ...(found === undefined ? {} : { column: found + 1 }) };
}

/** The source column of the last segment of line `row` that starts at or before `column`; all from 0. */
function sourceColumn(mappings: string, row: number, column: number): number | undefined {
  let found: number | undefined;
  let source = 0;
  for (const [index, segments] of mappings.split(";", row + 1).entries()) {
    let generated = 0;
    for (const segment of segments.split(",")) {
      const [generatedStep, , , sourceStep] = decode(segment);
      if (generatedStep === undefined || sourceStep === undefined) continue;
      generated += generatedStep;
      // Columns of the source run on through the whole map; those of the code begin anew on each line.
      source += sourceStep;
      if (index === row && generated <= column) found = source;
    }
  }
  return found;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The numbers of one segment: base64 digits of five bits, lowest first, the lowest bit being the sign. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of segment) {
    const digit = DIGITS.indexOf(character);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit < 32) {
      numbers.push(value & 1 ? -(value >> 1) : value >> 1);
      value = 0;
      shift = 0;
    }
  }
  return numbers;
}
