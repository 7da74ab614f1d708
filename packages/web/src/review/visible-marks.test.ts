import { describe, expect, it } from "vitest";
import { countMarks, splitMarks, type Piece } from "./visible-marks.ts";

const text = (value: string): Piece => ({ kind: "text", text: value });
const mark = (codePoint: string, times = 1): Piece => ({ kind: "mark", codePoint, times });

describe("what a line shows", () => {
  it("leaves ordinary code alone", () => {
    expect(splitMarks('\tconst a = "b";')).toEqual([text('\tconst a = "b";')]);
    expect(splitMarks("two\nlines")).toEqual([text("two\nlines")]);
    expect(splitMarks("")).toEqual([]);
  });

  it("draws the bidirectional controls that would reorder a line", () => {
    expect(splitMarks('"user\u202e \u2066// check\u2069"')).toEqual([
      text('"user'),
      mark("U+202E"),
      text(" "),
      mark("U+2066"),
      text("// check"),
      mark("U+2069"),
      text('"'),
    ]);
  });

  it.each([
    ["escape", "\u001b", "U+001B"],
    ["a C1 control", "\u0085", "U+0085"],
    ["a zero-width space", "\u200b", "U+200B"],
    ["a word joiner", "\u2060", "U+2060"],
    ["a Hangul filler", "\u3164", "U+3164"],
    ["a halfwidth filler", "\uffa0", "U+FFA0"],
    ["a leading-consonant filler", "\u115f", "U+115F"],
    ["a Mongolian selector", "\u180b", "U+180B"],
    ["a tag letter", "\u{e0041}", "U+E0041"],
    ["the last selector", "\u{e01ef}", "U+E01EF"],
    ["a no-break space", "\u00a0", "U+00A0"],
    ["an empty Braille cell", "\u2800", "U+2800"],
    ["a private character", "\ue000", "U+E000"],
    ["half a character", "\ud800", "U+D800"],
    ["a byte order mark", "\ufeff", "U+FEFF"],
    ["an empty note", "\u{1d159}", "U+1D159"],
  ])("draws %s", (_, character, name) => {
    expect(splitMarks(`a${character}b`)).toEqual([text("a"), mark(name), text("b")]);
  });

  it("says how often a run stands there, and counts each", () => {
    expect(splitMarks("\u200b\u200b\u200bx")).toEqual([mark("U+200B", 3), text("x")]);
    const tags = Array.from({ length: 40 }, (_, i) => String.fromCodePoint(0xe0041 + (i % 26))).join("");
    expect(countMarks(`"${tags}"`)).toBe(40);
  });

  it.each(["❤️", "⚠️ careful", "😀\ufe0f", "👩‍👩‍👧", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "✔︎"])("raises nothing for %s", (line) => {
    expect(splitMarks(line)).toEqual([text(line)]);
  });

  it("still draws a selector that belongs to no emoji", () => {
    expect(splitMarks("a\ufe0f")).toEqual([text("a"), mark("U+FE0F")]);
  });

  it.each(["안녕하세요", "naïve café", "Ωμέγα", "変数", "Việt Nam".normalize("NFD"), "ที่นี่", "नमस्ते"])(
    "leaves %s alone",
    (line) => {
      expect(splitMarks(line)).toEqual([text(line)]);
    },
  );

  it("draws the marks that pile up on one letter, also on one of a word from right to left", () => {
    const pile = "\u0300\u0301".repeat(30);
    expect(splitMarks(`e${pile.slice(0, 4)}`)).toEqual([text(`e${pile.slice(0, 4)}`)]);
    expect(countMarks(`e${pile}b`)).toBe(56);
    expect(countMarks(`ש${pile}ל`)).toBe(56);
    expect(countMarks(`ש${"\u05b0".repeat(60)}ל`)).toBe(56);
    expect(splitMarks(`e${"\u0300".repeat(9)}b`)).toEqual([
      text(`e${"\u0300".repeat(4)}`),
      mark("U+0300", 5),
      text("b"),
    ]);
    const pointed = "בְּרֵאשִׁ֖ית בָּרָ֣א";
    expect(splitMarks(pointed)).toEqual([{ kind: "rtl", text: pointed }]);
  });

  it("keeps words written from right to left whole, and apart from the code around them", () => {
    expect(splitMarks('a = "שלום עולם" + "مرحبا";')).toEqual([
      text('a = "'),
      { kind: "rtl", text: "שלום עולם" },
      text('" + "'),
      { kind: "rtl", text: "مرحبا" },
      text('";'),
    ]);
  });

  it("draws a control inside such words too", () => {
    expect(splitMarks("של\u200fום")).toEqual([
      { kind: "rtl", text: "של" },
      mark("U+200F"),
      { kind: "rtl", text: "ום" },
    ]);
  });
});
