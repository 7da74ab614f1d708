import { cutLines } from "../diff/cut-lines.ts";
import type { FileCode } from "../shown-file.ts";
import { askTokens } from "./ask-tokens.ts";
import type { Tokens } from "./tokens.ts";

/** A text with its tokens, and where each of its lines starts. */
export interface ColouredText {
  readonly tokens: Tokens;
  readonly starts: readonly number[];
}

/** Larger texts are left in one colour, in UTF-16 units. */
const LARGEST = 400_000;

type Sides = Partial<Record<"new" | "old", Promise<ColouredText | undefined>>>;
const known = new WeakMap<FileCode, Sides>();
let last: Promise<unknown> = Promise.resolve();

/** The tokens of one text of a file; undefined where it has no known language, or is too large. */
export function codeOf(code: FileCode, side: "new" | "old"): Promise<ColouredText | undefined> {
  const sides = known.get(code) ?? {};
  known.set(code, sides);
  sides[side] ??= coloured(code.path, code[side]);
  return sides[side];
}

async function coloured(path: string, text: string): Promise<ColouredText | undefined> {
  if (text.length > LARGEST) return undefined;
  const tokens = await askTokens(path, text);
  return tokens && { tokens, starts: startsOf(text) };
}

/** One work at a time, and each in a task of its own, so that the page answers in between. */
export function inTurn<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  const turn = last.then(pause).then(work);
  // Without colours the code is as readable as before.
  const done = turn.catch(() => undefined);
  last = done;
  return done;
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function startsOf(text: string): number[] {
  const { lines, ends } = cutLines(text);
  let at = 0;
  return lines.map((line, index) => {
    const start = at;
    at += line.length + (ends[index]?.length ?? 0);
    return start;
  });
}
