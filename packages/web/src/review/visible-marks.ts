/**
 * A stretch of text to draw as it is; one that reads from right to left, to be kept apart so that it cannot
 * reorder what is around it; or a character that must be drawn as its code point.
 */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "rtl"; readonly text: string }
  | { readonly kind: "mark"; readonly codePoint: string; readonly times: number };

/**
 * What a reader would not see, or would see as something else: controls, format characters (bidirectional
 * ones among them), tags and whatever Unicode calls ignorable, line and paragraph separators, spaces that
 * are not a space, characters without an agreed shape, and the few signs that are drawn empty (a Braille
 * cell, a musical note, a hieroglyph). By property and not by list, so that no family is forgotten (case R2).
 */
const UNSEEN = String.raw`[[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}\u{16FE4}]--[\t\n ]]`;
/** Beyond so many marks on one letter nobody can tell them apart, and they cover what stands around them. */
const PILED = String.raw`(?<=\p{M}{4})\p{M}`;
/** An emoji carries joiners and selectors of its own; where it is a known one, they deceive nobody. */
const EMOJI = String.raw`\p{RGI_Emoji}\uFE0F?|\p{Extended_Pictographic}[\uFE0E\uFE0F]`;
/** The blocks that Unicode keeps for scripts written from right to left. */
const RTL = String.raw`[[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]--${UNSEEN}--\p{M}]`;
const RTL_LETTER = String.raw`${RTL}(?:\p{M}{1,4}(?!\p{M}))?`;

const PLAIN = /^[\t\n -~]*$/;
const SPLIT = new RegExp(
  String.raw`(?:${EMOJI})|(?<unseen>${UNSEEN}|${PILED})\k<unseen>*|(?<rtl>${RTL_LETTER}(?: *${RTL_LETTER})*)`,
  "gv",
);

/**
 * Splits a text so that nothing in it is hidden: the texts and marks, in order, are the whole line.
 * A run of one and the same unseen character is a single mark that says how often it stands there.
 */
export function splitMarks(line: string): readonly Piece[] {
  if (PLAIN.test(line)) return line === "" ? [] : [{ kind: "text", text: line }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(SPLIT)) {
    const { unseen, rtl } = match.groups ?? {};
    if (unseen === undefined && rtl === undefined) continue;
    if (match.index > from) pieces.push({ kind: "text", text: line.slice(from, match.index) });
    pieces.push(unseen === undefined ? { kind: "rtl", text: match[0] } : markOf(unseen, match[0]));
    from = match.index + match[0].length;
  }
  if (from < line.length) pieces.push({ kind: "text", text: line.slice(from) });
  return pieces;
}

/** How many characters of a text `splitMarks` would draw as code points. */
export function countMarks(text: string): number {
  return splitMarks(text).reduce((sum, piece) => sum + (piece.kind === "mark" ? piece.times : 0), 0);
}

function markOf(character: string, run: string): Piece {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return { kind: "mark", codePoint: `U+${hex.padStart(4, "0")}`, times: run.length / character.length };
}

/** A text as one string in which nothing is hidden, for names that are read aloud or copied into a label. */
export function spelledOut(text: string): string {
  return splitMarks(text)
    .map((piece) => (piece.kind === "mark" ? piece.codePoint.repeat(piece.times) : piece.text))
    .join("");
}
