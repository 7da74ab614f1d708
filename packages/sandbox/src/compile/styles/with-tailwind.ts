import type { AppFiles } from "@anteroom/app-format";
import type { LinkResult, Program } from "../../wire/program.ts";
import { classStrings } from "./class-names.ts";
import type { Tailwind } from "./tailwind-task.ts";
import { addOwnClasses, UtilityCount } from "./utilities.ts";

/** What only Tailwind understands in a stylesheet. */
const DIRECTIVE =
  /@(?:tailwind|apply|theme|utility|variant|custom-variant|screen|config|plugin|source|reference)\b|@import\s*["']tailwindcss\b/u;

/** Where apps have their Tailwind config. */
const CONFIG_FILES = ["", "src/"].flatMap((folder) =>
  ["js", "ts", "mjs", "cjs", "mts", "cts"].map((ending) => `${folder}tailwind.config.${ending}`),
);

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
  const [{ tailwind }, { addTailwindSheet }] = await Promise.all([load(), import("./tailwind-sheet.ts")]);
  return await addTailwindSheet({ program: result, files, code, spoken, configFile }, tailwind);
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

function withoutComments(css: string): string {
  return css.replace(
    /("(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')|\/\*[^]*?\*\//gu,
    (_match, string: string | undefined) => string ?? " ",
  );
}
