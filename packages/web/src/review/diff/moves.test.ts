import { describe, expect, it } from "vitest";
import { compareTexts } from "./compare.ts";
import { cutLines } from "./cut-lines.ts";
import { findMoves, type ComparedFile } from "./moves.ts";

function compared(path: string, before: string, after: string): ComparedFile {
  return { path, old: cutLines(before), new: cutLines(after), diff: compareTexts(before, after) };
}
const BLOCK = "function vote(id) {\n  count(id);\n\n  draw(id);\n}\n";
const REST = Array.from({ length: 8 }, (_, index) => `line(${index});\n`).join("");

describe("lines that moved", () => {
  it("are found within a file", () => {
    expect(findMoves([compared("a.ts", BLOCK + REST, REST + BLOCK)])).toEqual([
      { from: { path: "a.ts", at: 0 }, to: { path: "a.ts", at: 8 }, lines: 5 },
    ]);
  });

  it("are found from file to file", () => {
    expect(findMoves([compared("a.ts", REST + BLOCK, REST), compared("b.ts", "", BLOCK)])).toEqual([
      { from: { path: "a.ts", at: 8 }, to: { path: "b.ts", at: 0 }, lines: 5 },
    ]);
  });

  it("end where they were changed on the way", () => {
    const other = BLOCK.replace("draw(id)", "draw(ID)");
    expect(findMoves([compared("a.ts", BLOCK, ""), compared("b.ts", "", other)])).toEqual([]);
    const longer = `a();\nb();\n${BLOCK}`;
    const moved = findMoves([compared("a.ts", longer, ""), compared("b.ts", "", `a();\nb();\n${other}`)]);
    expect(moved).toEqual([{ from: { path: "a.ts", at: 0 }, to: { path: "b.ts", at: 0 }, lines: 5 }]);
  });

  it("are more than three brackets by chance", () => {
    expect(findMoves([compared("a.ts", `x;\n}\n\n}\n${REST}`, `${REST}y;\n}\n\n}\n`)])).toEqual([]);
  });

  it("are each at one place only", () => {
    const moves = findMoves([
      compared("a.ts", BLOCK, ""),
      compared("b.ts", BLOCK, ""),
      compared("c.ts", "", BLOCK),
    ]);
    expect(moves).toHaveLength(1);
  });

  it("are not those whose line ends alone changed", () => {
    expect(findMoves([compared("a.ts", "a\nb\nc\nd", "a\r\nb\r\nc\r\nd\n")])).toEqual([]);
  });

  it("are found quickly in a text of nothing but repetition", () => {
    const many = "again();\n".repeat(20_000);
    expect(findMoves([compared("a.ts", many, ""), compared("b.ts", "", many)])).toHaveLength(1);
  });
});
