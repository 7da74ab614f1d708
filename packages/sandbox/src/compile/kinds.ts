import type { Transform } from "sucrase";

/** How Sucrase reads each kind of code file. */
const TRANSFORMS: Readonly<Record<string, readonly Transform[]>> = {
  tsx: ["typescript", "jsx"],
  ts: ["typescript"],
  jsx: ["jsx"],
  js: ["jsx"],
};

/** What a file of an app is, by its ending: `code` is compiled, `json` and `style` can be imported too. */
export type FileKind = "code" | "json" | "style" | "other";

export function kindOf(file: string): FileKind {
  if (transformsOf(file).length > 0) return "code";
  const ending = endingOf(file);
  if (ending === "json") return "json";
  return ending === "css" ? "style" : "other";
}

/** The transforms of a code file; none for any other file. */
export function transformsOf(file: string): readonly Transform[] {
  const ending = endingOf(file);
  return Object.hasOwn(TRANSFORMS, ending) ? (TRANSFORMS[ending] ?? []) : [];
}

function endingOf(file: string): string {
  return /\.([^./]+)$/u.exec(file)?.[1] ?? "";
}
