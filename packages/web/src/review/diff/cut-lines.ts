/** How a line ends; the last line of a text may have no end. */
export type LineEnd = "\n" | "\r\n" | "\r" | "\u2028" | "\u2029" | "";

/** A text as lines without their ends, and their ends; joined in turn they are the text again. */
export interface CutText {
  readonly lines: readonly string[];
  readonly ends: readonly LineEnd[];
}

/** The line ends of JavaScript itself, as the server counts them: a comment ends where a line ends. */
const LINE_END = /(\r\n|[\n\r\u2028\u2029])/u;

/** Cuts a text into lines; an end after the last line opens no further line, and the empty text has none. */
export function cutLines(text: string): CutText {
  const pieces = text.split(LINE_END);
  if (pieces.at(-1) === "") pieces.pop();
  return {
    lines: pieces.filter((_, index) => index % 2 === 0),
    ends: Array.from(
      { length: Math.ceil(pieces.length / 2) },
      (_, index) => (pieces[2 * index + 1] ?? "") as LineEnd,
    ),
  };
}
