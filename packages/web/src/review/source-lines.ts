import { cutLines } from "./diff/cut-lines.ts";
import { countMarks } from "./visible-marks.ts";

/**
 * A file's text cut into lines and the lines into chunks, so that a long file is laid out piece by piece
 * while all of it stays in the page, where find-in-page and the keyboard reach it.
 */
export interface Chunk {
  /** The number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** About how many rows it takes when drawn, for the scroll bar before it is laid out. */
  readonly rows: number;
  /** A run of blank lines starts with this chunk, and is announced: how many, and the line after it. */
  readonly blank?: { readonly count: number; readonly next: number };
}

export interface Source {
  readonly chunks: readonly Chunk[];
  readonly lines: number;
  /** About how many rows it takes when drawn. */
  readonly rows: number;
  /** UTF-16 units of the longest line. */
  readonly longest: number;
  /** How many characters are drawn as code points. */
  readonly hidden: number;
}

const BLANK = /^[\t ]*$/u;

/** A line beyond so many UTF-16 units is told, since it wraps over many rows. */
export const LONG_LINE = 400;
/** So many blank lines in a row fill a box and could hide what follows. */
const BLANK_RUN = 18;
const UNITS_A_ROW = 110;

/**
 * Of how many rows what is drawn together is, of so many lines: laid out and painted as a whole, more than a
 * window of them would hold up a scroll. Of many lines it is more, since each chunk is watched.
 */
export function rowsTogether(lines: number): number {
  return Math.min(200, Math.max(40, Math.ceil(lines / 200)));
}

/** Cuts a text into lines; an end after the last line opens no further line, and the empty text has none. */
export function sourceOf(text: string): Source {
  const { lines } = cutLines(text);
  const chunks = chunksOf(lines);
  return {
    chunks,
    lines: lines.length,
    rows: chunks.reduce((sum, chunk) => sum + chunk.rows, 0),
    longest: lines.reduce((most, line) => Math.max(most, line.length), 0),
    hidden: lines.reduce((sum, line) => sum + countMarks(line), 0),
  };
}

/** Cuts lines into chunks; also those of a comparison, whose numbers are then places among them, from 1. */
export function chunksOf(lines: readonly string[]): Chunk[] {
  const chunks: Chunk[] = [];
  const most = rowsTogether(lines.length);
  for (let at = 0; at < lines.length;) {
    const blanks = blankRun(lines, at);
    const taken = blanks === 0 ? untilNextRun(lines, at) : blanks;
    const pieces = piecesOf(lines.slice(at, at + taken), { first: at + 1, most });
    if (blanks > 0 && pieces[0] !== undefined) {
      pieces[0] = { ...pieces[0], blank: { count: blanks, next: at + blanks + 1 } };
    }
    chunks.push(...pieces);
    at += taken;
  }
  return chunks;
}

/** How many blank lines start at `at`, or 0 where they are too few to be announced. */
function blankRun(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && BLANK.test(lines[end] ?? "")) end += 1;
  return end - at < BLANK_RUN ? 0 : end - at;
}

/** How many lines stand before the next announced run. */
function untilNextRun(lines: readonly string[], at: number): number {
  let blanks = 0;
  for (let end = at; end < lines.length; end += 1) {
    blanks = BLANK.test(lines[end] ?? "") ? blanks + 1 : 0;
    if (blanks === BLANK_RUN) return end + 1 - BLANK_RUN - at;
  }
  return lines.length - at;
}

function piecesOf(
  lines: readonly string[],
  { first, most }: { readonly first: number; readonly most: number },
): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let rows = 0;
  for (const [index, line] of lines.entries()) {
    rows += Math.max(1, Math.ceil(line.length / UNITS_A_ROW));
    if (rows < most && index + 1 < lines.length) continue;
    chunks.push({ first: first + from, lines: lines.slice(from, index + 1), rows });
    from = index + 1;
    rows = 0;
  }
  return chunks;
}
