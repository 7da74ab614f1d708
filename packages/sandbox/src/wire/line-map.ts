/** Where one file stands in the linked code. */
export interface FileSpan {
  readonly file: string;
  /** The line of the code, from 1, on which the file's first line stands. */
  readonly firstLine: number;
  readonly lines: number;
  /**
   * Lines and columns, as the `mappings` of a source map (ECMA-426) with the file as its one source. When it is
   * empty, the lines of the code are those of the file, and no columns are known.
   */
  readonly mappings: string;
}

/** Leads from the linked code back to the files. The spans stand in the order of the code. */
export type LineMap = readonly FileSpan[];

/**
 * The place in the source of a place in the linked code (both from 1); undefined outside every file, and in
 * lines that a compiler added.
 */
export function locate(
  map: LineMap,
  line: number,
  column: number,
): { file: string; line: number; column?: number } | undefined {
  const span = map.find(({ firstLine, lines }) => line >= firstLine && line < firstLine + lines);
  if (span === undefined) return undefined;
  const { file, mappings } = span;
  const row = line - span.firstLine;
  if (mappings === "") return { file, line: row + 1 };
  const found = trace(mappings, row, column - 1);
  return found === undefined ? undefined : { file, line: found.row + 1, column: found.column + 1 };
}

/**
 * Where the last segment of line `row` leads that starts at or before `column`, or else the first of that
 * line; all from 0.
 */
function trace(mappings: string, row: number, column: number): { row: number; column: number } | undefined {
  let found: { row: number; column: number } | undefined;
  // Places in the source run on through the whole map; columns of the code begin anew on each line.
  const source = { row: 0, column: 0 };
  for (const [index, segments] of mappings.split(";", row + 1).entries()) {
    let generated = 0;
    for (const segment of segments.split(",")) {
      const [step = 0, , rowStep, columnStep] = decode(segment);
      generated += step;
      // Code that leads nowhere.
      if (rowStep === undefined || columnStep === undefined) continue;
      source.row += rowStep;
      source.column += columnStep;
      if (index === row && (found === undefined || generated <= column)) found = { ...source };
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
