import type { SyntaxNodeRef, Tree } from "@lezer/common";
import { parser as cssParser } from "@lezer/css";
import { highlightTree, tagHighlighter, tags as t, type Highlighter } from "@lezer/highlight";
import { parser as scriptParser } from "@lezer/javascript";
import { parser as jsonParser } from "@lezer/json";
import { TOKEN_KINDS, type TokenKind } from "./token-kind.ts";
import type { Tokens } from "./tokens.ts";

interface Language {
  readonly parser: Pick<typeof scriptParser, "parse">;
  readonly colours: Highlighter;
  /** What ends a line besides a line feed, and with it a comment; the parsers do not know all of it. */
  readonly ends?: RegExp;
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

const SCRIPT_ENDS = /[\r\u2028\u2029]/gu;
const LANGUAGES: Readonly<Record<string, Language>> = {
  ts: { parser: scriptParser.configure({ dialect: "ts" }), colours: SCRIPT, ends: SCRIPT_ENDS },
  tsx: { parser: scriptParser.configure({ dialect: "ts jsx" }), colours: SCRIPT, ends: SCRIPT_ENDS },
  js: { parser: scriptParser.configure({ dialect: "jsx" }), colours: SCRIPT, ends: SCRIPT_ENDS },
  css: { parser: cssParser, colours: STYLES, ends: /[\r\f]/gu },
  json: { parser: jsonParser, colours: DATA },
};
const ENDINGS = new Map(
  Object.entries({ ts: "ts", mts: "ts", cts: "ts", tsx: "tsx", js: "js", jsx: "js", mjs: "js", cjs: "js" }),
);

/** The colours of what does not run: they must never lie on code. */
const SILENT: ReadonlySet<TokenKind> = new Set(["com", "str"]);

/**
 * The tokens of a text by the ending of its path, in order: where each starts, where it ends and what it is, as
 * `tokensBetween` reads them. Undefined for an ending that is not known. Never throws for a text that is not well
 * formed: from where the parser does not understand it, nothing is told to be a comment or a string any more,
 * since it may be code.
 */
export function tokensOf(path: string, text: string): Tokens | undefined {
  const ending = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? "";
  const language = LANGUAGES[ENDINGS.get(ending) ?? ending];
  if (language === undefined) return undefined;
  const tree = language.parser.parse(language.ends ? text.replaceAll(language.ends, "\n") : text);
  const understood = firstFault(tree, text);
  const tokens: number[] = [];
  highlightTree(tree, language.colours, (from, to, style) => {
    // Kinds are the classes of the highlighters above.
    const kind = style as TokenKind;
    if (to <= understood || !SILENT.has(kind)) tokens.push(from, to, TOKEN_KINDS.indexOf(kind));
  });
  return new Uint32Array(tokens);
}

/** Where a parser first met what it does not understand, or understands otherwise than what runs the code. */
function firstFault(tree: Tree, text: string): number {
  let first = Number.POSITIVE_INFINITY;
  tree.iterate({
    enter: (node) => {
      if (isFault(node, text)) first = Math.min(first, node.from);
      return first === Number.POSITIVE_INFINITY;
    },
  });
  return first;
}

function isFault({ type, from, to, node }: SyntaxNodeRef, text: string): boolean {
  if (type.isError) return true;
  // A string that its line ends before it does.
  if (type.name === "String" || type.name === "StringLiteral") {
    return to - from < 2 || text[from] !== text[to - 1];
  }
  const left = type.name === "BinaryExpression" ? node.firstChild : null;
  // Nothing can be done with a function's arrow and body: what follows them is a statement of its own. And what
  // is compared with the outcome of a comparison may be an element, and the first of them its type.
  if (left?.name === "BinaryExpression") return [left, node].every((one) => one.getChild("CompareOp"));
  return left?.name === "ArrowFunction";
}
