import { expect, test } from "vitest";
import { isWholeCode, readUserCode } from "./user-code.ts";

test.each([
  ["wdjbmjht", "WDJB-MJHT"],
  ["WDJB-MJHT", "WDJB-MJHT"],
  [" wdjb mjht ", "WDJB-MJHT"],
  ["wdjb–mjht", "WDJB-MJHT"],
  ["ＷＤＪＢ-ＭＪＨＴ", "WDJB-MJHT"],
  ["wdj", "WDJ"],
  ["wdjb", "WDJB"],
  ["wdjb-", "WDJB"],
  ["", ""],
])("%j is read as %s", (typed, code) => {
  expect(readUserCode(typed)).toBe(code);
});

test("a text that is no code at all stays short", () => {
  expect(readUserCode("x".repeat(10_000))).toBe("XXXX-XXXX-XXXX");
});

test("a code is looked up once it is whole", () => {
  expect(isWholeCode("WDJB-MJH")).toBe(false);
  expect(isWholeCode("WDJB-MJHT")).toBe(true);
});
