import { resourceLimits } from "node:worker_threads";
import type { AppFiles } from "@anteroom/app-format";
import { parseSync, type OxcError, type ParserOptions } from "oxc-parser";
import { diagnostic, positionAt, type Diagnostic } from "../wire/diagnostic.ts";
import { kindOf, transformsOf } from "./kinds.ts";
import { burdenOf } from "./scan.ts";
import { translate } from "./translate.ts";

const DIAGNOSTICS = 20;

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

/**
 * What does not compile in an app's files, at most 20 faults in the order of the files: code that the app's
 * compiler refuses or that is no TypeScript or JavaScript, and JSON that is none. Other kinds of files are
 * not looked at, and imports are not followed.
 *
 * Synchronous and without state. Run it in a worker thread with CHECK_LIMITS, since on a smaller stack less
 * code is read closely, and end the thread when it takes long: hostile files can be very slow to compile.
 */
export function checkFiles(files: AppFiles): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const [file, text] of files) {
    if (found.length >= DIAGNOSTICS) break;
    const kind = kindOf(file);
    if (kind === "code" || kind === "json") found.push(...checkFile(file, text));
  }
  return found.slice(0, DIAGNOSTICS);
}

function checkFile(file: string, text: string): Diagnostic[] {
  const translation = translate(file, text);
  if (!translation.ok) return [translation.error];
  return kindOf(file) === "code" ? parse(file, text) : [];
}

/**
 * The faults of code that the compiler let pass, since it reads loosely: tags that do not match, a name that
 * is declared twice. Code that is too much for the parser's stack or memory is left to the browser's.
 */
function parse(file: string, text: string): Diagnostic[] {
  if (isTooMuch(file, text)) return [];
  const { errors } = parseSync(file, text, {
    lang: langOf(file),
    sourceType: "module",
    showSemanticErrors: true,
  });
  return errors
    .filter(refuses)
    .slice(0, DIAGNOSTICS)
    .map((error) => diagnostic(text, { file, ...placeOf(text, error) }, messageOf(error)));
}

function isTooMuch(file: string, text: string): boolean {
  const transforms = transformsOf(file);
  try {
    const burden = burdenOf(text, transforms.includes("jsx"), transforms.includes("typescript"));
    const { levels, quoted, nested, chained } = burden;
    if (quoted > MOST.quoted || nested > MOST.nested || chained > MOST.chained) return true;
    return levels > LEVELS_PER_MB * (resourceLimits.stackSizeMb ?? USUAL_STACK_MB);
  } catch (error) {
    // The compiler came through by a little more room on its own stack.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function langOf(file: string): NonNullable<ParserOptions["lang"]> {
  if (file.endsWith(".d.ts")) return "dts";
  if (file.endsWith(".ts")) return "ts";
  return file.endsWith(".tsx") ? "tsx" : "jsx";
}

function refuses({ severity }: { readonly severity: string }): boolean {
  return severity === "Error";
}

/** Of the places that an error names the last one: there stands what does not fit what stands before it. */
function placeOf(text: string, { labels }: OxcError): { line: number; column: number } {
  return positionAt(text, Math.max(0, ...labels.map(({ start }) => start)));
}

function messageOf({ message, helpMessage }: OxcError): string {
  return helpMessage === null ? message : `${message} (${helpMessage})`;
}
