import { diffArrays } from "diff";
import { cutLines, type CutText, type LineEnd } from "./cut-lines.ts";
import type { Change, FileDiff, LineMark } from "./file-diff.ts";
import { likeness, markPair, type EndedLine } from "./words.ts";

/** Beyond so many lines removed and added, a file is shown as replaced: the search takes their square. */
const MAX_EDITS = 2000;
/** In one change, lines are paired by likeness up to so many comparisons; beyond, by their place. */
const MAX_LIKENESS = 4000;
/** Lines less alike than this did not take each other's place. */
const ALIKE = 0.4;
const PLAIN_ENDS: ReadonlySet<string> = new Set(["\n", "\r\n", "\r"]);

/**
 * Compares two texts line by line; a line and its end are one. The result is the same for the same texts,
 * whatever the machine: bounds are counted in edits, never in time.
 */
export function compareTexts(before: string, after: string): FileDiff {
  const [old, now] = [cutLines(before), cutLines(after)];
  const ends = switchedEnds(old, now);
  const ids = new Map<string, number>();
  const oldKeys = keysOf(old, ids, ends);
  const newKeys = keysOf(now, ids);
  const head = commonHead(oldKeys, newKeys);
  const tail = commonTail(oldKeys, newKeys, head);
  const middle = {
    old: oldKeys.slice(head, oldKeys.length - tail),
    new: newKeys.slice(head, newKeys.length - tail),
  };
  const spans = editsOf(middle.old, middle.new);
  const changes = spans ?? [{ old: 0, removed: middle.old.length, new: 0, added: middle.new.length }];
  return {
    changes: changes.map((span) => {
      const whole = { ...span, old: span.old + head, new: span.new + head };
      // Nothing says which line took whose place where nothing was compared.
      return spans === undefined ? { ...whole, marks: {} } : marked(whole, old, now);
    }),
    ...(ends && { ends }),
    ...(spans === undefined && { wholly: true }),
  };
}

type Span = Omit<Change, "marks">;

/** The stretches in which two lists differ; undefined where there are too many edits. */
function editsOf(old: readonly number[], now: readonly number[]): Span[] | undefined {
  if (old.length === 0 && now.length === 0) return [];
  if (old.length === 0 || now.length === 0) {
    return [{ old: 0, removed: old.length, new: 0, added: now.length }];
  }
  const parts = diffArrays([...old], [...now], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return undefined;
  const spans: Span[] = [];
  let [oldAt, newAt, open] = [0, 0, false];
  for (const { value, added, removed } of parts) {
    const count = value.length;
    if (added || removed) {
      const last = open ? spans.pop() : undefined;
      const span = last ?? { old: oldAt, removed: 0, new: newAt, added: 0 };
      spans.push({
        ...span,
        removed: span.removed + (removed ? count : 0),
        added: span.added + (added ? count : 0),
      });
    }
    open = added || removed;
    if (!added) oldAt += count;
    if (!removed) newAt += count;
  }
  return spans;
}

/** One number for each line that is the same, its end included. `as` reads the old ends as the new ones. */
function keysOf({ lines, ends }: CutText, ids: Map<string, number>, as?: FileDiff["ends"]): number[] {
  return lines.map((line, index) => {
    const end = ends[index] ?? "";
    const key = `${as !== undefined && end === as.from ? as.to : end}\n${line}`;
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  });
}

/** The switch of all line ends from one kind to another; none where either text mixes them. */
function switchedEnds(old: CutText, now: CutText): FileDiff["ends"] {
  const [from, to] = [onlyEnd(old), onlyEnd(now)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** How all lines end, but for a last one that has no end; only ends that every editor takes for one. */
function onlyEnd({ ends }: CutText): LineEnd | undefined {
  const [first] = ends;
  if (first === undefined || !PLAIN_ENDS.has(first)) return undefined;
  return ends.every((end, index) => end === first || (end === "" && index === ends.length - 1))
    ? first
    : undefined;
}

function commonHead(a: readonly number[], b: readonly number[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

function commonTail(a: readonly number[], b: readonly number[], head: number): number {
  const most = Math.min(a.length, b.length) - head;
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/** Pairs the removed lines of a change with the added ones in their place, and tells what differs. */
function marked(span: Span, old: CutText, now: CutText): Change {
  const marks: Record<number, LineMark> = {};
  const oldLine = (index: number): EndedLine => lineAt(old, span.old + index);
  const newLine = (index: number): EndedLine => lineAt(now, span.new + index);
  for (const [from, to] of pairsOf(span, oldLine, newLine)) {
    const { before, after } = markPair(oldLine(from), newLine(to));
    if (before) marks[from] = before;
    if (after) marks[span.removed + to] = after;
  }
  const lines = [
    ...Array.from({ length: span.removed }, (_, index) => oldLine(index)),
    ...Array.from({ length: span.added }, (_, index) => newLine(index)),
  ];
  // A blank line beside others is told by them; where nothing else changed, it is easily overlooked.
  if (lines.every(({ text }) => /^[\t ]*$/u.test(text))) {
    for (const index of lines.keys()) marks[index] ??= { space: true };
  }
  return { ...span, marks };
}

function lineAt({ lines, ends }: CutText, index: number): EndedLine {
  return { text: lines[index] ?? "", end: ends[index] ?? "" };
}

/** Which removed line each added one took the place of; in order, so that no pair crosses another. */
function pairsOf(
  { removed, added }: Span,
  oldLine: (index: number) => EndedLine,
  newLine: (index: number) => EndedLine,
): [number, number][] {
  if (removed === added || removed * added > MAX_LIKENESS) {
    return Array.from({ length: Math.min(removed, added) }, (_, index) => [index, index]);
  }
  const pairs: [number, number][] = [];
  let next = 0;
  for (let from = 0; from < removed; from += 1) {
    let best = { to: -1, alike: ALIKE };
    for (let to = next; to < added; to += 1) {
      const alike = likeness(oldLine(from).text, newLine(to).text);
      if (alike > best.alike) best = { to, alike };
    }
    if (best.to === -1) continue;
    pairs.push([from, best.to]);
    next = best.to + 1;
  }
  return pairs;
}
