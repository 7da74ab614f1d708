import type { Transform } from "sucrase";
import type { Reading } from "./tokens.ts";

/** How Sucrase reads each kind of code file. */
const TRANSFORMS: Readonly<Record<string, readonly Transform[]>> = {
  tsx: ["typescript", "jsx"],
  ts: ["typescript"],
  mts: ["typescript"],
  cts: ["typescript"],
  jsx: ["jsx"],
  js: ["jsx"],
  mjs: ["jsx"],
  cjs: ["jsx"],
};

const TEXTS = ["txt", "md", "csv", "html"];

/** Pictures and fonts, and what a browser takes them for. */
const MEDIA: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  ico: "image/x-icon",
  woff2: "font/woff2",
};

/** What can be imported, for those who tried another thing. */
export const IMPORTABLE = `code (${dotted(Object.keys(TRANSFORMS))}), .json, .css, texts (${dotted(TEXTS)}, and any other file with "?raw" after its path) and ${dotted(Object.keys(MEDIA))}`;

/**
 * What a file of an app is, by its ending: `code` is compiled; what is of another kind than `other` can be
 * imported too.
 */
export type FileKind = "code" | "json" | "style" | "text" | "media" | "other";

export function kindOf(file: string): FileKind {
  if (transformsOf(file).length > 0) return "code";
  const ending = endingOf(file);
  if (ending === "json") return "json";
  if (ending === "css") return "style";
  if (TEXTS.includes(ending)) return "text";
  return mediaTypeOf(file) === undefined ? "other" : "media";
}

/** The transforms of a code file; none for any other file. */
export function transformsOf(file: string): readonly Transform[] {
  const ending = endingOf(file);
  return Object.hasOwn(TRANSFORMS, ending) ? (TRANSFORMS[ending] ?? []) : [];
}

/** How a code file is read. */
export function readingOf(file: string): Reading {
  const transforms = transformsOf(file);
  return { isJsx: transforms.includes("jsx"), isTypeScript: transforms.includes("typescript") };
}

/** Whether a file only declares types. */
export function isDeclaration(file: string): boolean {
  return /\.d\.[cm]?ts$/u.test(file);
}

/** The media type of a picture or font; undefined for any other file. */
export function mediaTypeOf(file: string): string | undefined {
  const ending = endingOf(file);
  return Object.hasOwn(MEDIA, ending) ? MEDIA[ending] : undefined;
}

function endingOf(file: string): string {
  return /\.([^./]+)$/u.exec(file)?.[1] ?? "";
}

function dotted(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(", ");
}
