import type { AppFiles } from "@anteroom/app-format";
import { diagnostic, positionAt, type Diagnostic, type Place } from "../../wire/diagnostic.ts";

/**
 * What Tailwind refuses, as an error of the app. It tells no place, but quotes what it means: that is looked
 * for in the app's stylesheets.
 */
export function refusalOf(error: unknown, files: AppFiles): Diagnostic {
  const [text = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const place = placeOf(text, files);
  const hint = text.startsWith("Cannot apply unknown") ? HINT : "";
  return diagnostic(files.get(place.file) ?? "", place, `Tailwind: ${text}${hint}`);
}

const HINT = " (@apply knows Tailwind's own classes, and those of @utility.)";

function placeOf(text: string, files: AppFiles): Place {
  const sheets = [...files].filter(([file]) => file.endsWith(".css"));
  const quoted = Array.from(text.matchAll(/`([^`]+)`/gu), ([, part = ""]) => part).toReversed();
  const unquoted = /: (\S+)$/u.exec(text)?.[1] ?? "";
  const sought = [...quoted, unquoted].filter((part) => part !== "");
  const patterns = [
    ...sought.map(
      (part) => new RegExp(`@(?:apply|variant)\\b[^;{}]*?(?<at>(?<![\\w-])${escaped(part)}(?![\\w-]))`, "u"),
    ),
    ...sought.map((part) => new RegExp(`(?<at>${escaped(part)})`, "u")),
    /(?<at>@(?:apply|theme|utility|variant|custom-variant|plugin|import\s*["']tailwindcss))/u,
  ];
  for (const pattern of patterns) {
    for (const [file, css] of sheets) {
      const found = pattern.exec(css);
      if (found === null) continue;
      const offset = found.index + found[0].length - (found.groups?.["at"]?.length ?? 0);
      return { file, ...positionAt(css, offset) };
    }
  }
  return { file: sheets[0]?.[0] ?? [...files.keys()][0] ?? "", line: 1, column: 1 };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}
