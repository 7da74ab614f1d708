import { describe, expect, it } from "vitest";
import { tokensOf } from "./languages.ts";
import { tokensBetween } from "./tokens.ts";

/** The coloured pieces of a text, as "kind text". */
function coloured(path: string, text: string): string[] {
  const pieces: string[] = [];
  const tokens = tokensOf(path, text) ?? new Uint32Array();
  tokensBetween(tokens, { from: 0, to: text.length }, (from, to, kind) => {
    pieces.push(`${kind} ${text.slice(from, to)}`);
  });
  return pieces;
}

describe("the colours of code", () => {
  it("know TypeScript with elements in it", () => {
    const pieces = coloured("src/App.tsx", 'const a: string = vote(1); // x\n<b title="t">{`c`}</b>;');
    expect(pieces).toEqual(
      expect.arrayContaining(["key const", "fn vote", "num 1", "com // x", "tag b", 'str "t"', "str `c`"]),
    );
  });

  it("know types where an element cannot be", () => {
    expect(coloured("src/a.ts", "const a = <T>b as const;")).toContain("key as");
  });

  it("know styles and data", () => {
    expect(coloured("a.css", ".board { gap: 1rem; }")).toEqual(
      expect.arrayContaining(["tag board", "key gap", "num 1rem"]),
    );
    expect(coloured("a.json", '{ "most": 12, "on": true }')).toEqual(
      expect.arrayContaining(['fn "most"', "num 12", "key true"]),
    );
  });

  it("leave every other file as it is", () => {
    expect(coloured("README.md", "const a = 1;")).toEqual([]);
    expect(coloured("Makefile", "const a = 1;")).toEqual([]);
  });

  it("go on through what is not well formed", () => {
    const pieces = coloured("a.ts", 'const a = "open\n}}}) const b = `${');
    expect(pieces.filter((piece) => piece === "key const")).toHaveLength(2);
  });

  it.each([
    ["a return alone", "a.ts", "// a\rrun(); // b"],
    ["a line separator", "a.ts", "// a\u2028run();/*\n*/"],
    ["a paragraph separator", "a.js", "// a\u2029run();/*\n*/"],
    ["a form feed", "a.css", "a { b: '\f'; run: 1; c: '\f' }"],
    ["a string over a line separator", "a.ts", 'const a = "\u2028/*"; run(); "*/";'],
    ["a type of an element", "a.tsx", "<A<B> c={1}>// {run()} /* no */</A>;"],
    ["an expression after a function", "a.ts", "x = () => {}\n/a/* b; run(); /*/g*/ -x/1;"],
    ["an element after a function", "a.tsx", "x = () => {}\n<a>/* no</a>; run(); <b>*/</b>;"],
    ["an element after a type", "a.tsx", "new A<T>\n<a>'</a>; run(); <b>'</b>;"],
  ])("never call code a comment or a string: %s", (_name, path, text) => {
    const silent = coloured(path, text).filter((piece) => /^(?:com|str) /u.test(piece));
    expect(silent.filter((piece) => piece.includes("run"))).toEqual([]);
  });
});
