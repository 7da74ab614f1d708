import type { AppFiles } from "@anteroom/app-format";
import { type OxcError, parseSync } from "oxc-parser";
import { diagnostic, positionAt, type Diagnostic } from "../wire/diagnostic.ts";
import { kindOf } from "./kinds.ts";
import { isTooMuch, langOf } from "./parser-bounds.ts";
import { translate } from "./translate.ts";

const DIAGNOSTICS = 20;

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
