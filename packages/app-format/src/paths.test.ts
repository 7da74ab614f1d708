import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPath } from "./paths.ts";
import { nastyPath } from "./paths.arbitrary.ts";
import { modelAccepts } from "./paths.model.ts";

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  "is absolute": ["/etc/hosts", "/", "//server/share/x.ts", "/src/App.tsx"],
  "drive letter": ["C:/x.ts", "c:x.ts", "C:\\x.ts"],
  backslash: ["src\\x.ts", "src\\..\\..\\x.ts", "\\\\server\\share\\x.ts"],
  colon: ["src/a:b.ts", "src/App.tsx:hidden", "src/x.ts::$DATA"],
  '"." or ".." segment': ["./src/x.ts", "src/./x.ts", "src/../../x.ts", "..", ".", "src/..", "%2e/../x.ts"],
  "empty segment": ["src//x.ts", "src/"],
  "is empty": [""],
  "control character": ["src/x\u0000.ts", "src/a\nb.ts", "\tsrc/x.ts", "src/x\u007f.ts", "src/x\u0085.ts"],
  "ends with a dot or a space": ["src/.. /x.ts", "src/. /x.ts", "src/lib./x.ts", "src/x.ts ", "src/...", " "],
  device: [
    "src/aux.ts",
    "src/con .tsx",
    "src/COM\u00b9.ts",
    "src/lpt³",
    "nul",
    "PRN/x.ts",
    "src/Nul.tar.gz",
    "src/com0.ts",
    "src/LPT9.ts",
    "CONIN$",
    "src/conout$.txt",
    "src/aux  .b.c",
    "src/com²  .ts",
  ],
  'segment "__proto__"': ["__proto__", "src/__proto__", "__proto__/x.ts"],
  "lone surrogate": ["src/\ud83d.ts", "src/\ude00.ts", "src/\ude00\ud83d.ts"],
};

const ACCEPTED = [
  "src/App.tsx",
  "src/console.ts",
  "src/auxiliary.ts",
  "src/prefix.nul.json",
  "src/com10.ts",
  "src/com.ts",
  "src/%2e%2e%2fx.ts",
  "src/%252e%252e/x.ts",
  "src/%00.ts",
  "src/a%5cb.ts",
  "src/com⁴.ts",
  "src/xcon",
  ".env",
  "src/..x",
  "src/..a/x",
  " src/x.ts",
  "src/ x.ts",
  "src/a b.ts",
  "src/😀.ts",
  "src/<a>.ts",
  'src/"a"|b?*.ts',
  "src/proto__.ts",
  "constructor",
  "toString",
  "src/CLOCK$.ts",
];

describe("checkPath", () => {
  for (const [rule, paths] of Object.entries(REFUSED)) {
    it.each(paths)(`refuses %j (${rule})`, (path) => {
      const problem = checkPath(path);
      expect(problem?.code).toBe("invalid_path");
      expect(problem?.message).toContain(rule);
      expect(problem?.message).toContain(JSON.stringify(path).replace(/[\u007f\u0085]/gu, escaped));
    });
  }

  it.each(ACCEPTED)("accepts %j", (path) => {
    expect(checkPath(path)).toBeUndefined();
  });

  it("measures segment, path and depth in UTF-8 bytes of the composed form, to the byte", () => {
    const decomposed = "e\u0301";
    expect(checkPath("x".repeat(255))).toBeUndefined();
    expect(checkPath("x".repeat(256))?.message).toContain("more than 255 bytes");
    expect(checkPath(`${decomposed.repeat(127)}x`)).toBeUndefined();
    expect(checkPath(decomposed.repeat(128))?.message).toContain("more than 255 bytes");
    const fits = Array.from({ length: 8 }, () => "x".repeat(127)).join("/");
    expect(checkPath(`${fits}x`)).toBeUndefined();
    expect(checkPath(`${fits}xx`)?.message).toContain("longer than 1024 bytes");
    expect(checkPath(Array(16).fill("d").join("/"))).toBeUndefined();
    expect(checkPath(Array(17).fill("d").join("/"))?.message).toContain("17 segments");
  });

  it("answers a huge path at once and shortly, though normalising it would take minutes", () => {
    const problem = checkPath("e\u0301\u0316".repeat(500_000));
    expect(problem?.message).toContain("longer than 1024 bytes");
    expect(JSON.stringify(problem).length).toBeLessThan(5000);
  });

  it.each([
    ["./src/App.tsx", "src/App.tsx"],
    ["src\\lib\\x.ts", "src/lib/x.ts"],
    ["C:\\src\\x.ts", "src/x.ts"],
    ["/src//x.ts ", "src/x.ts"],
  ])("suggests for %j the path %j", (path, meant) => {
    expect(checkPath(path)?.hint).toContain(JSON.stringify(meant));
  });

  it.each(["src/../../x.ts", "src/.. /x.ts", "..\\x.ts", "src/aux.ts"])("suggests no path for %j", (path) => {
    expect(checkPath(path)?.hint).not.toContain("For example");
  });

  it("agrees with the model", () => {
    fc.assert(
      fc.property(nastyPath, (path) => {
        expect(checkPath(path) === undefined).toBe(modelAccepts(path));
      }),
      { numRuns: 5000 },
    );
  });

  it("decides alike for all canonical spellings of a path", () => {
    fc.assert(
      fc.property(nastyPath, (path) => {
        const verdicts = [path, path.normalize("NFC"), path.normalize("NFD")].map(checkPath);
        expect(new Set(verdicts.map((problem) => problem === undefined)).size).toBe(1);
      }),
    );
  });
});

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}
