import { ENTRY, LIMITS } from "./limits.ts";
import { checkPath } from "./paths.ts";
import { fileAt, quote, type FormatProblem } from "./problem.ts";
import { codePoints, foldCase, textProblem, utf8Bytes } from "./text.ts";

/** The files of one app: NFC path to content, in the order of the paths' UTF-16 code units. */
export type AppFiles = ReadonlyMap<string, string>;

export type ReadFiles =
  | { readonly ok: true; readonly files: AppFiles }
  | { readonly ok: false; readonly problem: FormatProblem };

type Entry = readonly [path: string, content: string];

/**
 * Reads the `files` of a proposal (path to content, both strings as the input schema has it) and answers
 * the app's files or the first problem. How many files is looked at first, so that the work is bounded;
 * then every path, since a wrong path explains a missing entry; then entry, contents and sizes.
 */
export function readFiles(files: Readonly<Record<string, string>>): ReadFiles {
  const entries = Object.entries(files);
  const paths = entries.map(([path]) => path);
  const problem =
    countProblem(paths.length) ??
    firstProblem(paths, checkPath) ??
    collisionProblem(paths) ??
    entryProblem(paths) ??
    firstProblem(entries, contentProblem) ??
    totalProblem(entries);
  if (problem !== undefined) return { ok: false, problem };
  const kept = entries.map(([path, content]): Entry => [path.normalize("NFC"), content]);
  return { ok: true, files: new Map(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

function firstProblem<T>(
  items: readonly T[],
  problemOf: (item: T) => FormatProblem | undefined,
): FormatProblem | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function countProblem(count: number): FormatProblem | undefined {
  if (count <= LIMITS.files) return undefined;
  return {
    code: "too_many_files",
    message: `The proposal has ${count} files; a snippet holds at most ${LIMITS.files}.`,
    where: "files",
    hint: "Leave out what the app does not import.",
  };
}

interface Place {
  /** The path as the caller wrote it. */
  readonly given: string;
  /** The NFC path of this file, or of a folder above it. */
  readonly spelling: string;
  readonly kind: "file" | "folder";
}

/** Two places of the tree that some file system cannot keep apart. */
function collisionProblem(paths: readonly string[]): FormatProblem | undefined {
  const taken = new Map<string, Place>();
  for (const place of paths.flatMap(placesOf)) {
    const key = foldCase(place.spelling);
    const other = taken.get(key);
    if (other === undefined) taken.set(key, place);
    else if (place.kind === "file" || other.kind === "file" || place.spelling !== other.spelling) {
      return clash(other, place);
    }
  }
  return undefined;
}

function placesOf(given: string): Place[] {
  const segments = given.normalize("NFC").split("/");
  return segments.map((_, index) => ({
    given,
    spelling: segments.slice(0, index + 1).join("/"),
    kind: index === segments.length - 1 ? "file" : "folder",
  }));
}

function clash(first: Place, second: Place): FormatProblem {
  const both = `The paths ${quote(first.given)} and ${quote(second.given)}`;
  let says = `${both} differ only in the letter case of ${quote(first.spelling)}, which Windows and macOS ignore.`;
  if (first.kind !== second.kind) {
    says = `${both} need ${quote(first.spelling)} to be a file and a folder at once.`;
  } else if (first.spelling === second.spelling) {
    says = `${both} are the same once written in Unicode's composed form (NFC).`;
  }
  return {
    code: "invalid_path",
    message: says,
    where: fileAt(second.given),
    hint: "Rename or drop one of them.",
  };
}

function entryProblem(paths: readonly string[]): FormatProblem | undefined {
  if (paths.includes(ENTRY)) return undefined;
  const near =
    paths.find((path) => foldCase(path) === foldCase(ENTRY)) ??
    paths.find((path) => /(?:^|\/)app\.[jt]sx?$/iu.test(path));
  return {
    code: "missing_entry",
    message: `The proposal has no file ${quote(ENTRY)}, exactly so written; the app starts there.`,
    where: "files",
    hint:
      near === undefined
        ? `Add ${quote(ENTRY)} with the app's component as its default export.`
        : `Rename ${quote(near)} to ${quote(ENTRY)}.`,
  };
}

function contentProblem([path, content]: Entry): FormatProblem | undefined {
  const unfit = textProblem(content);
  if (unfit !== undefined) {
    const before = content.slice(0, unfit.index).split("\n");
    const position = `line ${before.length}, character ${codePoints(before.at(-1) ?? "") + 1}`;
    return {
      code: "invalid_arguments",
      message: `The file ${quote(path)} holds a ${unfit.kind} at ${position}.`,
      where: fileAt(path),
      hint: "Files are plain text: remove it, or write it as an escape in the source.",
    };
  }
  const bytes = utf8Bytes(content);
  if (bytes <= LIMITS.file_bytes) return undefined;
  return {
    code: "too_large",
    message: `The file ${quote(path)} has ${bytes} bytes; a file holds at most ${LIMITS.file_bytes}.`,
    where: fileAt(path),
    hint: "Split it, or leave out data that the app can do without.",
  };
}

function totalProblem(entries: readonly Entry[]): FormatProblem | undefined {
  const sizes = entries
    .map(([path, content]) => ({ path, bytes: utf8Bytes(content) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const [largest] = sizes;
  if (total <= LIMITS.snippet_bytes || largest === undefined) return undefined;
  return {
    code: "too_large",
    message:
      `The files have ${total} bytes together; a snippet holds at most ${LIMITS.snippet_bytes}. ` +
      `The largest is ${quote(largest.path)} with ${largest.bytes}.`,
    where: "files",
    hint: "Leave out what the app can do without.",
  };
}
