import type { CommentStop } from "./comments/comment-stops.ts";
import type { Finding } from "./finding-words.ts";

/** A line to step to: one with a finding, by its place in the scan's findings, or one with comments. */
export interface Stop extends CommentStop {
  readonly finding?: number;
}

/** Findings and comments in the order of the files and their lines. */
export function stopsOf(
  findings: readonly Finding[],
  comments: readonly CommentStop[],
  paths: readonly string[],
): readonly Stop[] {
  const found = findings.map(({ file, line }, finding): Stop => ({ path: file, line, finding }));
  return [...found, ...comments].toSorted((a, b) => compare(a, b, paths));
}

/** The next stop or the one before; from nowhere the first or the last. There is none beyond the ends. */
export function stepFrom(
  stops: readonly Stop[],
  {
    at,
    by,
    paths,
  }: { readonly at: Stop | undefined; readonly by: 1 | -1; readonly paths: readonly string[] },
): Stop | undefined {
  if (at === undefined) return stops.at(by === 1 ? 0 : -1);
  const here = stops.findIndex((stop) => isSame(stop, at));
  if (here !== -1) return by === 1 ? stops[here + 1] : here === 0 ? undefined : stops[here - 1];
  // It is gone: a draft was deleted, a comment resolved.
  return by === 1
    ? stops.find((stop) => compare(stop, at, paths) > 0)
    : stops.findLast((stop) => compare(stop, at, paths) < 0);
}

function isSame(a: Stop, b: Stop): boolean {
  return a.path === b.path && a.line === b.line && a.finding === b.finding;
}

function compare(a: Stop, b: Stop, paths: readonly string[]): number {
  return paths.indexOf(a.path) - paths.indexOf(b.path) || a.line - b.line;
}
