import type { ReactNode } from "react";

/** What stands directly beneath lines of code: path → number of the line in the proposed text → what. */
export type LineNotes = ReadonlyMap<string, ReadonlyMap<number, ReactNode>>;

/** Lines of a proposed text, from 1, both ends included. */
export interface LineRange {
  readonly line: number;
  readonly end_line: number;
}

/** Asks for a comment on lines of a file. */
export type CommentOn = (path: string, range: LineRange) => void;
