import type { Row } from "./rows.ts";

/** Rows from an index to before another. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** So many unchanged lines are shown around a change, or around a line with a comment. */
const CONTEXT = 3;
/** A fold takes a row itself: fewer lines are shown instead. */
const LEAST_FOLDED = 3;
const STEP = 20;

export interface FoldOptions {
  /** What the person opened. */
  readonly opened: readonly RowSpan[];
  /** Lines of the new text that must not be hidden. */
  readonly keep: (line: number) => boolean;
}

/** The stretches of unchanged rows that are folded away, in order. No changed row is ever in one. */
export function foldsOf(rows: readonly Row[], { opened, keep }: FoldOptions): RowSpan[] {
  const shown = new Uint8Array(rows.length);
  const show = (from: number, to: number): void => void shown.fill(1, Math.max(0, from), to);
  for (const [index, { kind, line }] of rows.entries()) {
    if (kind !== "same" || (line !== undefined && keep(line))) show(index - CONTEXT, index + CONTEXT + 1);
  }
  for (const { from, to } of opened) show(from, to);
  const folds: RowSpan[] = [];
  for (let from = 0; from < rows.length;) {
    if (shown[from] === 1) from += 1;
    else {
      const next = shown.indexOf(1, from);
      const to = next === -1 ? rows.length : next;
      if (to - from >= LEAST_FOLDED) folds.push({ from, to });
      from = to;
    }
  }
  return folds;
}

/** The next rows of a fold to open: those next to a change. */
export function stepInto({ from, to }: RowSpan): RowSpan {
  return from === 0 ? { from: Math.max(0, to - STEP), to } : { from, to: Math.min(to, from + STEP) };
}

/** How many rows `stepInto` opens. */
export function stepLength(fold: RowSpan): number {
  return Math.min(STEP, fold.to - fold.from);
}

/** The line that what comes after a fold belongs to: the nearest one above with less indentation. */
export function headOf(rows: readonly Row[], { to }: RowSpan): string | undefined {
  const first = rows.slice(to, to + 2 * CONTEXT + 1).find(({ text }) => text.trim() !== "");
  const indent = first === undefined ? 0 : indentOf(first.text);
  if (indent === 0) return undefined;
  for (let index = to - 1; index >= 0; index -= 1) {
    const { kind, text } = rows[index] ?? { kind: "removed", text: "" };
    if (kind !== "removed" && /[\p{L}<.#@]/u.test(text) && indentOf(text) < indent) return text.trim();
  }
  return undefined;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
