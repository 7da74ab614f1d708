import { expect, test } from "vitest";
import { findQuote } from "./find-quote.ts";

const LINES = ["a", "b", "", "a", "b", "c", "a", "b"];

test.each([
  [["c"], 1, 6],
  [["a", "b"], 4, 4],
  // Of two that are equally far, the first.
  [["a"], 2, 1],
  [["a", "b"], 6, 7],
  [["a", "b"], 900, 7],
  [["b", "", "a"], 8, 2],
  [["b", "c"], 1, 5],
])("%j near line %i is at line %i", (quote, near, line) => {
  expect(findQuote(LINES, quote, near)).toBe(line);
});

test.each([[["d"]], [["b", "d"]], [["a "]], [[]], [["b", "end"]]])("%j is nowhere", (quote) => {
  expect(findQuote(LINES, quote, 1)).toBeUndefined();
});
