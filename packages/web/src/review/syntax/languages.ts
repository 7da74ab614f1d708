import type { Tree } from "@lezer/common";
import { parser as cssParser } from "@lezer/css";
import { highlightTree, tagHighlighter, tags as t, type Highlighter } from "@lezer/highlight";
import { parser as scriptParser } from "@lezer/javascript";
import { parser as jsonParser } from "@lezer/json";
import type { TokenKind } from "./token-kind.ts";

interface Language {
  readonly parser: Pick<typeof scriptParser, "startParse">;
  readonly colours: Highlighter;
}

interface Style {
  readonly tag: Parameters<typeof tagHighlighter>[0][number]["tag"];
  readonly class: TokenKind;
}

const COMMON: readonly Style[] = [
  { tag: [t.comment], class: "com" },
  { tag: [t.string, t.regexp, t.special(t.string), t.escape], class: "str" },
  { tag: [t.number, t.unit, t.color], class: "num" },
  { tag: [t.bool, t.null, t.atom, t.self], class: "key" },
  { tag: [t.tagName, t.angleBracket], class: "tag" },
];
const SCRIPT = tagHighlighter([
  ...COMMON,
  { tag: [t.keyword], class: "key" },
  {
    tag: [t.function(t.variableName), t.function(t.propertyName), t.function(t.definition(t.variableName))],
    class: "fn",
  },
]);
const STYLES = tagHighlighter([
  ...COMMON,
  { tag: [t.keyword, t.propertyName], class: "key" },
  { tag: [t.className, t.labelName], class: "tag" },
]);
const DATA = tagHighlighter([...COMMON, { tag: [t.propertyName], class: "fn" }]);

const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: { parser: scriptParser.configure({ dialect: "ts" }), colours: SCRIPT },
  tsx: { parser: scriptParser.configure({ dialect: "ts jsx" }), colours: SCRIPT },
  js: { parser: scriptParser.configure({ dialect: "jsx" }), colours: SCRIPT },
  css: { parser: cssParser, colours: STYLES },
  json: { parser: jsonParser, colours: DATA },
};
const ENDINGS = new Map(
  Object.entries({ ts: "ts", mts: "ts", cts: "ts", tsx: "tsx", js: "js", jsx: "js", mjs: "js", cjs: "js" }),
);

/** A parsed text whose tokens can be asked for. */
export interface Tokens {
  /** Calls `put` for each token between two places of the text, in order. */
  readonly between: (
    from: number,
    to: number,
    put: (from: number, to: number, kind: TokenKind) => void,
  ) => void;
}

/**
 * Parses a text by the ending of its path, slice by slice: `pause` is awaited whenever `sliceMs` are over.
 * Undefined for an ending that is not known. Never throws for a text that is not well formed.
 */
export async function tokensOf(
  path: string,
  text: string,
  { sliceMs, pause }: { readonly sliceMs: number; readonly pause: () => Promise<void> },
): Promise<Tokens | undefined> {
  const ending = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? "";
  const language = LANGUAGES[ENDINGS.get(ending) ?? ending];
  if (language === undefined) return undefined;
  const parse = language.parser.startParse(text);
  let tree: Tree | null = null;
  let since = performance.now();
  while (tree === null) {
    tree = parse.advance();
    if (tree !== null || performance.now() - since < sliceMs) continue;
    await pause();
    since = performance.now();
  }
  const made = tree;
  return {
    between: (from, to, put) => {
      // Kinds are the classes of the highlighters above.
      const putStyle = (start: number, end: number, kind: string): void => put(start, end, kind as TokenKind);
      highlightTree(made, language.colours, putStyle, from, to);
    },
  };
}
