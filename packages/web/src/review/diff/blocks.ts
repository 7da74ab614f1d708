import { chunksOf, rowsTogether } from "../source-lines.ts";
import { headOf, type RowSpan } from "./folds.ts";
import type { MovedRow, Row } from "./rows.ts";

/** A row with its place among all rows of the comparison, from 1. */
export interface StepRow extends Row {
  readonly step: number;
}

/** What stands beside each other in the side by side view; inline, one of the two. */
export interface PairRow {
  readonly left?: StepRow;
  readonly right?: StepRow;
  /** The rows of the comparison that have been shown once this one was. */
  readonly first: number;
  readonly step: number;
}

/** What a comparison is drawn as, from top to bottom. */
export type Block = { readonly key: string } & (
  | { readonly kind: "rows"; readonly rows: readonly StepRow[]; readonly height: number }
  | { readonly kind: "pairs"; readonly rows: readonly PairRow[]; readonly height: number }
  | { readonly kind: "fold"; readonly fold: RowSpan; readonly head?: string | undefined }
  | { readonly kind: "moved"; readonly row: Row; readonly moved: MovedRow }
  | { readonly kind: "blank"; readonly count: number; readonly next?: Row | undefined }
) & {
    /** The index of the row that it is at; of a fold, of the one that stays next to it while it is opened. */
    readonly at: number;
  };

export type Layout = "inline" | "split";

/** All rows as blocks: stretches of rows, and between them folds, moved lines and runs of blank lines, told. */
export function blocksOf(rows: readonly Row[], folds: readonly RowSpan[], layout: Layout): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  for (const fold of [...folds, { from: rows.length, to: rows.length }]) {
    for (const span of untilMoves(rows, { from: at, to: fold.from })) {
      const row = rows[span.from];
      if (row?.moved?.first) {
        blocks.push({ kind: "moved", key: `m${span.from}`, at: span.from, row, moved: row.moved });
      }
      blocks.push(...(layout === "inline" ? inline(rows, span) : split(rows, span)));
    }
    if (fold.to > fold.from) {
      const head = fold.to < rows.length ? headOf(rows, fold) : undefined;
      const place = fold.from === 0 ? 0 : fold.to;
      blocks.push({
        kind: "fold",
        key: `f${place}`,
        at: place,
        fold,
        ...(head !== undefined && { head }),
      });
    }
    at = fold.to;
  }
  return blocks;
}

/** Blocks that are drawn together: so many rows that a long comparison comes into the page piece by piece. */
export interface Stretch {
  readonly key: string;
  readonly blocks: readonly Block[];
  /** About how many rows it takes when drawn. */
  readonly height: number;
}

/** Of a comparison of so many rows. What was drawn stays in its stretch when a fold is opened. */
export function stretchesOf(blocks: readonly Block[], rows: number): Stretch[] {
  const most = rowsTogether(rows);
  const stretches: (Stretch & { readonly part: number })[] = [];
  for (const block of blocks) {
    const part = Math.floor(block.at / most);
    const height = heightOf(block);
    const last = stretches.at(-1);
    if (last === undefined || last.part !== part || last.height + height > 2 * most) {
      const key = last?.part === part ? block.key : `${part}`;
      stretches.push({ key, part, blocks: [block], height });
    } else {
      stretches[stretches.length - 1] = {
        ...last,
        blocks: [...last.blocks, block],
        height: last.height + height,
      };
    }
  }
  return stretches;
}

function heightOf(block: Block): number {
  return "height" in block ? block.height : 1;
}

/** Cuts before each run of moved lines, which is told there. */
function untilMoves(rows: readonly Row[], { from, to }: RowSpan): RowSpan[] {
  const starts = [from];
  for (let index = from + 1; index < to; index += 1) if (rows[index]?.moved?.first) starts.push(index);
  return starts
    .map((start, index) => ({ from: start, to: starts[index + 1] ?? to }))
    .filter((span) => span.to > span.from);
}

function inline(rows: readonly Row[], { from, to }: RowSpan): Block[] {
  const texts = rows.slice(from, to).map(({ text }) => text);
  return chunksOf(texts).flatMap(({ first, lines, rows: height, blank }): Block[] => {
    const start = from + first - 1;
    const shown = rows
      .slice(start, start + lines.length)
      .map((row, index): StepRow => ({ ...row, step: start + index + 1 }));
    const block: Block = { kind: "rows", key: `r${start}`, at: start, rows: shown, height };
    if (blank === undefined) return [block];
    const next = rows[from + blank.next - 1];
    return [{ kind: "blank", key: `b${start}`, at: start, count: blank.count, next }, block];
  });
}

function split(rows: readonly Row[], span: RowSpan): Block[] {
  const pairs = pairsOf(rows, span);
  const texts = pairs.map(({ left, right }) => longer(left?.text, right?.text));
  return chunksOf(texts).flatMap(({ first, lines, rows: height, blank }): Block[] => {
    const shown = pairs.slice(first - 1, first - 1 + lines.length);
    const at = (shown[0]?.first ?? 1) - 1;
    const block: Block = { kind: "pairs", key: `p${at}`, at, rows: shown, height };
    if (blank === undefined) return [block];
    const after = pairs[blank.next - 1];
    return [
      { kind: "blank", key: `b${at}`, at, count: blank.count, next: after?.right ?? after?.left },
      block,
    ];
  });
}

/** Rows side by side: what was removed beside what was added after it. */
function pairsOf(rows: readonly Row[], { from, to }: RowSpan): PairRow[] {
  const pairs: PairRow[] = [];
  for (let at = from; at < to;) {
    const row = rows[at];
    if (row?.kind === "same") {
      const both = { ...row, step: at + 1 };
      pairs.push({ left: both, right: both, first: at + 1, step: at + 1 });
      at += 1;
      continue;
    }
    const middle = endOf(rows, { from: at, to }, "removed");
    const end = endOf(rows, { from: middle, to }, "added");
    const longest = Math.max(middle - at, end - middle);
    for (let index = 0; index < longest; index += 1) {
      const left = at + index < middle ? rows[at + index] : undefined;
      const right = middle + index < end ? rows[middle + index] : undefined;
      const before = Math.min(index, middle - at) + Math.min(index, end - middle);
      const count = (left ? 1 : 0) + (right ? 1 : 0);
      pairs.push({
        ...(left && { left: { ...left, step: at + index + 1 } }),
        ...(right && { right: { ...right, step: middle + index + 1 } }),
        first: at + before + 1,
        step: at + before + count,
      });
    }
    at = end;
  }
  return pairs;
}

function endOf(rows: readonly Row[], { from, to }: RowSpan, kind: Row["kind"]): number {
  let end = from;
  while (end < to && rows[end]?.kind === kind) end += 1;
  return end;
}

function longer(a = "", b = ""): string {
  return a.length > b.length ? a : b;
}
