import { transform } from "sucrase";
import { diagnostic, positionAt, type Diagnostic, type Place } from "../wire/diagnostic.ts";
import { locate } from "../wire/line-map.ts";
import { isBeyondSucrase } from "./beyond-sucrase.ts";
import { jsonFault } from "./json.ts";
import { isDeclaration, kindOf, readingOf, transformsOf } from "./kinds.ts";
import { literal } from "./literal.ts";
import { dataUrl } from "./media.ts";
import {
  exportListsLast,
  NoFunctionBody,
  scanModule,
  withoutDirectives,
  type ScannedModule,
} from "./scan.ts";

/** Code that was made of a file's source. */
export interface CompiledCode {
  readonly code: string;
  /** See FileSpan. */
  readonly mappings: string;
}

/** A file as the body of a function of `exports`, `require` and `module`. */
export interface Translated extends ScannedModule, CompiledCode {
  readonly ok: true;
}

export type Translation = Translated | { readonly ok: false; readonly error: Diagnostic };

/** What is wrong with a text, and where: a UTF-16 offset. */
export interface Fault {
  readonly offset: number;
  readonly message: string;
}

/**
 * Translates one file that can be imported, but for stylesheets. The compilers' time can grow fast with hostile
 * nesting, so run it where it can be stopped. Rejects only when the second compiler cannot be loaded.
 */
export async function translate(file: string, text: string): Promise<Translation> {
  switch (kindOf(file)) {
    case "code":
      return isDeclaration(file) ? plainModule("") : await translateCode(file, text);
    case "json": {
      const json = text.replace(/^\uFEFF/u, "");
      const fault = jsonFault(json);
      return fault === undefined ? jsonModule(json) : refused(file, json, fault);
    }
    case "media": {
      const url = dataUrl(file, text);
      return url === undefined ? refused(file, text, NO_MEDIA) : textModule(url);
    }
    default:
      return textModule(text);
  }
}

const NO_MEDIA: Fault = {
  offset: 0,
  message: "The file holds no picture or font: write it as base64, or as a data: URL.",
};

/** A module without imports. */
export function plainModule(code: string): Translated {
  const exportsNothing = { imports: [], defaultExport: undefined, lacksDefault: false, hoisted: "" };
  return { ok: true, code, mappings: "", ...exportsNothing };
}

/** Says that a module has its default export by that name, and is not itself what is imported. */
export const MODULE_MARK = `Object.defineProperty(exports, "__esModule", { value: true });`;

/** A module whose default export is a text. */
export function textModule(text: string): Translated {
  return plainModule(`${MODULE_MARK} exports.default = ${literal(text)};`);
}

/** A module that is what JSON says: its default export, and what has a name in it. */
export function jsonModule(json: string): Translated {
  return plainModule(`module.exports = JSON.parse(${literal(json)});`);
}

/** The place in the source of a UTF-16 offset in what was made of it; the file's start when it has none. */
export function sourcePlace(file: string, { code, mappings }: CompiledCode, offset: number): Place {
  const { line, column } = positionAt(code, offset);
  const found = locate([{ file, firstLine: 1, lines: line, mappings }], line, column);
  return { file, line: found?.line ?? 1, column: found?.column ?? 1 };
}

async function translateCode(file: string, text: string): Promise<Translation> {
  // The compilers know but one line end alike. JavaScript reads the three alike, within template literals too.
  const source = text.replace(/\r\n?/gu, "\n");
  return bySucraseAlone(file, source) ?? (await byBoth(file, source));
}

/** Fast; undefined when Sucrase is not up to it. */
function bySucraseAlone(file: string, source: string): Translation | undefined {
  try {
    if (isBeyondSucrase(source, readingOf(file))) return undefined;
    const scanned = scan(file, source, bySucrase(file, source));
    return scanned.isUnread === true ? undefined : scanned;
  } catch (error) {
    return error instanceof RangeError ? refused(file, source, readFault(file, error)) : undefined;
  }
}

/** By TypeScript's compiler, then by Sucrase for the shape of a module. */
async function byBoth(file: string, source: string): Promise<Translation> {
  const { compileTypeScript, throughBoth } = await import("./typescript-compiler.ts");
  const compiled = compileTypeScript(file, source);
  if ("offset" in compiled) return refused(file, source, compiled);
  try {
    const { code, mappings } = bySucrase(`${file}.js`, compiled.code);
    return scan(file, source, { code, mappings: throughBoth(mappings, compiled.mappings) });
  } catch (error) {
    // What is well formed can only be too much.
    return refused(file, source, { ...readFault(`${file}.js`, error), offset: 0 });
  }
}

/** `isUnread`: what Sucrase made of the file cannot be read. */
function scan(file: string, source: string, compiled: CompiledCode): Translation & { isUnread?: boolean } {
  try {
    const code = withoutDirectives(compiled.code);
    return { ok: true, ...compiled, code, ...scanModule(compiled.code) };
  } catch (error) {
    const { offset, message } = readFault(file, error);
    const isUnread = !(error instanceof NoFunctionBody) && !(error instanceof RangeError);
    return { ok: false, isUnread, error: diagnostic(source, sourcePlace(file, compiled, offset), message) };
  }
}

/** @throws SyntaxError with `pos`. */
function bySucrase(file: string, source: string): CompiledCode {
  const { code, sourceMap } = transform(exportListsLast(source, readingOf(file)), {
    transforms: [...transformsOf(file), "imports"],
    jsxRuntime: "automatic",
    production: true,
    // Browsers know what Sucrase would rewrite.
    disableESTransforms: true,
    filePath: file,
    sourceMapOptions: { compiledFilename: file },
  });
  // Where the code has line ends that Sucrase does not know, the rows of its map are no lines.
  return { code, mappings: /[\u2028\u2029]/u.test(code) ? "" : (sourceMap?.mappings ?? "") };
}

function refused(file: string, text: string, { offset, message }: Fault): Translation {
  return { ok: false, error: diagnostic(text, { file, ...positionAt(text, offset) }, message) };
}

/** Sucrase puts file, line and column into its message; here they stand beside it. */
function readFault(file: string, error: unknown): Fault {
  if (error instanceof RangeError) return { offset: 0, message: "The file is nested too deeply." };
  if (!(error instanceof Error)) throw error;
  const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
  const prefix = `Error transforming ${file}: `;
  const message = error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  return { offset, message: message.replace(/ \(\d+:\d+\)$/u, "") };
}
