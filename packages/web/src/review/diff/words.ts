import { looksLike } from "@anteroom/sandbox/review-report";
import { diffArrays } from "diff";
import type { LineEnd } from "./cut-lines.ts";
import type { LineMark, Stretches } from "./file-diff.ts";

/** A line with its end, as it is compared. */
export interface EndedLine {
  readonly text: string;
  readonly end: LineEnd;
}

/** Words, single signs, and runs of blanks; whole letters with the marks on them. */
const TOKEN = /[\p{L}\p{N}\p{M}_$]+|[\t ]+|[^\p{L}\p{N}_$\t ]\p{M}*/gu;
const MAX_EDITS = 200;
/** Lines beyond it are compared by their common head and tail alone. */
const MAX_UNITS = 2000;
/** Where less than this part of two lines is common, marking words would only make noise. */
const COMMON_PART = 0.3;

/** What is told of a removed line and of the added one in its place. */
export function markPair(before: EndedLine, after: EndedLine): { before?: LineMark; after?: LineMark } {
  if (before.text === after.text) return { before: { end: before.end }, after: { end: after.end } };
  const words = changedWords(before.text, after.text);
  const mark: LineMark = {
    ...(withoutBlanks(before.text) === withoutBlanks(after.text) && { space: true }),
    ...(isAlike(before.text, after.text) && { alike: true }),
  };
  if (words === undefined) return Object.keys(mark).length > 0 ? { before: mark, after: mark } : {};
  const [old, now] = words;
  return { before: { words: old, ...mark }, after: { words: now, ...mark } };
}

/** Whether what differs in two lines can be taken for the same. */
function isAlike(before: string, after: string): boolean {
  const { head, tail } = commonEnds(before, after);
  const middle = (text: string): string => text.slice(head, text.length - tail);
  return looksLike(middle(before), middle(after));
}

/** How alike two lines are, from 0 to 1, by their common head and tail; cheap, for pairing lines. */
export function likeness(a: string, b: string): number {
  const [one, other] = [a.trim(), b.trim()];
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 1;
  const { head, tail } = commonEnds(one, other);
  return (head + tail) / longest;
}

/** Only blanks and tabs: other spaces are drawn, and tell for themselves. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/[\t ]+/gu, "");
}

/** The stretches of both lines that are not common; undefined where too little is. */
function changedWords(before: string, after: string): [Stretches, Stretches] | undefined {
  if (before.length > MAX_UNITS || after.length > MAX_UNITS) return changedMiddle(before, after);
  const parts = diffArrays(before.match(TOKEN) ?? [], after.match(TOKEN) ?? [], {
    maxEditLength: MAX_EDITS,
  });
  if (parts === undefined) return changedMiddle(before, after);
  const [old, now]: [number[], number[]] = [[], []];
  let [oldAt, newAt, common] = [0, 0, 0];
  for (const { value, added, removed } of parts) {
    const length = value.join("").length;
    if (removed) oldAt = stretch(old, oldAt, length);
    else if (added) newAt = stretch(now, newAt, length);
    else {
      [oldAt, newAt] = [oldAt + length, newAt + length];
      common += value.join("").trim().length;
    }
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return common < COMMON_PART * longest ? changedMiddle(before, after) : [old, now];
}

function stretch(into: number[], at: number, length: number): number {
  if (into.at(-1) === at) into[into.length - 1] = at + length;
  else into.push(at, at + length);
  return at + length;
}

function changedMiddle(before: string, after: string): [Stretches, Stretches] | undefined {
  const { head, tail } = commonEnds(before, after);
  if (head + tail < COMMON_PART * Math.max(before.length, after.length)) return undefined;
  const middle = (text: string): Stretches => (text.length > head + tail ? [head, text.length - tail] : []);
  return [middle(before), middle(after)];
}

function commonEnds(a: string, b: string): { head: number; tail: number } {
  const shortest = Math.min(a.length, b.length);
  let head = 0;
  while (head < shortest && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  // A letter of two units stays whole.
  if (head > 0 && isHighSurrogate(a.charCodeAt(head - 1))) head -= 1;
  let tail = 0;
  while (tail < shortest - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) {
    tail += 1;
  }
  if (tail > 0 && isLowSurrogate(a.charCodeAt(a.length - tail))) tail -= 1;
  return { head, tail };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
