import { useCallback } from "react";
import { useText } from "../../messages/text.tsx";
import { quotedLines } from "./carry.ts";
import type { DraftPlace, Words } from "./drafts.ts";

/** So many quoted lines say which they were. */
const QUOTED_LINES = 12;

/** Words for a comment whose lines are gone: where it was, the lines it was about, then what it says. */
export function useOutdatedWords(): (revision: number) => (place: DraftPlace, words: Words) => string {
  const text = useText();
  return useCallback(
    (revision) => (place, words) => {
      const was = text("comments.outdated-place", { file: place.file, line: place.line, revision });
      const lines = quotedLines(place.quote);
      const quote = lines.slice(0, QUOTED_LINES).map((line) => `> ${line}`);
      const rest = lines.length > QUOTED_LINES ? ["> …"] : [];
      const wanted =
        words.suggestion === undefined
          ? []
          : ["", text("comments.outdated-suggestion"), ...quotedLines(words.suggestion).map((l) => `> ${l}`)];
      return [was, ...quote, ...rest, "", words.body, ...wanted].join("\n");
    },
    [text],
  );
}
