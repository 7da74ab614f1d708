import { cutLines } from "./diff/cut-lines.ts";
import type { FileDiff, Move } from "./diff/file-diff.ts";
import { countChanged, rowsOf, type Row } from "./diff/rows.ts";
import type { FileMeasure } from "./reading.ts";
import { sourceOf, type Source } from "./source-lines.ts";

/** A file's code as it is proposed and as it was; a removed file is proposed as nothing. */
export interface FileCode {
  readonly path: string;
  readonly new: string;
  readonly old: string;
}

/** One file of the card as it is shown. */
export interface ShownFile {
  readonly path: string;
  /** whole: not compared with anything. */
  readonly state: "whole" | "same" | "changed" | "added" | "removed";
  readonly bytes: number;
  readonly code: FileCode;
  /** The proposed text; of a removed file, the old one. */
  readonly source: Source;
  /** Absent where it is shown whole, or the comparison is not made yet. */
  readonly compared?: ComparedRows | undefined;
  /** Absent for a removed file, of which nothing is let in. */
  readonly measure?: FileMeasure;
  /** The comparison is still being made. */
  readonly waits: boolean;
}

export interface ComparedRows {
  readonly rows: readonly Row[];
  readonly diff: FileDiff;
  readonly added: number;
  readonly removed: number;
  /** Lines that moved, each also counted as removed and added. */
  readonly moves: readonly Move[];
  /** Unchanged rows may be folded away and count as read: they run already, or the person saw them. */
  readonly folds: boolean;
}

/** What a comparison is made of. */
interface Made extends Pick<ComparedRows, "moves" | "folds"> {
  /** Absent until it is made. */
  readonly diff: FileDiff | undefined;
}

/** A proposed file, with the old text where it is compared with one. */
export interface ProposedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly text: string;
  readonly read_before?: "seen" | "marked";
}

/** What a file is compared with. */
export interface OldFile {
  readonly sha256: string;
  readonly text: string;
}

const sources = new WeakMap<ProposedFile, Source>();

/** The lines of a proposed file, cut once however it is shown. */
function sourceOnce(file: ProposedFile): Source {
  const source = sources.get(file) ?? sourceOf(file.text);
  sources.set(file, source);
  return source;
}

/** A file that is shown whole. */
export function wholeFile(file: ProposedFile, state: "whole" | "same"): ShownFile {
  const source = sourceOnce(file);
  const measure = measureOf(file, { view: "", lines: source.lines, rows: source.rows });
  const code = { path: file.path, new: file.text, old: "" };
  return { path: file.path, state, bytes: file.bytes, code, source, measure, waits: false };
}

/** A file that is compared with an old text; an added one is read like a whole one. */
export function comparedFile(file: ProposedFile, old: OldFile | undefined, made: Made): ShownFile {
  const code = { path: file.path, new: file.text, old: old?.text ?? "" };
  const compared = made.diff && comparedRows(made.diff, code, made);
  const view = old?.sha256 ?? "";
  const measure = compared
    ? measureOf(file, {
        view,
        lines: compared.rows.length,
        rows: compared.added + compared.removed,
        ...(view !== "" && { at: linesAt(compared.rows) }),
      })
    : measureOf(file, { view, lines: Number.POSITIVE_INFINITY, rows: 1 });
  return {
    path: file.path,
    state: old === undefined ? "added" : "changed",
    bytes: file.bytes,
    code,
    source: sourceOnce(file),
    compared,
    measure,
    waits: compared === undefined,
  };
}

/** A file that is not proposed any more, as its old text. */
export function removedFile(path: string, old: OldFile, moves: readonly Move[]): ShownFile {
  const code = { path, new: "", old: old.text };
  const source = sourceOf(old.text);
  const change = { old: 0, removed: source.lines, new: 0, added: 0, marks: {} };
  const diff: FileDiff = { changes: source.lines === 0 ? [] : [change] };
  const bytes = new TextEncoder().encode(old.text).length;
  const compared = comparedRows(diff, code, { moves, folds: true });
  return { path, state: "removed", bytes, code, source, compared, waits: false };
}

function comparedRows(diff: FileDiff, code: FileCode, { moves, folds }: Omit<Made, "diff">): ComparedRows {
  const texts = { path: code.path, old: cutLines(code.old), new: cutLines(code.new), moves };
  return { rows: rowsOf(diff, texts), diff, ...countChanged(diff), moves, folds };
}

type Measured = Pick<FileMeasure, "view" | "lines" | "rows" | "at">;

function measureOf({ path, sha256, read_before }: ProposedFile, measured: Measured): FileMeasure {
  return { path, sha256, ...measured, before: read_before };
}

/** For each row the line of the new text that it is at: of a removed one, the line after it. */
function linesAt(rows: readonly Row[]): number[] {
  const at: number[] = [];
  let next = rows.findLast(({ line }) => line !== undefined)?.line ?? 1;
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    next = rows[index]?.line ?? next;
    at[index] = next;
  }
  return at;
}
