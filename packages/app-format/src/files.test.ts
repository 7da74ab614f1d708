import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFiles } from "./files.ts";
import { nastyPath } from "./paths.arbitrary.ts";
import { modelAccepts, modelCollides } from "./paths.model.ts";
import type { FormatProblem } from "./problem.ts";

const APP = "export default () => null;\n";

function problemOf(files: Record<string, string>): FormatProblem {
  const read = readFiles(files);
  if (read.ok) throw new Error("these files should have been refused");
  return read.problem;
}

/** Reads paths beside the entry; built so that even `__proto__` becomes a key of its own. */
function besideApp(...paths: string[]): ReturnType<typeof readFiles> {
  return readFiles(Object.fromEntries([["src/App.tsx", APP], ...paths.map((path) => [path, "x"])]));
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `src/${index}.ts`);

describe("paths of a proposal", () => {
  it("keeps the files sorted by the code units of their composed paths", () => {
    const read = besideApp("src/\uffee.ts", "src/😀.ts", "src/cafe\u0301.ts", "10", "9", "Z", "a");
    expect(read.ok && Array.from(read.files.keys())).toEqual([
      "10",
      "9",
      "Z",
      "a",
      "src/App.tsx",
      "src/café.ts",
      "src/😀.ts",
      "src/\uffee.ts",
    ]);
  });

  it.each([
    "src\\..\\..\\x.ts",
    "/etc/x.ts",
    "C:/x.ts",
    "./src/x.ts",
    "src//x.ts",
    "src/./x.ts",
    "src/x\u0000.ts",
    "",

    "src/.. /x.ts",
    "src/lib./x.ts",
    "src/x.ts ",
    "src/aux.ts",
    "src/con .tsx",
    "src/COM\u00b9.ts",
    "src/a:b.ts",
  ])("refuses the whole proposal for the key %j and names it", (path) => {
    const read = besideApp("src/fine.ts", path);
    expect(read).toMatchObject({ ok: false, problem: { code: "invalid_path" } });
    expect(!read.ok && read.problem.message).toContain(JSON.stringify(path));
    expect(!read.ok && read.problem.where).toBe(`files[${JSON.stringify(path)}]`);
  });

  it("takes percent text and names that only resemble devices literally", () => {
    const paths = [
      "src/%2e%2e%2fx.ts",
      "src/%252e%252e/x.ts",
      "src/console.ts",
      "src/auxiliary.ts",
      "src/prefix.nul.json",
    ];
    const read = besideApp(...paths);
    expect(read.ok && new Set(read.files.keys())).toEqual(new Set(["src/App.tsx", ...paths]));
  });

  it("refuses __proto__ as a key that came by JSON, and changes no prototype", () => {
    for (const key of ["__proto__", "src/__proto__"]) {
      const files: Record<string, string> = JSON.parse(`{"${key}":"x","src/App.tsx":"y"}`);
      expect(problemOf(files)).toMatchObject({ code: "invalid_path", where: `files["${key}"]` });
    }
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe("collisions", () => {
  it.each([
    ["src/café.ts", "src/cafe\u0301.ts", '"src/café.ts"', String.raw`"src/cafe\u0301.ts"`],
    ["src/Button.tsx", "src/button.tsx", '"src/Button.tsx"', '"src/button.tsx"'],
    ["src/UI/a.ts", "src/ui/b.ts", '"src/UI/a.ts"', '"src/ui/b.ts"'],
    ["src/straße.ts", "src/STRASSE.ts", '"src/straße.ts"', '"src/STRASSE.ts"'],
    ["src/a", "src/a/b.ts", '"src/a"', '"src/a/b.ts"'],
    ["src/A", "src/a/b.ts", '"src/A"', '"src/a/b.ts"'],
    ["src/CAFÉ/a.ts", "src/cafe\u0301/b.ts", '"src/CAFÉ/a.ts"', String.raw`"src/cafe\u0301/b.ts"`],
  ])("refuses %j with %j and names both as written, in either order", (one, other, shownOne, shownOther) => {
    for (const read of [besideApp(one, other), besideApp(other, one)]) {
      expect(read).toMatchObject({ ok: false, problem: { code: "invalid_path" } });
      expect(!read.ok && read.problem.message).toContain(shownOne);
      expect(!read.ok && read.problem.message).toContain(shownOther);
    }
  });

  it("keeps a decomposed key under its composed spelling, so that an import of it resolves", () => {
    const read = besideApp("src/cafe\u0301.ts");
    expect(read.ok && read.files.get("src/café.ts")).toBe("x");
  });

  it("takes two spellings of one folder for that folder", () => {
    const read = besideApp("src/café/a.ts", "src/cafe\u0301/b.ts");
    expect(read.ok && Array.from(read.files.keys())).toEqual([
      "src/App.tsx",
      "src/café/a.ts",
      "src/café/b.ts",
    ]);
  });
});

describe("the entry", () => {
  it.each(["src/app.tsx", "App.tsx", "src/App.jsx", "app/src/App.tsx"])(
    "points at the near miss %j",
    (near) => {
      const problem = problemOf({ "src/other.tsx": APP, [near]: APP });
      expect(problem).toMatchObject({ code: "missing_entry", where: "files" });
      expect(problem.hint).toBe(`Rename "${near}" to "src/App.tsx".`);
    },
  );

  it("asks for it where nothing comes near", () => {
    const problem = problemOf({});
    expect(problem.code).toBe("missing_entry");
    expect(problem.hint).toContain('Add "src/App.tsx"');
    expect(problemOf({ "src/main.tsx": APP }).code).toBe("missing_entry");
  });

  it("sees that ./src/App.tsx was meant", () => {
    const problem = problemOf({ "./src/App.tsx": APP });
    expect(problem.code).toBe("invalid_path");
    expect(problem.hint).toContain('"src/App.tsx"');
  });
});

describe("counts, sizes and contents", () => {
  it("allows 100 files and no more, whatever else is wrong", () => {
    expect(besideApp(...numbered(99)).ok).toBe(true);
    const problem = problemOf(Object.fromEntries(numbered(101).map((path) => [`/${path}`, "x"])));
    expect(problem.code).toBe("too_many_files");
    expect(problem.message).toContain("101 files; a snippet holds at most 100");
  });

  it("allows 256 KiB of UTF-8 a file, to the byte", () => {
    const full = "é".repeat(131_072);
    expect(readFiles({ "src/App.tsx": full }).ok).toBe(true);
    const problem = problemOf({ "src/App.tsx": APP, "src/big.ts": `${full}x` });
    expect(problem).toMatchObject({ code: "too_large", where: 'files["src/big.ts"]' });
    expect(problem.message).toContain("262145 bytes; a file holds at most 262144");
  });

  it("allows 1 MiB of UTF-8 together, to the byte, and names the largest file", () => {
    const full = "x".repeat(262_144);
    const files = { "src/App.tsx": full, "src/b.ts": full, "src/c.ts": full, "src/d.ts": full };
    expect(readFiles(files).ok).toBe(true);
    const problem = problemOf({ ...files, "src/c.ts": full.slice(2), "src/e.ts": "xyz" });
    expect(problem).toMatchObject({ code: "too_large", where: "files" });
    expect(problem.message).toContain("1048577 bytes together; a snippet holds at most 1048576");
    expect(problem.message).toContain('"src/App.tsx" with 262144');
  });

  it.each([
    ["a\nb😀\u0000", "a NUL at line 2, character 3"],
    ["\ud83d", "a lone surrogate at line 1, character 1"],
  ])("refuses the content %j and says where", (content, says) => {
    const problem = problemOf({ "src/App.tsx": APP, "src/x.ts": content });
    expect(problem).toMatchObject({ code: "invalid_arguments", where: 'files["src/x.ts"]' });
    expect(problem.message).toContain(`The file "src/x.ts" holds ${says}`);
  });

  it("keeps every other content as it is", () => {
    const odd = "\ufeff\r\n\u2028\u001b[0m cafe\u0301 😀";
    const read = readFiles({ "src/App.tsx": odd });
    expect(read.ok && read.files.get("src/App.tsx")).toBe(odd);
  });
});

it("agrees with the model on any set of paths", () => {
  const paths = fc.tuple(
    fc.constantFrom("src/App.tsx", "src/App.tsx", "src/App.tsx", "src/app.tsx", "src/App.tsx/x"),
    fc.uniqueArray(fc.oneof(nastyPath.filter(modelAccepts), nastyPath.filter(modelAccepts), nastyPath), {
      maxLength: 5,
    }),
  );
  fc.assert(
    fc.property(paths, ([first, rest]) => {
      const given = [...new Set([first, ...rest])];
      const read = readFiles(Object.fromEntries(given.map((path) => [path, path])));
      const clashes = given.some((one, at) => given.slice(at + 1).some((other) => modelCollides(one, other)));
      if (clashes || !given.every(modelAccepts))
        expect(read).toMatchObject({ problem: { code: "invalid_path" } });
      else if (!given.includes("src/App.tsx"))
        expect(read).toMatchObject({ problem: { code: "missing_entry" } });
      else {
        // A path that holds no lone surrogate is a fit content too, so each path brings itself along.
        const kept = given.map((path): [string, string] => [path.normalize("NFC"), path]);
        expect(read.ok && Array.from(read.files)).toEqual(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      }
    }),
    { numRuns: 3000 },
  );
});
