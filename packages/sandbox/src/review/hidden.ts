/** The findings that tell of characters which a reader does not see, or sees in another place. */
export type HiddenKind = "bidi_control" | "tag_character" | "invisible_character";

export interface HiddenRun {
  readonly kind: HiddenKind;
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** One and the same character, one time or more. */
  readonly run: string;
}

/** Of category Cf but drawn: signs that embrace the Arabic, Syriac or Kaithi numbers that follow. */
const DRAWN = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;
/**
 * By property and not by list, so that no family is forgotten (case R2): controls, format characters, what
 * Unicode calls ignorable (fillers, selectors and tags among them), line and paragraph separators, characters
 * without an agreed shape; and the few signs that are drawn empty.
 */
const HIDDEN = String.raw`[[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}\u{16FE4}]--[\t\n\r${DRAWN}]]`;
/** A carriage return where nobody ends lines with it alone: a comment ends there, unseen. */
const LONE_RETURN = String.raw`\r(?!\n|$)`;

/** An emoji carries joiners, selectors and tags of its own; where it is a known one, they deceive nobody. */
const EMOJI = String.raw`(?=[\p{Emoji}\p{Extended_Pictographic}])(?:\p{RGI_Emoji}\uFE0F?|\p{Extended_Pictographic}[\uFE0E\uFE0F])`;
/** Scripts whose words are written with a joiner, or with its opposite, between two letters or signs. */
const JOINED = [
  ..."Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu".split(" "),
  ..."Kannada Malayalam Sinhala Khmer Myanmar Tibetan".split(" "),
]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("");
const LETTER = String.raw`[[${JOINED}]&&[\p{L}\p{M}]]`;
// Looking back comes after the character itself, since it is the costly part.
const JOINER = String.raw`[\u200C\u200D](?<=${LETTER}.)(?=${LETTER})`;
const MONGOLIAN = String.raw`[\u180B-\u180D\u180F](?<=\p{Script=Mongolian}.)`;

const CANDIDATE = new RegExp(`${HIDDEN}|${LONE_RETURN}`, "v");
const RUNS = new RegExp(
  String.raw`(?:${EMOJI}|${JOINER}|${MONGOLIAN})|(?<bidi>\p{Bidi_Control})\k<bidi>*|(?<tag>[\u{E0000}-\u{E007F}])\k<tag>*|(?<other>${HIDDEN}|${LONE_RETURN})\k<other>*`,
  "gv",
);

/**
 * The hidden characters of a text, in order. Joiners and selectors that belong to a known emoji or to the
 * spelling of a word, and a byte order mark at the very start, are none.
 */
export function hiddenRuns(text: string): HiddenRun[] {
  if (!CANDIDATE.test(text)) return [];
  const runs: HiddenRun[] = [];
  for (const { index, 0: run, groups } of text.matchAll(RUNS)) {
    const kind = kindOf(groups ?? {});
    if (kind !== undefined && !(index === 0 && run === "\uFEFF")) runs.push({ kind, offset: index, run });
  }
  return runs;
}

/** A character's code point as it is written, `U+200B`. */
export function codePointOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, "0")}`;
}

/** How many characters a run has. */
export function timesOf({ run }: HiddenRun): number {
  return run.length / String.fromCodePoint(run.codePointAt(0) ?? 0).length;
}

function kindOf({ bidi, tag, other }: Readonly<Record<string, string>>): HiddenKind | undefined {
  if (bidi !== undefined) return "bidi_control";
  if (tag !== undefined) return "tag_character";
  return other === undefined ? undefined : "invisible_character";
}
