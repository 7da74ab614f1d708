import type { ShownFile } from "../shown-file.ts";

/** A place where the searched text stands: in a line of the proposed or the old text, by index; or in a path. */
export interface Found {
  readonly path: string;
  readonly side: "new" | "old" | "path";
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** So many places are found at most; beyond, the search is told to be cut. */
export const MOST_FOUND = 2000;

/**
 * Finds a plain text, small letters and capitals alike, in the paths and all lines of files: in the order of the
 * card, also where lines are folded away or were removed. Answers one place more than `MOST_FOUND` at most.
 */
export function findIn(files: readonly ShownFile[], query: string): Found[] {
  const found: Found[] = [];
  if (query === "") return found;
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`), "giu");
  for (const file of files) {
    const search = (text: string, place: Pick<Found, "side" | "at">): void => {
      for (const { index, 0: match } of text.matchAll(pattern)) {
        found.push({ path: file.path, ...place, from: index, to: index + match.length });
      }
    };
    search(file.path, { side: "path", at: 0 });
    for (const [text, side, at] of linesOf(file)) {
      if (found.length > MOST_FOUND) return found.slice(0, MOST_FOUND + 1);
      search(text, { side, at });
    }
  }
  return found;
}

function* linesOf({
  compared,
  source,
}: ShownFile): Generator<[text: string, side: "new" | "old", at: number]> {
  if (compared) {
    for (const { text, line, old } of compared.rows) {
      if (line !== undefined) yield [text, "new", line - 1];
      else if (old !== undefined) yield [text, "old", old - 1];
    }
    return;
  }
  for (const { first, lines } of source.chunks) {
    for (const [index, text] of lines.entries()) yield [text, "new", first - 1 + index];
  }
}
