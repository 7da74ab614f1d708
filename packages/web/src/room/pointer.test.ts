import { expect, it } from "vitest";
import { pointerTo } from "./pointer.ts";

it("points at the word that starts at the column", () => {
  expect(pointerTo("  const now = people[0].handle;", 25)).toEqual({
    before: " ".repeat(24),
    carets: "^^^^^^",
  });
  expect(pointerTo("x = ;", 5)).toEqual({ before: "    ", carets: "^" });
});

it("keeps tabs, so that the carets stand below the word", () => {
  expect(pointerTo("\t\tboom();", 3)).toEqual({ before: "\t\t", carets: "^^^^" });
});

it("points at nothing where it could only point beside it", () => {
  expect(pointerTo("boom();", 99)).toBeUndefined();
  expect(pointerTo('const a = "変数", b = c.d;', 20)).toBeUndefined();
});
