import type { AppFiles } from "@anteroom/app-format";
import { TAILWIND_SHEET, type LinkResult, type Program } from "../../wire/program.ts";
import { addCandidates, classStrings } from "./class-names.ts";
import { inNewWords, OLDER_BASE, opacityRules } from "./older-spellings.ts";
import { readTailwindConfig } from "./tailwind-config.ts";
import { refusalOf } from "./tailwind-refusal.ts";
import { CONFIG, type Tailwind, type TailwindTask } from "./tailwind-task.ts";

/** As apps expect it who toggle a class; the frame gives its root that class in the dark. */
const DARK = "@custom-variant dark (&:where(.dark, .dark *));\n";

/** An app that is written for Tailwind. */
export interface TailwindApp {
  readonly program: Program;
  readonly files: AppFiles;
  /** The app's own code, as far as it is reached. */
  readonly code: readonly string[];
  /**
   * The app's stylesheets when they hold Tailwind's rules: all in one, since they use one another's names. Else
   * nothing, and they stay as they are.
   */
  readonly spoken: string;
  /** The app's Tailwind config, if it has one. */
  readonly configFile: string | undefined;
}

/** Makes Tailwind's sheet of an app and adds it; what Tailwind refuses is an error of the app. */
export async function addTailwindSheet(app: TailwindApp, tailwind: Tailwind): Promise<LinkResult> {
  const { program, files, code, spoken, configFile } = app;
  const config =
    configFile === undefined ? undefined : readTailwindConfig(configFile, files.get(configFile) ?? "");
  if (config?.ok === false) return config;
  try {
    const text = await tailwind(taskOf({ code, spoken, config: config?.values }));
    const sheet = { file: TAILWIND_SHEET, text };
    return { ok: true, ...program, styles: spoken === "" ? [sheet, ...program.styles] : [sheet] };
  } catch (error) {
    return { ok: false, errors: [refusalOf(error, files)] };
  }
}

interface Asked extends Pick<TailwindApp, "code" | "spoken"> {
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
