import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, stretchesOf, type Layout } from "./blocks.ts";
import { compareTexts } from "./compare.ts";
import { cutLines } from "./cut-lines.ts";
import { foldsOf, headOf, stepInto } from "./folds.ts";
import { rowsOf, type Row } from "./rows.ts";

function rows(before: string, after: string): Row[] {
  const texts = { path: "a.ts", old: cutLines(before), new: cutLines(after), moves: [] };
  return rowsOf(compareTexts(before, after), texts);
}
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const NOTHING = { opened: [], keep: () => false };
/** A file of 100 lines in which line 50 changed. */
const CHANGED = rows(numbered(100).join("\n"), numbered(100).with(49, "other").join("\n"));

/** The steps that the blocks show or fold, in order. */
function steps(all: readonly Row[], layout: Layout): number[] {
  return blocksOf(all, foldsOf(all, NOTHING), layout).flatMap((block) => {
    if (block.kind === "fold") {
      return Array.from(
        { length: block.fold.to - block.fold.from },
        (_, index) => block.fold.from + index + 1,
      );
    }
    if (block.kind === "rows") return block.rows.map(({ step }) => step);
    if (block.kind !== "pairs") return [];
    return block.rows.flatMap(({ left, right }) => [
      ...new Set([left, right].flatMap((row) => row?.step ?? [])),
    ]);
  });
}

describe("folds", () => {
  it("leave three lines around a change", () => {
    expect(foldsOf(CHANGED, NOTHING)).toEqual([
      { from: 0, to: 46 },
      { from: 54, to: 101 },
    ]);
  });

  it("open step by step next to the change, and around a line that must be seen", () => {
    const [head = { from: 0, to: 0 }, tail = head] = foldsOf(CHANGED, NOTHING);
    expect([stepInto(head), stepInto(tail)]).toEqual([
      { from: 26, to: 46 },
      { from: 54, to: 74 },
    ]);
    expect(foldsOf(CHANGED, { ...NOTHING, opened: [head] })).toEqual([tail]);
    expect(foldsOf(CHANGED, { ...NOTHING, keep: (line) => line === 10 })[0]).toEqual({ from: 0, to: 6 });
  });

  it("never hold a line that changed", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = rows(before.join("\n"), after.join("\n"));
        const folded = foldsOf(all, NOTHING).flatMap(({ from, to }) => all.slice(from, to));
        expect(folded.filter(({ kind }) => kind !== "same")).toEqual([]);
      }),
    );
  });

  it("tell what the lines after them belong to", () => {
    const all = rows("", "function vote() {\n  a();\n  b();\n}\n");
    expect(headOf(all, { from: 1, to: 2 })).toBe("function vote() {");
    expect(headOf(all, { from: 0, to: 3 })).toBeUndefined();
  });
});

describe("blocks", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 60 });

  it.each(["inline", "split"] as const)("show or fold each row once (%s)", (layout) => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = rows(before.join("\n"), after.join("\n"));
        expect(steps(all, layout).toSorted((a, b) => a - b)).toEqual(all.map((_, index) => index + 1));
      }),
    );
  });

  it("put what was removed beside what took its place", () => {
    const all = rows("a\nold 1\nold 2\nz\n", "a\nnew\nz\n");
    const [block] = blocksOf(all, [], "split");
    const drawn =
      block?.kind === "pairs" ? block.rows.map(({ left, right }) => [left?.text, right?.text]) : [];
    expect(drawn).toEqual([
      ["a", "a"],
      ["old 1", "new"],
      ["old 2", undefined],
      ["z", "z"],
    ]);
  });

  it("count the rows that were shown, side by side too", () => {
    const all = rows("a\nold 1\nold 2\nz\n", "a\nnew\nz\n");
    const [block] = blocksOf(all, [], "split");
    const counted = block?.kind === "pairs" ? block.rows.map(({ first, step }) => [first, step]) : [];
    expect(counted).toEqual([
      [1, 1],
      [2, 3],
      [4, 4],
      [5, 5],
    ]);
  });

  it("announce a run of blank lines, with what comes after", () => {
    const all = rows("a\n", `a\n${"\n".repeat(30)}payload()\n`);
    const announced = blocksOf(all, [], "inline").flatMap((block) => (block.kind === "blank" ? block : []));
    expect(announced).toMatchObject([{ count: 30, next: { text: "payload()" } }]);
  });
});

describe("stretches", () => {
  const all = rows(numbered(400).join("\n"), numbered(400).with(9, "x").with(299, "y").join("\n"));
  const drawn = (...opened: { from: number; to: number }[]) =>
    stretchesOf(blocksOf(all, foldsOf(all, { ...NOTHING, opened }), "inline"), all.length);

  it("hold about a window of rows each, whatever is folded", () => {
    const whole = drawn({ from: 0, to: all.length });
    expect(Math.max(...whole.map(({ height }) => height))).toBeLessThanOrEqual(80);
    expect(whole.length).toBeLessThanOrEqual(Math.ceil(all.length / 40) + 1);
  });

  it("keep a fold and all that is below it while it is opened step by step", () => {
    const fold = foldsOf(all, NOTHING)[1] ?? { from: 0, to: 0 };
    const of = (stretches: ReturnType<typeof drawn>) =>
      stretches.flatMap(({ key, blocks }) => blocks.map((block) => `${key} ${block.key}`));
    const before = of(drawn());
    const after = of(drawn(stepInto(fold)));
    const at = before.findIndex((one) => one.endsWith(` f${fold.to}`));
    expect(at).toBeGreaterThan(0);
    expect(after).toEqual(expect.arrayContaining(before.slice(at)));
  });
});
