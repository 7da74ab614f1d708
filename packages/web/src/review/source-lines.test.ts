import { describe, expect, it } from "vitest";
import { sourceOf } from "./source-lines.ts";

/** Every line of a source with its number, as it would be drawn. */
function drawn(text: string): [number, string][] {
  return sourceOf(text).chunks.flatMap(({ first, lines }) =>
    lines.map((line, index): [number, string] => [first + index, line]),
  );
}

describe("the lines of a file", () => {
  it("numbers every line and keeps its text", () => {
    expect(drawn("a\n\nb\n")).toEqual([
      [1, "a"],
      [2, ""],
      [3, "b"],
    ]);
    expect(sourceOf("a\nb").lines).toBe(2);
    expect(sourceOf("").lines).toBe(0);
    expect(sourceOf("\n").lines).toBe(1);
  });

  it("ends a line where a comment ends", () => {
    expect(drawn("// a\u2028b()\r\nc\rd").map(([, text]) => text)).toEqual(["// a", "b()", "c", "d"]);
  });

  it("loses and moves nothing when a long file is cut", () => {
    const lines = Array.from({ length: 1234 }, (_, i) => (i % 7 === 0 ? "" : `line ${i + 1}`));
    const all = drawn(lines.join("\n"));
    expect(all.map(([, text]) => text)).toEqual(lines);
    expect(all.map(([number]) => number)).toEqual(lines.map((_, i) => i + 1));
  });

  it("counts what is drawn as code points, and no line end", () => {
    expect(sourceOf('a = "\u200b";\r\n\tb = "\u202e\u2066";').hidden).toBe(3);
  });

  it("gives a very long line a chunk of about its height, and tells its length", () => {
    const source = sourceOf(`a\n${"x".repeat(20_000)}\nb`);
    expect(source.longest).toBe(20_000);
    expect(source.rows).toBe(184);
  });
});

describe("a run of blank lines", () => {
  it("is announced with its length and what comes after", () => {
    const source = sourceOf(`a\n${"\n".repeat(3000)}payload()`);
    expect(source.chunks.flatMap(({ blank }) => blank ?? [])).toEqual([{ count: 3000, next: 3002 }]);
    expect(drawn(`a\n${"\n".repeat(3000)}payload()`).at(-1)).toEqual([3002, "payload()"]);
  });

  it("counts lines of spaces and tabs as blank", () => {
    const source = sourceOf(`a\n${" \t \n".repeat(40)}b`);
    expect(source.chunks.flatMap(({ blank }) => blank ?? [])).toEqual([{ count: 40, next: 42 }]);
  });

  it("is not announced where it hides nothing", () => {
    expect(sourceOf("a\n\n\n\nb").chunks.flatMap(({ blank }) => blank ?? [])).toEqual([]);
  });

  it("is found each time, also at the start and the end", () => {
    const gap = "\n".repeat(30);
    expect(sourceOf(`${gap}a\n${gap}b\n${gap}`).chunks.flatMap(({ blank }) => blank?.count ?? [])).toEqual([
      30, 30, 30,
    ]);
  });
});

describe("what is drawn together", () => {
  it("is no more than a window of rows, and few chunks of a text of many lines", () => {
    expect(sourceOf("x\n".repeat(1000)).chunks.every(({ rows }) => rows <= 40)).toBe(true);
    expect(sourceOf("x\n".repeat(200_000)).chunks).toHaveLength(1000);
  });
});
