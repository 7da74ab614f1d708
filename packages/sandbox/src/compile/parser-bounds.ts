import { resourceLimits } from "node:worker_threads";
import type { ParserOptions } from "oxc-parser";
import { burdenOf } from "./burden.ts";
import { isDeclaration, readingOf } from "./kinds.ts";

/**
 * How many tokens of nested code the parser's stack surely holds. Measured, the costliest (the tuple types
 * of `let x: [[[…`) take 2.1 KB each; the rest is left for other machines.
 */
const LEVELS_PER_MB = 300;

/**
 * What the parser may quote of one file, and go through again (see Burden). It is native code, which nothing
 * stops, and draws a picture of every fault: 260 KB of `let a;` on one line would take eleven gigabytes. At
 * these figures it takes a second or two, and some hundred megabytes; what people write stays far below.
 */
const MOST = { quoted: 2 ** 28, nested: 2 ** 25, chained: 2 ** 28 } as const;

/** The stack of a thread that has not been given another. */
const USUAL_STACK_MB = 4;

/** Whether a file of code is more than the parser surely has room for, in this thread. */
export function isTooMuch(file: string, text: string): boolean {
  try {
    const { levels, quoted, nested, chained } = burdenOf(text, readingOf(file));
    if (quoted > MOST.quoted || nested > MOST.nested || chained > MOST.chained) return true;
    return levels > LEVELS_PER_MB * (resourceLimits.stackSizeMb ?? USUAL_STACK_MB);
  } catch (error) {
    // The compiler came through by a little more room on its own stack.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

export type Lang = NonNullable<ParserOptions["lang"]>;

/** The language in which the parser reads a file. */
export function langOf(file: string): Lang {
  if (isDeclaration(file)) return "dts";
  const { isJsx, isTypeScript } = readingOf(file);
  if (!isTypeScript) return "jsx";
  return isJsx ? "tsx" : "ts";
}
