import { directionOf } from "./addresses.ts";

/** A place of a stylesheet that loads from outside the app. */
export interface StyleLoad {
  readonly name: "url()" | "@import" | "image-set()";
  readonly offset: number;
  readonly length: number;
}

/** An escape of CSS: a code point in hex with one blank after it, or any other character. */
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/giu;
/** What names something to load, with the address as it is written. */
const LOAD = new RegExp(
  [
    String.raw`${spelled("@import")}\s*(?:${spelled("url")}\(\s*)?["']?(?<imported>[^"'();\n]{0,300})`,
    String.raw`${spelled("url")}\(\s*["']?(?<named>[^"')\n]{0,300})`,
    String.raw`${spelled("image-set")}\(\s*["'](?<first>[^"'\n]{0,300})`,
  ].join("|"),
  "giu",
);

/**
 * What a stylesheet, or any text that may be a part of one, loads from outside. In comments too: where a
 * comment ends cannot be told of a part.
 */
export function* styleLoads(text: string): Generator<StyleLoad> {
  for (const { index, 0: match, groups } of text.matchAll(LOAD)) {
    const { imported, named, first = "" } = groups ?? {};
    const address = (imported ?? named ?? first).replace(ESCAPE, unescaped).trim();
    if (directionOf(address) !== "network") continue;
    const other = named === undefined ? "image-set()" : "url()";
    yield { name: imported === undefined ? other : "@import", offset: index, length: match.length };
  }
}

/** A word of which any letter may be escaped. */
function spelled(word: string): string {
  return Array.from(word, (letter) => {
    if (!/[a-z]/u.test(letter)) return letter;
    const codes = [letter, letter.toUpperCase()].map((one) => one.charCodeAt(0).toString(16)).join("|");
    return String.raw`(?:${letter}|\\0{0,4}(?:${codes})\s?)`;
  }).join("");
}

function unescaped(_escape: string, hex: string | undefined, other: string | undefined): string {
  if (hex === undefined) return other ?? "";
  const code = parseInt(hex, 16);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
