import { parse, type Token } from "#sucrase-parser";

/** One import of a module, as its compiled code makes it. */
export interface FoundImport {
  readonly specifier: string;
  /** Where it stands in the compiled code, a UTF-16 offset. */
  readonly offset: number;
  /** Whether it is an `import()`, which runs only when it is reached. */
  readonly dynamic: boolean;
}

export interface ScannedModule {
  readonly imports: readonly FoundImport[];
  /** Where the default export is assigned, a UTF-16 offset; undefined when it is passed on from a file. */
  readonly defaultExport: number | undefined;
}

/**
 * Finds what a module of Sucrase's CommonJS output imports. It reads tokens, since in text alone a string or
 * a comment can look like an import; and the output rather than the source, since Sucrase has by then
 * dropped what only types use.
 *
 * @throws SyntaxError with `pos`.
 */
export function scanModule(code: string): ScannedModule {
  const { tokens } = parse(code, false, false, false);
  const text = (index: number): string => textOf(code, tokens[index]);
  const imports: FoundImport[] = [];
  let defaultExport: number | undefined;
  for (const [index, token] of tokens.entries()) {
    const word = text(index);
    if (word === "exports" && text(index + 1) === "." && text(index + 2) === "default") {
      defaultExport ??= token.start;
    }
    if (word !== "require" || text(index + 1) !== "(" || text(index + 3) !== ")") continue;
    const literal = text(index + 2);
    if (!/^["']/u.test(literal) || [".", "?.", "function"].includes(text(index - 1))) continue;
    // What Sucrase makes of import(). Other calls within functions belong to code that brings its own loader.
    const dynamic = text(index - 2).startsWith("_interopRequireWildcard");
    if (dynamic || token.scopeDepth === 0) {
      imports.push({ specifier: literal.slice(1, -1), offset: token.start, dynamic });
    }
  }
  return { imports, defaultExport };
}

const [EXPORT] = parse("export {}", false, false, false).tokens;

/**
 * `source` with its export lists (`export { App as default }`) moved to the end. They count for the whole
 * module wherever they stand, but Sucrase reads the values where it finds the list, which may be before they
 * exist. Lines and columns of all other code stay.
 *
 * @throws SyntaxError with `pos`.
 */
export function exportListsLast(source: string, isJsx: boolean, isTypeScript: boolean): string {
  if (!/\bexport\s*\{/u.test(source)) return source;
  const { tokens } = parse(source, isJsx, isTypeScript, false);
  const text = (index: number): string => textOf(source, tokens[index]);
  let others = "";
  let lists = "";
  let done = 0;
  for (const [index, { type, scopeDepth, start }] of tokens.entries()) {
    if (type !== EXPORT?.type || scopeDepth > 0 || text(index + 1) !== "{") continue;
    let close = index + 2;
    while (close < tokens.length && text(close) !== "}") close += 1;
    const end = tokens[close]?.end;
    if (end === undefined || text(close + 1) === "from") continue;
    const list = source.slice(start, end);
    others += source.slice(done, start) + list.replace(/[^\n]/gu, " ");
    lists += `\n${list};`;
    done = end;
  }
  return others + source.slice(done) + lists;
}

const DIRECTIVE = /[#@](?=\s*source(?:Mapping)?URL)/gu;

/**
 * `code` without the comments by which a script gives itself another name (`//# sourceURL=…`), under which
 * its errors could not be traced, or a source map from elsewhere. Every other character keeps its place.
 *
 * @throws SyntaxError with `pos`.
 */
export function withoutDirectives(code: string): string {
  if (code.search(DIRECTIVE) === -1) return code;
  const { tokens } = parse(code, false, false, false);
  let done = 0;
  let kept = "";
  // Between tokens there are but blanks and comments.
  for (const { start, end } of tokens) {
    kept += code.slice(done, start).replace(DIRECTIVE, " ") + code.slice(start, end);
    done = end;
  }
  return kept + code.slice(done).replace(DIRECTIVE, " ");
}

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

/** @throws SyntaxError with `pos`. */
export function burdenOf(source: string, isJsx: boolean, isTypeScript: boolean): Burden {
  const { tokens } = parse(source, isJsx, isTypeScript, false);
  const brackets: number[] = [];
  let level = 0;
  let levels = 0;
  let depth = 0;
  let links = 0;
  for (const [index, token] of tokens.entries()) {
    const text = textOf(source, token);
    if (/^(?:[([{]|\$\{)$/u.test(text)) brackets.push(level);
    if (/^[)\]}]$/u.test(text)) level = brackets.pop() ?? level;
    if (text === ";" && textOf(source, tokens[index + 1]) !== "else") level = (brackets.at(-1) ?? -1) + 1;
    if (text === "??") links += 1;
    level += 1;
    levels = Math.max(levels, level);
    depth = Math.max(depth, brackets.length);
  }
  const lines = source.split(/[\n\r\u2028\u2029]/u);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const whole = source.length + 20 * lines.length;
  return { levels, quoted: tokens.length * longest, nested: depth * whole, chained: links * whole };
}

function textOf(code: string, token: Token | undefined): string {
  return token === undefined ? "" : code.slice(token.start, token.end);
}
