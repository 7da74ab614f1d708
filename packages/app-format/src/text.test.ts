import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  codePoints,
  foldCase,
  lineCount,
  nameProblem,
  normaliseName,
  textProblem,
  utf8Bytes,
} from "./text.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from("aAßẞſıİiIΣσςǅﬁΐ\u0345\u0301\u0316 \u00a0\t")),
    fc.string({ unit: "binary", maxLength: 1 }),
  ),
});

describe("lengths", () => {
  it("counts an emoji as one code point and four bytes", () => {
    expect([codePoints("a😀é"), utf8Bytes("a😀é")]).toEqual([3, 7]);
    expect([codePoints(""), utf8Bytes("")]).toEqual([0, 0]);
    expect([codePoints("\ud83d\ud83d"), utf8Bytes("\ud83d")]).toEqual([2, 3]);
  });

  it("counts code points as iterating the text does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(codePoints(text)).toBe(Array.from(text).length);
      }),
    );
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\r\nb\n", 2],
    ["\n\n", 2],
    ["a\rb\u2028c\u2029d", 4],
  ])("counts the lines of %j", (text, lines) => {
    expect(lineCount(text)).toBe(lines);
  });
});

describe("textProblem", () => {
  it.each([
    ["a\u0000b", { kind: "NUL", index: 1 }],
    ["\ud83d", { kind: "lone surrogate", index: 0 }],
    ["x\udc00y\u0000", { kind: "lone surrogate", index: 1 }],
    ["😀\ud83d", { kind: "lone surrogate", index: 2 }],
    ["😀\udc00", { kind: "lone surrogate", index: 2 }],
  ])("finds the first in %j", (text, problem) => {
    expect(textProblem(text)).toEqual(problem);
  });

  it("lets every other text pass", () => {
    expect(textProblem("plain\t\r\n\u001b😀\ufffd\uffff")).toBeUndefined();
    expect(textProblem("")).toBeUndefined();
  });
});

describe("normaliseName", () => {
  it.each([
    ["Straße", "STRASSE"],
    ["STRAẞE", "strasse"],
    ["  Stand-up\u00a0 timer ", "stand-up Timer"],
    ["Cafe\u0301", "CAFÉ"],
    ["Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"],
    ["ﬁle", "FILE"],
    ["\u212aelvin", "kelvin"],
    ["İ", "i\u0307"],
  ])("takes %j and %j for one name", (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other));
  });

  it.each([
    ["Timer", "Timers"],
    ["Stand up", "Standup"],
    ["resume", "résumé"],
    ["sınır", "sinir"],
  ])("keeps %j and %j apart", (one, other) => {
    expect(normaliseName(one)).not.toBe(normaliseName(other));
  });

  it("is idempotent, and blind to case and composition", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const key = normaliseName(name);
        expect(normaliseName(key)).toBe(key);
        expect(key.normalize("NFC")).toBe(key);
        expect(normaliseName(name.normalize("NFD"))).toBe(key);
        expect(normaliseName(` ${name}  `)).toBe(key);
        expect(normaliseName(name.toLowerCase())).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  it("throws rather than hang on a text that nobody measured", () => {
    expect(() => foldCase("\u0301\u0316".repeat(100_000))).toThrow(RangeError);
  });
});

describe("nameProblem", () => {
  it.each(["Stand-up timer", "Größe 日本 😀", "می‌خواهم", "👩‍💻", "<b>&amp;", "😀".repeat(200)])(
    "accepts %j",
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ["", "is empty"],
    [" \u00a0 ", "is empty"],
    ["\u200b\ufeff", "is empty"],
    ["x".repeat(201), "is 201 characters long; at most 200"],
    ["a\nb", "line break as character 2"],
    ["😀\u0000", "control character or line break as character 2"],
    ["a\u007f\ud83d", "control character"],
    ["a\u009fb", "control character"],
    ["a\u2028b", "line break"],
    ["\ud83d", "a lone surrogate as character 1"],
  ])("refuses %j", (name, says) => {
    const problem = nameProblem(name);
    expect(problem?.message).toContain(says);
    expect(problem).toMatchObject({ code: "invalid_arguments", where: "name" });
  });
});
