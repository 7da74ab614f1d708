import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { locate } from "../wire/line-map.ts";
import { DEFINE, PACKAGE, type LinkResult, type ModuleDefinition, type Program } from "../wire/program.ts";
import { createLoader } from "../guest/modules.ts";
import { link } from "./index.ts";

type Files = Readonly<Record<string, string>>;

function linked(files: Files): Program {
  const result = link(new Map(Object.entries(files)));
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result;
}

/** The errors as a person would read them. */
function errors(files: Files): string[] {
  const result: LinkResult = link(new Map(Object.entries(files)));
  if (result.ok) return [];
  return result.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

/** Runs the linked script as the frame does; `react` stands for itself. */
function run(files: Files, registry: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const { code } = linked(files);
  let definitions: Readonly<Record<string, ModuleDefinition>> = {};
  const take = (given: Readonly<Record<string, ModuleDefinition>>): void => {
    definitions = given;
  };
  runInNewContext(code, { [DEFINE]: take });
  return createLoader(definitions, registry)("src/App.tsx") as Record<string, unknown>;
}

describe("imports", () => {
  test("are found in code alone, not in strings, comments, regular expressions or JSX text", () => {
    const source = `// import a from "lodash"
/* require("lodash") */
const text = 'require("lodash")' + "import x from 'lodash'" + \`\${1}require("lodash")\`;
const pattern = /require\\("lodash"\\)/;
const own = { require: (name: string) => name };
own.require("lodash");
function bundle(require: (name: string) => void) { require("lodash"); }
export default () => <p>import x from "lodash"; require("lodash") {text} export {text}</p>;`;
    expect(linked({ "src/App.tsx": source }).packages).toEqual(["react/jsx-runtime"]);
  });

  test("of types vanish, even when nothing is there", () => {
    const source = `import type { A } from "lodash";
import { type B } from "./gone";
import { C } from "./gone-too";
import React, { type FC } from "react";
export type { D } from "./gone-three";
export const value: A | B | C | FC = React;`;
    expect(linked({ "src/App.tsx": source }).packages).toEqual(["react"]);
  });

  test("that lead nowhere are all told, each at its place", () => {
    const source = `import a from "./gone";
import b from "lodash";
  import c from "../../out";
import d from "./logo.svg";
import e from "./a.module.css";
import f from "https://example.test/x.js";
import g from "/src/b";
const late = () => import("./late");
export { a, b, c, d, e, f, g, late };`;
    const found = errors({
      "src/App.tsx": source,
      "src/logo.svg": "",
      "src/a.module.css": "",
      "src/b.ts": "",
    });
    expect(found).toEqual([
      `src/App.tsx:1:1 "./gone" leads to no file. Tried: "src/gone", the same with .tsx, .ts, .jsx, .js, .json, and index files with these.`,
      `src/App.tsx:2:1 The package "lodash" is not available. Packages that an app can import: react, react-dom, react-dom/client, react/jsx-runtime, react/jsx-dev-runtime. The app's own files start with "./" or "../".`,
      `src/App.tsx:3:3 "../../out" leads outside the app's files.`,
      `src/App.tsx:4:1 "./logo.svg" cannot be imported. Files that can: .tsx, .ts, .jsx, .js, .json and .css.`,
      `src/App.tsx:5:1 "./a.module.css" is a CSS module. Only plain stylesheets can be imported.`,
      `src/App.tsx:6:1 "https://example.test/x.js" cannot be imported: an app loads no code from elsewhere.`,
      expect.stringContaining(`src/App.tsx:7:1 The package "/src/b" is not available.`),
      expect.stringContaining(`src/App.tsx:8:20 "./late" leads to no file.`),
    ]);
  });

  test("with a quote in their path are an error, not other code", () => {
    expect(errors({ "src/App.tsx": `\nimport "./it's";` })).toEqual([
      expect.stringMatching(/^src\/App\.tsx:2:1 /u),
    ]);
  });

  test.each([
    ["./B", ["src/B.ts", "src/B.tsx", "src/B.jsx"], "src/B.tsx"],
    ["./B", ["src/B.js", "src/B.json", "src/B/index.tsx"], "src/B.js"],
    ["./B.ts", ["src/B.ts", "src/B.ts.tsx"], "src/B.ts"],
    ["./B.js", ["src/B.ts"], "src/B.ts"],
    ["./B", ["src/B/index.jsx", "src/B/index.ts"], "src/B/index.ts"],
    ["./B/", ["src/B.ts", "src/B/index.ts"], "src/B/index.ts"],
    [".", ["src/index.ts", "index.ts"], "src/index.ts"],
    ["..", ["src/index.ts", "index.ts"], "index.ts"],
    ["../lib/./x/../B", ["lib/B.ts"], "lib/B.ts"],
    ["./é", ["src/é.ts"], "src/é.ts"],
  ])("%s among %j is %s", (specifier, candidates, expected) => {
    const files = Object.fromEntries(candidates.map((path) => [path, "0"]));
    const { map } = linked({ "src/App.tsx": `import ${JSON.stringify(specifier)};`, ...files });
    expect(map.map(({ file }) => file)).toEqual(["src/App.tsx", expected]);
  });
});

describe("the linked script", () => {
  test("runs each module once, in order, circles and all", () => {
    const log: string[] = [];
    const exports = run(
      {
        "src/App.tsx": `import { log } from "react"; import { b } from "./b"; import data from "./d.json"; import { list } from "./d.json";
log.push("App"); export const name = "app"; export default () => b() + data.list.length + list.length;`,
        "src/b.ts": `import { log } from "react"; import { name } from "./App"; import "./c"; log.push("b"); export const b = () => name;`,
        "src/c.js": `import { log } from "react"; import "./b"; log.push("c");`,
        "src/d.json": `{ "list": [1, 2] }`,
      },
      { react: { log } },
    );
    expect(log).toEqual(["c", "b", "App"]);
    expect((exports["default"] as () => string)()).toBe("app22");
  });

  test("knows the default export in every spelling", () => {
    for (const source of [
      "export default 7",
      "const x = 7; export default x",
      "const x = 7; export { x as default }",
      "export { x as default }; // first\nconst x = 7;",
      `export {\n  x as default, // with a comment\n};\nconst x = 7;`,
      `export { default } from "./seven"`,
      `export { seven as default } from "./seven"`,
      `import seven from "./seven"; export default seven`,
      "// export default 8\nexport default 7",
    ]) {
      const seven = "export default 7; export const seven = 7;";
      expect(run({ "src/App.tsx": source, "src/seven.ts": seven })["default"], source).toBe(7);
    }
  });

  test("loads a file on demand, and fails on it each time anew", async () => {
    const exports = run({
      "src/App.tsx": `export const good = () => import("./good"); export const bad = () => import("./bad"); export const odd = (p: string) => import(p);`,
      "src/good.ts": `export const x = 1;`,
      "src/bad.ts": `export const half = 1; throw new Error("boom");`,
    }) as Record<"good" | "bad" | "odd", (path?: string) => Promise<unknown>>;
    await expect(exports.good()).resolves.toMatchObject({ x: 1 });
    await expect(exports.bad()).rejects.toThrow("boom");
    await expect(exports.bad()).rejects.toThrow("boom");
    await expect(exports.odd("./good.ts")).rejects.toThrow(`Cannot import "./good.ts" here`);
  });

  test("brings styles in the order of their imports, those of late files last", () => {
    const { styles } = linked({
      "src/App.tsx": `const late = () => import("./late"); import "./a"; import "./app.css"; import "./a.css"; late;`,
      "src/a.ts": `import "./a.css";`,
      "src/late.ts": `import "./late.css";`,
      "src/a.css": "a{}",
      "src/app.css": "app{}",
      "src/late.css": "late{}",
    });
    expect(styles.map(({ text }) => text)).toEqual(["a{}", "app{}", "late{}"]);
  });

  test("leads back to line and column of each file", () => {
    const files = {
      "src/App.tsx": `import { b } from "./b";\r\n\r\ninterface Long {\r\n  a: number;\r\n}\r\nexport default () => <p>{b(1 as unknown as Long, MARK)}</p>;`,
      "src/b.ts": `enum Kind {\n  A,\n  B,\n}\n/* \u2028 */ export const b = (...all: unknown[]) => [Kind.A, all, MARK];\n`,
      "src/c.ts": "// never imported",
    };
    const { code, map } = linked(files);
    const places = code
      .split(/\r\n|[\n\r\u2028\u2029]/u)
      .flatMap((text, index) =>
        text.includes("MARK") ? [locate(map, index + 1, text.indexOf("MARK") + 1)] : [],
      );
    // Of a file with rare line ends only the lines are known.
    expect(places).toEqual([
      { file: "src/App.tsx", line: 6, column: 50 },
      { file: "src/b.ts", line: 6 },
    ]);
    expect(locate(map, 1, 1)).toBeUndefined();
  });

  test("is given no other name by a comment, and is otherwise as written", () => {
    const text = `const kept = "//# sourceURL=a" + \`//# sourceURL=\${1}b\` + /[/]#sourceURL=c/.source;`;
    // Written apart, or test runners take it for their own.
    const mapping = "sourceMappingURL";
    const source = `//# sourceURL=x.js
${text} //@ ${mapping}=data:application/json,{}
export default kept; /* # sourceURL=y */
//#\tsourceURL=z`;
    const { code } = linked({ "src/App.tsx": source });
    expect(code).toContain(text);
    expect(code.replace(text, "")).not.toMatch(/[#@]\s*source/u);
    expect(run({ "src/App.tsx": source })["default"]).toBe("//# sourceURL=a//# sourceURL=1b[/]#sourceURL=c");
  });

  test("says where the component is exported", () => {
    expect(linked({ "src/App.tsx": "\n  export default 42;" }).component).toEqual({
      file: "src/App.tsx",
      line: 2,
      column: 3,
    });
    expect(linked({ "src/App.tsx": "const x = 1;\nexport { x as default };" }).component.line).toBe(1);
    expect(linked({ "src/App.tsx": "export const x = 1;" }).component.line).toBe(1);
  });
});

describe("what cannot be linked", () => {
  test("is named: syntax, JSON, no entry", () => {
    const app = `import "./a"; import "./b.json"; import "./a";`;
    expect(
      errors({ "src/App.tsx": app, "src/a.tsx": "\n  const x = ;", "src/b.json": `{\n  "a": 1,\n}` }),
    ).toEqual([
      "src/a.tsx:2:13 Unexpected token",
      "src/b.json:3:1 This is not valid JSON: expected a key in double quotes.",
    ]);
    expect(errors({ "src/Main.tsx": "" })).toEqual(["src/App.tsx:1:1 The app has no file src/App.tsx."]);
  });

  test("shows the lines around", () => {
    const result = link(
      new Map([["src/App.tsx", `${"// before\n".repeat(9)}const x = ;\n${"// after\n".repeat(9)}`]]),
    );
    const [error] = result.ok ? [] : result.errors;
    expect(error?.excerpt).toEqual({
      firstLine: 6,
      lines: [...Array<string>(4).fill("// before"), "const x = ;", ...Array<string>(4).fill("// after")],
    });
  });

  test("is told at most twenty times, and too deep nesting at all", () => {
    const many = Array.from({ length: 50 }, (_, index) => `import "./gone${index}";`).join("\n");
    expect(errors({ "src/App.tsx": many })).toHaveLength(20);
    expect(errors({ "src/App.tsx": `x = ${"(".repeat(100_000)}` })).toEqual([
      "src/App.tsx:1:1 The file is nested too deeply.",
    ]);
  });
});

test("a package's name is no file's", () => {
  const { code } = linked({ "src/App.tsx": `import "react"; import "../react";`, "react.ts": "" });
  expect(code).toContain(`"react":"${PACKAGE}react","../react":"react.ts"`);
});
