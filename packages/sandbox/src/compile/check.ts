import type { AppFiles } from "@anteroom/app-format";
import { type OxcError, parseSync } from "oxc-parser";
import { diagnostic, positionAt, type Diagnostic } from "../wire/diagnostic.ts";
import type { LinkResult } from "../wire/program.ts";
import { kindOf } from "./kinds.ts";
import { linkSources } from "./link.ts";
import { isTooMuch, langOf, type Lang } from "./parser-bounds.ts";
import { Sources } from "./sources.ts";
import { withTailwind } from "./styles/index.ts";
import { sourcePlace, type Fault, type Translated } from "./translate.ts";

const DIAGNOSTICS = 20;

/**
 * What keeps an app from running, at most 20 faults: first what is wrong within its files, in their order,
 * whether they are used or not (code that the app's compilers refuse or that is no TypeScript or JavaScript,
 * JSON that is none, stylesheets that cannot be read); then what linking them from the entry says, which is the
 * same as in the browser. Files of other kinds are looked at only if they are imported.
 *
 * Without state but for what its compilers keep. Run it in a worker thread with CHECK_LIMITS, since on a
 * smaller stack less code is read closely, and end the thread when it takes long: hostile files can be very
 * slow to compile.
 */
export async function checkFiles(files: AppFiles): Promise<Diagnostic[]> {
  const sources = new Sources(files);
  const found: Diagnostic[] = [];
  for (const file of files.keys()) {
    if (found.length >= DIAGNOSTICS) break;
    found.push(...(await checkFile(sources, file)));
  }
  const linked = found.length < DIAGNOSTICS ? await linkWhole(sources) : undefined;
  // Of a file that was read before these are the very faults that were told of it.
  if (linked?.ok === false) found.push(...linked.errors.filter((error) => !found.includes(error)));
  return found.slice(0, DIAGNOSTICS);
}

/** As the browser's compiler does. */
async function linkWhole(sources: Sources): Promise<LinkResult> {
  const linked = await linkSources(sources);
  return await withTailwind(linked, sources.files, () => import("./styles/tailwind-node.ts"));
}

async function checkFile(sources: Sources, file: string): Promise<readonly Diagnostic[]> {
  const kind = kindOf(file);
  if (kind === "style") {
    const sheet = await sources.sheet(file);
    return sheet.ok ? [] : sheet.errors;
  }
  if (kind !== "code" && (kind !== "json" || isSetting(file))) return [];
  const translation = await sources.translation(file);
  if (!translation.ok) return [translation.error];
  return kind === "code" ? readClosely(file, sources.text(file), translation) : [];
}

/** What is no JSON though it is called so: settings of tools, which have comments in them. */
function isSetting(file: string): boolean {
  return /(?:^|\/)(?:[jt]sconfig(?:\.[\w-]+)*\.json$|\.)/u.test(file);
}

/**
 * The faults that a compiler lets pass, since it reads loosely. Code that is too much for the parser's stack or
 * memory is left to the browser's.
 */
function readClosely(file: string, text: string, translated: Translated): Diagnostic[] {
  if (isTooMuch(file, text)) return [];
  const found = parse(file, text, langOf(file));
  if (found.length > 0) {
    return found.map(({ offset, message }) =>
      diagnostic(text, { file, ...positionAt(text, offset) }, message),
    );
  }
  const compiled = HEAD + translated.code + TAIL;
  if (isTooMuch("compiled.js", compiled)) return [];
  return parse(file, compiled, "js").map(({ offset, message }) => {
    const place = sourcePlace(file, translated, Math.max(0, offset - HEAD.length));
    return diagnostic(text, place, `What this is compiled to is no JavaScript: ${message}`);
  });
}

/** As a module is linked, for a file that no JavaScript came of would break the whole app's script. */
const HEAD = "(function (exports, require, module) {{\n";
const TAIL = "\n}});";

function parse(file: string, text: string, lang: Lang): Fault[] {
  const { errors } = parseSync(file, text, { lang, sourceType: "module", showSemanticErrors: true });
  return errors.filter(refuses).slice(0, DIAGNOSTICS).map(readError);
}

function refuses({ severity }: { readonly severity: string }): boolean {
  return severity === "Error";
}

/** Of the places that an error names the last one: there stands what does not fit what stands before it. */
function readError({ message, helpMessage, labels }: OxcError): Fault {
  return {
    offset: Math.max(0, ...labels.map(({ start }) => start)),
    message: helpMessage === null ? message : `${message} (${helpMessage})`,
  };
}
