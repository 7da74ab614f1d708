import * as fc from "fast-check";

const PLAIN = ["src", "App.tsx", "lib", "a", "A", "b", "x.ts", "k", "I", "i", "constructor", "toString"];
const MARKS = [".", "..", " ", ".ts", ":", "\\", "%2e", "%2f", "%00", "*", "?", "<", '"', "|", "__proto__"];
const DEVICES = ["con", "PRN", "Aux", "nul", "com", "LPT", "conin$", "CONOUT$"];
const DIGITS = ["0", "1", "10", "¹", "²", "³", "⁴"];
const UNSEEN = ["\0", "\n", "\u001f", "\u007f", "\u009f", "\u00a0", "\u2028", "\u202e"];
const LETTERS = [
  "é",
  "É",
  "e\u0301",
  "\u0301",
  "\u0307",
  "\u212a",
  "ß",
  "ẞ",
  "ss",
  "ſ",
  "ı",
  "İ",
  "Σ",
  "σ",
  "ς",
];
const PAIRS = ["😀", "\ud83d", "\ude00"];
const LONG = ["x".repeat(251), "é".repeat(127), "e\u0301".repeat(128)];
const NASTY = [...MARKS, ...DEVICES, ...DIGITS, ...UNSEEN, ...LETTERS, ...PAIRS, ...LONG];

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...PLAIN, ...NASTY), { minLength: 2, maxLength: 4 })
      .map((pieces) => pieces.join("")),
  },
);

/** Paths of which about half are refused, by every rule there is. */
export const nastyPath = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/")),
  },
  { weight: 2, arbitrary: fc.array(segment, { minLength: 14, maxLength: 19 }).map((s) => s.join("/")) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("x", "é", "e\u0301", "😀"),
        fc.integer({ min: 1, max: 260 }),
        fc.nat({ max: 17 }),
      )
      .map(([letter, length, times]) => Array.from({ length: times }, () => letter.repeat(length)).join("/")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);
