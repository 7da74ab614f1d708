import { compareTexts } from "./compare.ts";
import { cutLines } from "./cut-lines.ts";
import type { FileDiff, Move } from "./file-diff.ts";
import { findMoves } from "./moves.ts";

/** Both texts of a file; one that was added or removed has an empty text on the other side. */
export interface FileTexts {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/** What is told while files are compared: some of the comparisons, or in the end which lines moved. */
export type Compared =
  | { readonly diffs: readonly (readonly [path: string, diff: FileDiff])[] }
  | { readonly moves: readonly Move[] };

/** So long comparisons are gathered before they are told, in ms. */
const GATHERED_MS = 15;

/** Compares files one after the other, and tells what it has from time to time; the moves come last. */
export function compareFiles(files: readonly FileTexts[], tell: (compared: Compared) => void): void {
  let diffs: [string, FileDiff][] = [];
  let since = performance.now();
  const compared = files.map((file) => {
    const diff = compareTexts(file.old, file.new);
    diffs.push([file.path, diff]);
    if (performance.now() - since > GATHERED_MS) {
      tell({ diffs });
      diffs = [];
      since = performance.now();
    }
    return { path: file.path, old: cutLines(file.old), new: cutLines(file.new), diff };
  });
  tell({ diffs });
  tell({ moves: findMoves(compared) });
}
