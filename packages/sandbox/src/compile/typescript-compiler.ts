import remapping from "@jridgewell/remapping";
import ts from "typescript";
import { readingOf } from "./kinds.ts";
import type { CompiledCode, Fault } from "./translate.ts";

/*
 * The second compiler, for the syntax that Sucrase cannot translate. It is large: load it only on demand.
 */

const OPTIONS: ts.CompilerOptions = {
  // Modules as they stand, `import x = require(…)` made a call.
  module: ts.ModuleKind.Preserve,
  target: ts.ScriptTarget.ES2022,
  jsx: ts.JsxEmit.ReactJSX,
  newLine: ts.NewLineKind.LineFeed,
  removeComments: true,
  sourceMap: true,
};

/**
 * How deep the parts of a file may lie, added up, for each of its characters. What is written anew is indented,
 * and so grows by it. Code that people write comes to about two.
 */
const DEPTHS_PER_UNIT = 12;

const TOO_DEEP: Fault = { offset: 0, message: "The file is nested too deeply." };

/** Ends the compiling of a file. */
class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Compiles one file, which has only LF as line end, to a module of JavaScript without JSX; or answers the
 * first thing in it that it cannot compile.
 */
export function compileTypeScript(file: string, source: string): CompiledCode | Fault {
  try {
    const { outputText, sourceMapText, diagnostics } = ts.transpileModule(source, {
      fileName: nameFor(file),
      compilerOptions: OPTIONS,
      reportDiagnostics: true,
      transformers: { before: [() => refuseWhatFails] },
    });
    const [first] = (diagnostics ?? []).filter(({ start }) => start !== undefined);
    if (first?.start === undefined)
      return { code: outputText, mappings: mappingsOf(outputText, sourceMapText) };
    return { offset: first.start, message: ts.flattenDiagnosticMessageText(first.messageText, " ") };
  } catch (error) {
    // The compiler keeps state between two files, and puts it in order only at the end of one.
    ts.transpileModule("", { compilerOptions: OPTIONS });
    if (error instanceof Refused) return error.fault;
    if (error instanceof RangeError) return TOO_DEEP;
    if (!(error instanceof Error)) throw error;
    return { offset: 0, message: "The file is more than TypeScript's compiler can take." };
  }
}

/** The mappings of what was compiled twice: by `later` from what `earlier` had made of the source. */
export function throughBoth(later: string, earlier: string): string {
  const maps = [later, earlier].map((mappings) => ({
    version: 3 as const,
    sources: ["0"],
    names: [],
    mappings,
  }));
  const { mappings } = remapping(maps, () => null);
  // Encoded, since nothing else was asked for; nothing at all would say that the lines are the source's.
  return typeof mappings === "string" && mappings !== "" ? mappings : ";";
}

/** How the file is read goes by its ending; of its own name nothing else is taken. */
function nameFor(file: string): string {
  const { isJsx, isTypeScript } = readingOf(file);
  return `file.${isTypeScript ? "ts" : "js"}${isJsx ? "x" : ""}`;
}

function mappingsOf(code: string, sourceMap: string | undefined): string {
  // TypeScript takes these for line ends, Sucrase does not: no place can be told.
  if (/[\u2028\u2029]/u.test(code)) return ";";
  const map: unknown = JSON.parse(sourceMap ?? "{}");
  const known = typeof map === "object" && map !== null && "mappings" in map;
  return known && typeof map.mappings === "string" ? map.mappings : ";";
}

/**
 * Of decorators, those which TypeScript would drop without a word, since this part of it does not judge.
 *
 * @throws Refused for the first of them, or a file that lies too deep.
 */
function refuseWhatFails(root: ts.SourceFile): ts.SourceFile {
  let first: Fault | undefined;
  let depths = 0;
  const most = DEPTHS_PER_UNIT * (root.end + 1_000);
  const open: { readonly node: ts.Node; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node: parent, depth } = next;
    depths += depth;
    if (depths > most) throw new Refused(TOO_DEEP);
    ts.forEachChild(parent, (node) => {
      open.push({ node, depth: isIndented(node, parent) ? depth + 1 : depth });
      if (!ts.isDecorator(node) || canBeDecorated(parent)) return;
      const offset = node.getStart(root);
      if (first === undefined || offset < first.offset) first = { offset, message: refusalOf(parent) };
    });
  }
  if (first !== undefined) throw new Refused(first);
  return root;
}

/** Of chains the parts lie within one another, but are written side by side. */
function isIndented(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isIfStatement(parent)) return node !== parent.elseStatement;
  return (
    !ts.isBinaryExpression(parent) && !ts.isPropertyAccessExpression(parent) && !ts.isCallExpression(parent)
  );
}

function canBeDecorated(node: ts.Node): boolean {
  return (
    ts.isClassLike(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertyDeclaration(node)
  );
}

function refusalOf(decorated: ts.Node): string {
  return ts.isParameter(decorated)
    ? "Parameter decorators cannot be compiled: JavaScript's decorators have none."
    : "A decorator can stand only before a class, or a method, accessor or field of one.";
}
