import { describe, expect, it } from "vitest";
import { compareTexts } from "../diff/compare.ts";
import { comparedFile, removedFile, wholeFile, type ShownFile } from "../shown-file.ts";
import { findIn, MOST_FOUND } from "./find.ts";

function whole(path: string, text: string): ShownFile {
  return wholeFile({ path, bytes: text.length, sha256: "aa", text }, "whole");
}
function changed(path: string, before: string, text: string): ShownFile {
  const made = { diff: compareTexts(before, text), moves: [], folds: true };
  return comparedFile({ path, bytes: text.length, sha256: "aa", text }, { sha256: "bb", text: before }, made);
}

describe("the search", () => {
  it("finds a plain text in every line and path, small letters and capitals alike", () => {
    const files = [whole("src/vote.ts", "// Vote (once)\nvote();\r\nVOTE"), whole("a.ts", "x")];
    expect(findIn(files, "vote").map(({ side, at, from }) => [side, at, from])).toEqual([
      ["path", 0, 4],
      ["new", 0, 3],
      ["new", 1, 0],
      ["new", 2, 0],
    ]);
    expect(findIn(files, "(once)")).toHaveLength(1);
    expect(findIn(files, ".*")).toEqual([]);
    expect(findIn(files, "")).toEqual([]);
  });

  it("finds what was removed, and what both texts have once", () => {
    const files = [changed("a.ts", "both\nold one\n", "both\nnew one\n")];
    expect(findIn(files, "both")).toHaveLength(1);
    expect(findIn(files, "one").map(({ side, at }) => [side, at])).toEqual([
      ["old", 1],
      ["new", 1],
    ]);
    expect(findIn([removedFile("b.ts", { sha256: "bb", text: "gone\n" }, [])], "gone")).toMatchObject([
      { side: "old", at: 0 },
    ]);
  });

  it("says where in a line it is, in UTF-16 units", () => {
    expect(
      findIn([whole("a.ts", "\ud83d\ude00 İstanbul stan")], "stan").map(({ from, to }) => [from, to]),
    ).toEqual([
      [4, 8],
      [12, 16],
    ]);
  });

  it("ends where there is too much", () => {
    expect(findIn([whole("a.ts", "a\n".repeat(20_000))], "a")).toHaveLength(MOST_FOUND + 1);
  });
});
