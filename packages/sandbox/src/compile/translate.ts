import { transform } from "sucrase";
import { diagnostic, positionAt, type Diagnostic, type Place } from "../wire/diagnostic.ts";
import { locate } from "../wire/line-map.ts";
import { jsonFault } from "./json.ts";
import { kindOf, transformsOf } from "./kinds.ts";
import { exportListsLast, scanModule, withoutDirectives, type ScannedModule } from "./scan.ts";

/** A file as the body of a function of `exports`, `require` and `module`. */
export interface Translated extends ScannedModule {
  readonly ok: true;
  readonly code: string;
  /** See FileSpan. */
  readonly mappings: string;
}

export type Translation = Translated | { readonly ok: false; readonly error: Diagnostic };

interface Fault {
  readonly offset: number;
  readonly message: string;
}

/**
 * Translates one file that can be imported: code, JSON, or a stylesheet (which has no code of its own). The
 * compiler's time can grow fast with hostile nesting, so run it where it can be stopped.
 */
export function translate(file: string, text: string): Translation {
  const kind = kindOf(file);
  if (kind === "code") return translateCode(file, text);
  const fault = kind === "json" ? jsonFault(text) : undefined;
  if (fault !== undefined) return refused(file, text, fault);
  const code = kind === "json" ? `module.exports = JSON.parse(${literal(text)});` : "";
  return { ok: true, code, mappings: "", imports: [], defaultExport: undefined };
}

/** The place in the source of a UTF-16 offset in a file's translation. */
export function sourcePlace(file: string, { code, mappings }: OffsetSpace, offset: number): Place {
  const { line, column } = positionAt(code, offset);
  const found = locate([{ file, firstLine: 1, lines: line, mappings }], line, column);
  return { file, line, column: found?.column ?? 1 };
}

interface OffsetSpace {
  readonly code: string;
  readonly mappings: string;
}

/** A value of JSON as a literal of JavaScript on one line. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/gu, (end) =>
    end === "\u2028" ? "\\u2028" : "\\u2029",
  );
}

function translateCode(file: string, text: string): Translation {
  // Sucrase knows but one line end. JavaScript reads the three alike, within template literals too.
  const source = text.replace(/\r\n?/gu, "\n");
  let output: OffsetSpace;
  try {
    output = compile(file, source);
  } catch (error) {
    return refused(file, source, readFault(file, error));
  }
  try {
    return { ok: true, ...output, code: withoutDirectives(output.code), ...scanModule(output.code) };
  } catch (error) {
    // A specifier with a quote in it: Sucrase does not escape it.
    const { offset, message } = readFault(file, error);
    return { ok: false, error: diagnostic(source, sourcePlace(file, output, offset), message) };
  }
}

function compile(file: string, source: string): OffsetSpace {
  const transforms = transformsOf(file);
  const ordered = exportListsLast(source, transforms.includes("jsx"), transforms.includes("typescript"));
  const { code, sourceMap } = transform(ordered, {
    transforms: [...transforms, "imports"],
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
