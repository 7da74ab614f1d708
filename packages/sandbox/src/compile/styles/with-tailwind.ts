import type { AppFiles } from "@anteroom/app-format";
import { TAILWIND_SHEET, type LinkResult, type Program } from "../../wire/program.ts";
import { addCandidates, classStrings } from "./class-names.ts";
import { inNewWords, OLDER_BASE, opacityRules } from "./older-spellings.ts";
import { CONFIG_FILES, readTailwindConfig } from "./tailwind-config.ts";
import { refusalOf } from "./tailwind-refusal.ts";
import { CONFIG, type Tailwind, type TailwindTask } from "./tailwind-task.ts";
import { addOwnClasses, UtilityCount } from "./utilities.ts";

/** What only Tailwind understands in a stylesheet. */
const DIRECTIVE =
  /@(?:tailwind|apply|theme|utility|variant|custom-variant|screen|config|plugin|source|reference)\b|@import\s*["']tailwindcss\b/u;

/** As apps expect it who toggle a class; the frame gives its root that class in the dark. */
const DARK = "@custom-variant dark (&:where(.dark, .dark *));\n";

/**
 * Adds Tailwind's sheet to an app that is written for it: one whose stylesheets hold Tailwind's rules, one
 * that has a Tailwind config, and one whose class names are unmistakably Tailwind's. `load` brings Tailwind
 * itself; it is called only for these. What Tailwind refuses is an error of the app; rejects only when
 * Tailwind cannot be loaded.
 */
export async function withTailwind(
  result: LinkResult,
  files: AppFiles,
  load: () => Promise<{ readonly tailwind: Tailwind }>,
): Promise<LinkResult> {
  if (!result.ok) return result;
  const sheets = withoutComments(result.styles.map(({ text }) => text).join("\n"));
  const spoken = DIRECTIVE.test(sheets) ? sheets : "";
  const code = codeOf(result, files);
  const configFile = CONFIG_FILES.find((file) => files.has(file));
  if (configFile === undefined && spoken === "" && !looksWritten(code, sheets)) return result;
  const config =
    configFile === undefined ? undefined : readTailwindConfig(configFile, files.get(configFile) ?? "");
  if (config?.ok === false) return config;
  const { tailwind } = await load();
  try {
    const text = await tailwind(taskOf({ code, spoken, config: config?.values }));
    const sheet = { file: TAILWIND_SHEET, text };
    return { ...result, styles: spoken === "" ? [sheet, ...result.styles] : [sheet] };
  } catch (error) {
    return { ok: false, errors: [refusalOf(error, files)] };
  }
}

/** The app's own code, as far as it is reached. */
function codeOf({ map }: Program, files: AppFiles): string[] {
  return map.flatMap(({ file }) => (file.endsWith(".css") ? [] : [files.get(file) ?? ""]));
}

function looksWritten(code: readonly string[], sheets: string): boolean {
  const own = new Set<string>();
  for (const text of [sheets, ...code]) addOwnClasses(text, own);
  const count = new UtilityCount(own);
  for (const text of code) {
    for (const string of classStrings(text)) count.add(string);
    if (count.isEnough) return true;
  }
  return false;
}

interface Asked {
  readonly code: readonly string[];
  /**
   * The app's stylesheets when they hold Tailwind's rules: all in one, since they use one another's names. Else
   * nothing, and they stay as they are.
   */
  readonly spoken: string;
  readonly config: object | undefined;
}

function taskOf({ code, spoken, config }: Asked): TailwindTask {
  const candidates = new Set<string>();
  for (const text of code) addCandidates(text, candidates);
  const { imports, isOlder, rest } = takenApart(spoken);
  const css = [
    imports,
    DARK,
    isOlder ? OLDER_BASE : "",
    isOlder ? opacityRules(code.flatMap((text) => [...classStrings(text)])) : "",
    config === undefined ? "" : `@config "${CONFIG}";\n`,
    inNewWords(rest),
  ];
  return { css: css.join(""), candidates, config: config ?? {} };
}

const TAKES =
  /@import\s*["']tailwindcss(?:\/(?<part>[\w-]+)(?:\.css)?)?["'][^;]*;?|@tailwind\s+(?<word>[\w-]+)[^;]*;?/gu;
/** The parts of version 3 that version 4 has not. */
const OLDER_PARTS = /^(?:base|components|screens|variants)$/u;
/** What names files; those that are read are known. */
const NAMES_FILES = /@(?:source|reference|config)\b[^;{}]*;?/gu;
const LAYERS = "@layer theme, base, components, utilities;";

interface TakenApart {
  /** Which of Tailwind's own sheets the app takes. */
  readonly imports: string;
  /** Whether it says so as for version 3 of Tailwind, or not at all. */
  readonly isOlder: boolean;
  /** All else in the app's stylesheets. */
  readonly rest: string;
}

function takenApart(sheets: string): TakenApart {
  const rest = sheets.replace(TAKES, "").replace(NAMES_FILES, "");
  const all = Array.from(sheets.matchAll(TAKES), ({ 0: statement, groups: { part, word } = {} }) => ({
    statement,
    name: part ?? word,
  }));
  const whole = all.find(({ name }) => name === undefined);
  if (whole !== undefined) return { imports: `${whole.statement}\n`, isOlder: false, rest };
  const isOlder =
    all.every(({ statement }) => statement.startsWith("@tailwind")) ||
    all.some(({ name = "" }) => OLDER_PARTS.test(name));
  const parts = isOlder ? ['@import "tailwindcss";'] : new Set(all.map(({ statement }) => statement));
  return { imports: [LAYERS, ...parts, ""].join("\n"), isOlder, rest };
}

function withoutComments(css: string): string {
  return css.replace(
    /("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')|\/\*[^]*?\*\//gu,
    (_match, string: string | undefined) => string ?? " ",
  );
}
