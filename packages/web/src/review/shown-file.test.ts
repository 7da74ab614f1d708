import { describe, expect, it } from "vitest";
import { compareTexts } from "./diff/compare.ts";
import { comparedFile, removedFile, wholeFile } from "./shown-file.ts";

const OLD = { sha256: "bb", text: "a\nb\nc\n" };
const proposed = (text: string) => ({ path: "a.ts", bytes: text.length, sha256: "aa", text });
const made = (before: string, after: string) => ({
  diff: compareTexts(before, after),
  moves: [],
  folds: true,
});

describe("how much of a file is to be read", () => {
  it("is every line of one that is shown whole", () => {
    expect(wholeFile(proposed("a\nb\n"), "same").measure).toMatchObject({ view: "", lines: 2 });
  });

  it("is every row of a comparison, also what was removed after the last line", () => {
    const { measure } = comparedFile(proposed("a\n"), OLD, made(OLD.text, "a\n"));
    expect(measure).toMatchObject({ view: "bb", lines: 3, rows: 2, at: [1, 1, 1] });
  });

  it("leads from a removed row to the line after it", () => {
    const { measure } = comparedFile(proposed("a\nc\n"), OLD, made(OLD.text, "a\nc\n"));
    expect(measure?.at).toEqual([1, 2, 2]);
  });

  it("of an added file is the same as of a whole one", () => {
    const { measure, state } = comparedFile(proposed("a\nb\n"), undefined, made("", "a\nb\n"));
    expect([state, measure?.view, measure?.lines, measure?.at]).toEqual(["added", "", 2, undefined]);
  });

  it("is not known before it was compared", () => {
    const file = comparedFile(proposed("a\n"), OLD, { diff: undefined, moves: [], folds: true });
    expect([file.waits, file.measure?.lines]).toEqual([true, Number.POSITIVE_INFINITY]);
  });

  it("is nothing of a removed file, which is shown and counted", () => {
    const file = removedFile("a.ts", OLD, []);
    expect(file.measure).toBeUndefined();
    expect([file.compared?.removed, file.bytes]).toEqual([3, 6]);
  });
});
