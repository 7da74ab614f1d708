import { parse } from "#sucrase-parser";
import { readTokens, type Reading, type Tokens } from "./tokens.ts";

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
  /** It surely has no default export. What sets `module.exports` itself may have any. */
  readonly lacksDefault: boolean;
  /** The assignments that export functions: those stand from the start, as functions do in their module. */
  readonly hoisted: string;
}

/** What a module cannot have since it is a function here, at the UTF-16 offset `pos`. */
export class NoFunctionBody extends Error {
  readonly pos: number;

  constructor(pos: number, message: string) {
    super(message);
    this.pos = pos;
  }
}

/** The roles of names by which Sucrase's parser tells declarations at the top level, and keys. */
const [DECLARED, DECLARED_SHORT, KEY] = [2, 5, 10];

/**
 * Finds what a module of Sucrase's CommonJS output imports and exports. It reads tokens, since in text alone a
 * string or a comment can look like an import; and the output rather than the source, since Sucrase has by
 * then dropped what only types use.
 *
 * @throws SyntaxError with `pos`, and NoFunctionBody.
 */
export function scanModule(code: string): ScannedModule {
  const read = readTokens(code);
  refuseTopLevelAwait(read);
  refuseNames(read);
  return { imports: findImports(read), hoisted: findHoisted(read), ...findDefault(read) };
}

function findImports({ tokens, text }: Tokens): FoundImport[] {
  return tokens.flatMap(({ start, scopeDepth }, index) => {
    if (text(index) !== "require" || text(index + 1) !== "(") return [];
    const literal = text(index + 2);
    if (!/^["']/u.test(literal) || [".", "?.", "function"].includes(text(index - 1))) return [];
    // What Sucrase makes of import(). Other calls within functions belong to code that brings its own loader.
    const dynamic = text(index - 2).startsWith("_interopRequireWildcard");
    const end = text(index + 3);
    if (dynamic ? end !== ")" && end !== "," : scopeDepth > 0 || end !== ")") return [];
    return [{ specifier: literal.slice(1, -1), offset: start, dynamic }];
  });
}

function findDefault({ tokens, text }: Tokens): Pick<ScannedModule, "defaultExport" | "lacksDefault"> {
  let isTold = true;
  for (const [index, { start }] of tokens.entries()) {
    const [word, next, third] = [text(index), text(index + 1), text(index + 2)];
    if (word === "exports" && next === "." && third === "default") {
      return { defaultExport: start, lacksDefault: false };
    }
    const passesOn = word === "_createNamedExportFrom" && next === "(" && text(index + 4) === "'default'";
    const isCommonJs = (word === "module" && text(index - 1) !== ".") || (word === "exports" && next === "[");
    if (passesOn || isCommonJs) isTold = false;
  }
  return { defaultExport: undefined, lacksDefault: isTold };
}

function findHoisted({ tokens, text }: Tokens): string {
  const functions = new Set<string>();
  for (const [index, { scopeDepth }] of tokens.entries()) {
    if (text(index) !== "function" || scopeDepth > 0) continue;
    const name = text(index + 1) === "*" ? index + 2 : index + 1;
    if (tokens[name]?.identifierRole === DECLARED) functions.add(text(name));
  }
  if (functions.size === 0) return "";
  let assignments = "";
  for (const [index, { scopeDepth }] of tokens.entries()) {
    if (text(index) !== "exports" || scopeDepth > 0) continue;
    const [dot, key, equals, value = "", end] = [1, 2, 3, 4, 5].map((step) => text(index + step));
    const isExport = dot === "." && equals === "=" && end === ";" && /^[;}]?$/u.test(text(index - 1));
    if (isExport && functions.has(value)) assignments += `exports.${key} = ${value};`;
  }
  return assignments;
}

const TOP_LEVEL_AWAIT =
  "Top-level await cannot be compiled. Await within an async function, which an effect or an event calls.";

/** Names that would clash with those of the function, or be no names in it. @throws NoFunctionBody */
function refuseNames({ tokens, text }: Tokens): void {
  for (const [index, { start, identifierRole }] of tokens.entries()) {
    const word = text(index);
    if (word === "." && /^["']/u.test(text(index + 1))) {
      throw new NoFunctionBody(start, "A name in quotes can be neither imported nor exported.");
    }
    const isDeclared = identifierRole === DECLARED || identifierRole === DECLARED_SHORT;
    if (!isDeclared || (word !== "exports" && word !== "require")) continue;
    throw new NoFunctionBody(start, `"${word}" cannot be declared outside of functions: take another name.`);
  }
}

/** @throws NoFunctionBody */
function refuseTopLevelAwait({ tokens, scopes, text }: Tokens): void {
  // How many functions begin at each token, less those that end there.
  const steps = new Int32Array(tokens.length + 1);
  for (const { startTokenIndex, endTokenIndex, isFunctionScope } of scopes.slice(0, -1)) {
    if (!isFunctionScope) continue;
    steps[startTokenIndex] = (steps[startTokenIndex] ?? 0) + 1;
    steps[endTokenIndex] = (steps[endTokenIndex] ?? 0) - 1;
  }
  let within = 0;
  for (const [index, { start, identifierRole }] of tokens.entries()) {
    within += steps[index] ?? 0;
    if (within > 0 || text(index) !== "await" || identifierRole === KEY) continue;
    if (!/^\??\.$/u.test(text(index - 1))) throw new NoFunctionBody(start, TOP_LEVEL_AWAIT);
  }
}

const [EXPORT] = parse("export {}", false, false, false).tokens;

/**
 * `source` with its export lists (`export { App as default }`) moved to the end. They count for the whole
 * module wherever they stand, but Sucrase reads the values where it finds the list, which may be before they
 * exist. Lines and columns of all other code stay.
 *
 * @throws SyntaxError with `pos`.
 */
export function exportListsLast(source: string, reading: Reading): string {
  if (!/\bexport\s*\{/u.test(source)) return source;
  const { tokens, text } = readTokens(source, reading);
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
  let done = 0;
  let kept = "";
  // Between tokens there are but blanks and comments.
  for (const { start, end } of readTokens(code).tokens) {
    kept += code.slice(done, start).replace(DIRECTIVE, " ") + code.slice(start, end);
    done = end;
  }
  return kept + code.slice(done).replace(DIRECTIVE, " ");
}
