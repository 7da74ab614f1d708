import { readTokens, type Reading } from "./tokens.ts";

/** What a source asks of a parser that works its way down through it, at most. */
export interface Burden {
  /**
   * How deep it may recurse. Each token counts for one level until its statement ends, since chains (`a.b.c`,
   * `!!!a`, `a ? b : c ? d : e`) nest without brackets.
   */
  readonly levels: number;
  /** How many characters it quotes if it finds a fault at every token: with each go the lines around it. */
  readonly quoted: number;
  /**
   * How many it goes through again if it takes every pair of brackets for another thing at first, or finds a
   * fault that spans it. A line counts for twenty more: what its number takes when it is quoted.
   */
  readonly nested: number;
  /** The same for every `??` that may not stand where it does, which is a fault of the whole chain. */
  readonly chained: number;
}

/** The burden of a source; of one that Sucrase cannot read, which another compiler may, by a rougher measure. */
export function burdenOf(source: string, reading: Reading): Burden {
  try {
    const { tokens, text } = readTokens(source, reading);
    return weigh(
      source,
      tokens.map((_, index) => text(index)),
    );
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return weighRoughly(source);
  }
}

function weigh(source: string, tokens: readonly string[]): Burden {
  const brackets: number[] = [];
  let level = 0;
  let levels = 0;
  let depth = 0;
  let links = 0;
  for (const [index, text] of tokens.entries()) {
    if (/^(?:[([{]|\$\{)$/u.test(text)) brackets.push(level);
    if (/^[)\]}]$/u.test(text)) level = brackets.pop() ?? level;
    if (text === ";" && tokens[index + 1] !== "else") level = (brackets.at(-1) ?? -1) + 1;
    if (text === "??") links += 1;
    level += 1;
    levels = Math.max(levels, level);
    depth = Math.max(depth, brackets.length);
  }
  return { levels, ...burdenFrom(source, { tokens: tokens.length, depth, links }) };
}

/** Takes whatever a string or a comment holds for code, and every bracket for one that stays open. */
function weighRoughly(source: string): Burden {
  const tokens = source.match(/[\w$]+|\?\?|[^\s\w$]/gu)?.length ?? 0;
  const depth = source.match(/[([{]/gu)?.length ?? 0;
  const links = source.match(/\?\?/gu)?.length ?? 0;
  return { levels: tokens, ...burdenFrom(source, { tokens, depth, links }) };
}

interface Counts {
  readonly tokens: number;
  readonly depth: number;
  readonly links: number;
}

function burdenFrom(source: string, { tokens, depth, links }: Counts): Omit<Burden, "levels"> {
  const lines = source.split(/[\n\r\u2028\u2029]/u);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const whole = source.length + 20 * lines.length;
  return { quoted: tokens * longest, nested: depth * whole, chained: links * whole };
}
