import * as fc from "fast-check";
import { expect, it } from "vitest";
import { quote } from "./problem.ts";

it("shows what could mislead a reader as escapes", () => {
  expect(quote('a"b\\c')).toBe(String.raw`"a\"b\\c"`);
  expect(quote("a\u202eb\u200bc\u0000d\u009be\u2028f\u00a0g h")).toBe(
    String.raw`"a\u202eb\u200bc\u0000d\u009be\u2028f\u00a0g h"`,
  );
  expect(quote("\u{e0041}\ud83d")).toBe(String.raw`"\udb40\udc41\ud83d"`);
  expect(quote("größe/日本/😀")).toBe('"größe/日本/😀"');
});

it("tells a decomposed text from its composed twin", () => {
  expect(quote("café")).toBe('"café"');
  expect(quote("cafe\u0301")).toBe(String.raw`"cafe\u0301"`);
});

it("cuts at 200 code points, never within a pair", () => {
  expect(quote("😀".repeat(200))).toBe(`"${"😀".repeat(200)}"`);
  expect(quote(`x${"😀".repeat(200)}`)).toBe(`"x${"😀".repeat(199)}"…`);
});

it("is JSON of the text itself as long as nothing is cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      expect(JSON.parse(quote(text))).toBe(text);
    }),
  );
});
