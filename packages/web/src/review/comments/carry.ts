import type { Draft, DraftPlace } from "./drafts.ts";
import { findQuote } from "./find-quote.ts";
import type { Sheet } from "./sheets.ts";

/** The files of a proposal as lines. */
export type LinesOf = (path: string) => readonly string[] | undefined;

/** The lines of a quote or a suggestion. */
export function quotedLines(quote: string): readonly string[] {
  return quote.split("\n");
}

/** Where a draft's lines stand now, if they still do; the nearest to where they stood. */
export function movedPlace(place: DraftPlace, linesOf: LinesOf): DraftPlace | undefined {
  const quote = quotedLines(place.quote);
  const line = findQuote(linesOf(place.file) ?? [], quote, place.line);
  return line === undefined ? undefined : { ...place, line, end_line: line + quote.length - 1 };
}

/**
 * The drafts of an earlier revision for the one that is shown: each at the same lines, wherever they stand now;
 * one whose lines are gone is about the whole, in the words that `outdated` makes of it.
 */
export function carryDrafts(
  { drafts, note }: Pick<Sheet, "drafts" | "note">,
  linesOf: LinesOf,
  outdated: (place: DraftPlace, words: { body: string; suggestion?: string | undefined }) => string,
): readonly Draft[] {
  const carried = drafts.flatMap((draft): Draft[] => {
    const words = draft.writing ?? draft.saved;
    if (words === undefined || words.body.trim() === "") return [];
    if (draft.place === undefined) return [{ id: draft.id, saved: { body: words.body } }];
    const place = movedPlace(draft.place, linesOf);
    return place
      ? [{ id: draft.id, place, saved: words }]
      : [{ id: draft.id, saved: { body: outdated(draft.place, words) } }];
  });
  const last = carried.reduce((most, { id }) => Math.max(most, id), 0);
  return note.trim() === "" ? carried : [...carried, { id: last + 1, saved: { body: note } }];
}
