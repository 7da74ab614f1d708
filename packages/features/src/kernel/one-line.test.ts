import { expect, test } from "vitest";
import { oneLine } from "./one-line.ts";

test.each([
  ["a line break", "\n"],
  ["a line separator", "\u2028"],
  ["a right-to-left override", "\u202e"],
  ["a zero-width space", "\u200b"],
  ["a Hangul filler", "\u3164"],
  ["a filler of half width", "\uffa0"],
  ["a grapheme joiner", "\u034f"],
  ["a variation selector", "\ufe0f"],
  ["a vowel that is not drawn", "\u17b4"],
  ["a blank Braille pattern", "\u2800"],
  ["tag letters", "\u{e0041}\u{e0042}"],
])("%s becomes one space, and alone leaves nothing (client-12)", (_, unseen) => {
  expect(oneLine(`Known${unseen}${unseen}client`, 100)).toBe("Known client");
  expect(oneLine(`${unseen} ${unseen}`, 100)).toBe("");
});

test("marks that are heaped on a letter stay within its line (client-12)", () => {
  expect(oneLine(`Z${"\u0335".repeat(60)}o\u0301`, 100)).toBe(`Z${"\u0335".repeat(4)}ó`);
  expect(oneLine("Tiếng Việt, שָׁלוֹם, ภาษาไทย", 100)).toBe("Tiếng Việt, שָׁלוֹם, ภาษาไทย".normalize("NFC"));
});
