import type { LineEnd } from "./cut-lines.ts";

/** Stretches of a line in UTF-16 units, from and to in turn: [from, to, from, to, …]. */
export type Stretches = readonly number[];

/** What is told of one line that was removed or added. */
export interface LineMark {
  /** What in the line is other than in the line that it took the place of. */
  readonly words?: Stretches;
  /** It differs from that line in blanks and tabs only. */
  readonly space?: true;
  /** It looks like that line, and has other characters: letters of another script, or composed otherwise. */
  readonly alike?: true;
  /** It differs from that line in its end only: how this one ends. */
  readonly end?: LineEnd;
}

/** Lines that were replaced by others; the lines before, between and after the changes are the same. */
export interface Change {
  /** The index of the first line in the old text, and how many were removed. */
  readonly old: number;
  readonly removed: number;
  /** The index of the first line in the new text, and how many were added. */
  readonly new: number;
  readonly added: number;
  /** By place among the removed lines, then the added ones; what is not there has nothing to tell. */
  readonly marks: Readonly<Record<number, LineMark>>;
}

/** What is other in the new text of a file. */
export interface FileDiff {
  readonly changes: readonly Change[];
  /** Every line ends otherwise than before; lines that differ in nothing else count as the same. */
  readonly ends?: { readonly from: LineEnd; readonly to: LineEnd };
  /** The texts are too different to be compared line by line: all between head and tail is replaced. */
  readonly wholly?: true;
}

/** Lines that were taken out at one place and stand at another, to the letter. */
export interface Move {
  readonly from: LinePlace;
  readonly to: LinePlace;
  readonly lines: number;
}

/** A line of a file's old or new text, by its index. */
export interface LinePlace {
  readonly path: string;
  readonly at: number;
}
