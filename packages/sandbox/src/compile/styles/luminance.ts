const COLOUR =
  /#(?<hex>[\da-f]{3,8})\b|\b(?<kind>rgb|hsl)a?\((?<parts>[^()]*)\)|(?<![\w-])(?<word>[a-z]{3,20})(?![\w(-])/giu;

/** The words for colours that people use, by their luminance. */
const WORDS: Readonly<Record<string, number>> = {
  white: 1,
  snow: 0.97,
  ivory: 0.99,
  whitesmoke: 0.91,
  ghostwhite: 0.94,
  aliceblue: 0.93,
  beige: 0.9,
  lightgray: 0.65,
  lightgrey: 0.65,
  gainsboro: 0.72,
  silver: 0.53,
  lightyellow: 0.97,
  lightblue: 0.64,
  lightgreen: 0.69,
  yellow: 0.93,
  gold: 0.7,
  pink: 0.63,
  black: 0,
  navy: 0.02,
  darkblue: 0.02,
  blue: 0.07,
  maroon: 0.05,
  purple: 0.06,
  indigo: 0.03,
  green: 0.15,
  darkgreen: 0.09,
  brown: 0.1,
  darkred: 0.05,
  dimgray: 0.14,
  dimgrey: 0.14,
  gray: 0.22,
  grey: 0.22,
};

/** The relative luminances, 0 to 1, of the colours that a value of CSS names; without those one sees through. */
export function luminances(value: string): number[] {
  const found: number[] = [];
  for (const { groups = {} } of value.matchAll(COLOUR)) {
    const { hex, kind, parts = "", word = "" } = groups;
    const luminance =
      hex === undefined ? (kind === undefined ? ofWord(word) : ofFunction(kind, parts)) : ofHex(hex);
    if (luminance !== undefined) found.push(luminance);
  }
  return found;
}

function ofWord(word: string): number | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
}

function ofHex(hex: string): number | undefined {
  const full = hex.length < 6 ? hex.replace(/./gu, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../gu) ?? []).map((pair) =>
    parseInt(pair, 16),
  );
  return alpha < 128 ? undefined : ofRgb(red, green, blue);
}

function ofFunction(kind: string, parts: string): number | undefined {
  const [first = 0, second = 0, third = 0, alpha = 1] = (parts.match(/[\d.]+%?/gu) ?? []).map((part) =>
    part.endsWith("%") && kind === "rgb" ? parseFloat(part) / 100 : parseFloat(part),
  );
  if (alpha < 0.5) return undefined;
  // Lightness alone tells enough of a hue.
  return kind.toLowerCase() === "hsl" ? linear(third / 100) : ofRgb(first, second, third);
}

function ofRgb(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
