import { describe, expect, it } from "vitest";
import { tokensOf } from "./languages.ts";

/** The coloured pieces of a text, as "kind text". */
async function coloured(
  path: string,
  text: string,
  pause = async (): Promise<void> => undefined,
): Promise<string[]> {
  const tokens = await tokensOf(path, text, { sliceMs: 0, pause });
  const pieces: string[] = [];
  tokens?.between(0, text.length, (from, to, kind) => pieces.push(`${kind} ${text.slice(from, to)}`));
  return pieces;
}

describe("the colours of code", () => {
  it("know TypeScript with elements in it", async () => {
    const pieces = await coloured("src/App.tsx", 'const a: string = vote(1); // x\n<b title="t">{`c`}</b>;');
    expect(pieces).toEqual(
      expect.arrayContaining(["key const", "fn vote", "num 1", "com // x", "tag b", 'str "t"', "str `c`"]),
    );
  });

  it("know types where an element cannot be", async () => {
    expect(await coloured("src/a.ts", "const a = <T>b as const;")).toContain("key as");
  });

  it("know styles and data", async () => {
    expect(await coloured("a.css", ".board { gap: 1rem; }")).toEqual(
      expect.arrayContaining(["tag board", "key gap", "num 1rem"]),
    );
    expect(await coloured("a.json", '{ "most": 12, "on": true }')).toEqual(
      expect.arrayContaining(['fn "most"', "num 12", "key true"]),
    );
  });

  it("leave every other file as it is", async () => {
    expect(await coloured("README.md", "const a = 1;")).toEqual([]);
    expect(await coloured("Makefile", "const a = 1;")).toEqual([]);
  });

  it("go on through what is not well formed", async () => {
    const pieces = await coloured("a.ts", 'const a = "open\n}}}) const b = `${');
    expect(pieces.filter((piece) => piece === "key const")).toHaveLength(2);
  });

  it("pause between slices", async () => {
    let pauses = 0;
    await coloured("a.ts", "const a = 1;\n".repeat(500), async () => {
      pauses += 1;
    });
    expect(pauses).toBeGreaterThan(1);
  });
});
