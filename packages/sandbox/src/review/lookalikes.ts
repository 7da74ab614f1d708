/**
 * Letters of Greek, Cyrillic, Armenian and rarer Latin, as code points, that most typefaces draw like the
 * letter of ASCII before them. Fullwidth, mathematical and other styled letters need no row, since NFKC makes
 * ASCII of them. A small table, drawn up for this purpose: other scripts, and the thousands of rarer pairs of
 * Unicode's own confusables data, are not in it.
 */
const LOOK_LIKE: Readonly<Record<string, string>> = {
  a: "0430 03B1 0251",
  b: "044C",
  c: "0441",
  d: "0501",
  e: "0435",
  g: "0261 0581",
  h: "04BB 0570",
  i: "0456 03B9 0131 0269",
  j: "0458 03F3",
  k: "043A 03BA",
  l: "04CF 04C0 0196 01C0",
  n: "0578",
  o: "043E 03BF 0585",
  p: "0440 03C1",
  q: "051B 0566",
  r: "0433",
  s: "0455",
  u: "03C5 057D",
  v: "03BD 028B",
  w: "051D",
  x: "0445 03C7",
  y: "0443 04AF 03B3",
  A: "0410 0391",
  B: "0412 0392",
  C: "0421",
  E: "0415 0395",
  G: "050C",
  H: "041D 0397",
  I: "0406 0399",
  J: "0408 037F",
  K: "041A 039A",
  L: "053C",
  M: "041C 039C",
  N: "039D",
  O: "041E 039F 0555",
  P: "0420 03A1",
  S: "0405 054F",
  T: "0422 03A4",
  U: "054D",
  W: "051C",
  X: "0425 03A7",
  Y: "0423 04AE 03A5",
  Z: "0396",
};

const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOK_LIKE).flatMap(([letter, points]) =>
    points.split(" ").map((point): [string, string] => [String.fromCodePoint(parseInt(point, 16)), letter]),
  ),
);

const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
];

/** No name that people write is longer, and normalising longer texts can take long. */
const WORD_UNITS = 256;

/**
 * What is left of a word when all that looks alike is made the same: words of one skeleton may be taken for
 * each other. In ASCII alone that holds only for `l`, `I`, `1`, for `O`, `0` and for `rn`, `m`, which the
 * typeface of the card tells apart. Empty for a word that is nothing but ignorable, or too long.
 */
export function skeletonOf(word: string): string {
  if (word.length > WORD_UNITS) return "";
  return Array.from(withoutIgnorable(word.normalize("NFKC")), latinOf)
    .join("")
    .replace(/[I1|]/gu, "l")
    .replaceAll("0", "O")
    .replaceAll("rn", "m");
}

/**
 * Whether one word can be taken for another that is not the same. What is drawn as its code point tells for
 * itself, and does not count.
 */
export function looksLike(one: string, other: string): boolean {
  if (withoutIgnorable(one) === withoutIgnorable(other)) return false;
  const skeleton = skeletonOf(one);
  return skeleton !== "" && skeleton === skeletonOf(other);
}

function withoutIgnorable(word: string): string {
  return word.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
}

/**
 * The scripts of a word that mixes Latin letters with ones that look like them: names of SCRIPTS, and
 * `styled` for fullwidth and mathematical letters. Undefined for every other word: `Δtime` or `use한국어`
 * deceive nobody.
 */
export function mixedScripts(word: string): string[] | undefined {
  if (word.length > WORD_UNITS || !/[^\0-\x7f]/u.test(word)) return undefined;
  const letters = Array.from(word);
  const others = letters.filter(isForeign);
  const rest = letters.filter((letter) => !isForeign(letter));
  if (others.length === 0 || !/\p{Script=Latin}/u.test(rest.join(""))) return undefined;
  const found = SCRIPTS.filter(([, script]) => others.some((letter) => script.test(letter)));
  return ["Latin", ...found.map(([name]) => name), ...(others.some(isStyled) ? ["styled"] : [])];
}

/** Turkish writes its dotless i in ordinary words, so Latin letters only count where they are styled. */
function isForeign(letter: string): boolean {
  return isStyled(letter) || (LOOKS.has(letter) && !/\p{Script=Latin}/u.test(letter));
}

/** The ordinal signs of Spanish are letters too, and stand in ordinary words. */
function isStyled(letter: string): boolean {
  if (!/(?![ªº])[\p{Lu}\p{Ll}\p{Lo}]/u.test(letter) || letter <= "\x7f") return false;
  return /^[A-Za-z]$/u.test(letter.normalize("NFKC"));
}

function latinOf(letter: string): string {
  return LOOKS.get(letter) ?? letter;
}
