import type { Draft } from "./drafts.ts";
import type { PlacedThread } from "./threads.ts";

/** A line at which comments stand, for stepping through them. */
export interface CommentStop {
  readonly path: string;
  readonly line: number;
}

/** The lines of the files at which something is said, each once; resolved comments are passed over. */
export function commentStops(
  placed: readonly PlacedThread[],
  drafts: readonly Draft[],
): readonly CommentStop[] {
  const stops = new Map<string, CommentStop>();
  const add = (path: string, line: number): void => void stops.set(`${line} ${path}`, { path, line });
  for (const { at, status } of placed) {
    if (at.kind === "lines" && status !== "resolved") add(at.file, at.end_line);
  }
  for (const { place } of drafts) if (place) add(place.file, place.end_line);
  return [...stops.values()];
}
