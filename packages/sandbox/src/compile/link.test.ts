import { describe, expect, test } from "vitest";
import { locate } from "../wire/line-map.ts";
import { PACKAGE } from "../wire/program.ts";
import { link } from "./index.ts";
import { errorsOf, linked, runApp } from "./testing/run-app.ts";

const APP = "export default () => null;";

/** The names of the files in which an app's packages come. */
async function packagesOf(source: string): Promise<string[]> {
  const { packages } = await linked({ "src/App.tsx": source });
  return packages.map(({ name }) => name);
}

describe("imports", () => {
  test("are found in code alone, not in strings, comments, regular expressions or JSX text", async () => {
    const source = `// import a from "lodash"
/* require("lodash") */
const text = 'require("lodash")' + "import x from 'lodash'" + \`\${1}require("lodash")\`;
const pattern = /require\\("lodash"\\)/;
const own = { require: (name: string) => name };
own.require("lodash");
function bundle(require: (name: string) => void) { require("lodash"); }
export default () => <p>import x from "lodash"; require("lodash") {text} export {text}</p>;`;
    expect(await packagesOf(source)).toEqual([]);
  });

  test("of types vanish, even when nothing is there", async () => {
    const source = `import type { A } from "nothing";
import { type B } from "./gone";
import { C } from "./gone-too";
import React, { type FC } from "react";
export type { D } from "./gone-three";
export type * from "./gone-four";
export const value: A | B | C | FC = React;
${APP}`;
    const { code } = await linked({ "src/App.tsx": source });
    expect(code).toContain(`}}, {"react":"${PACKAGE}react"}],`);
  });

  test("of packages are told by the names of the list, whatever they are called", async () => {
    const source = `import _ from "lodash"; import { motion } from "motion/react"; import { motion as m } from "framer-motion";
import clsx from "clsx"; const later = () => import("recharts"); export default () => [_, motion, m, clsx, later];`;
    const { packages, code } = await linked({ "src/App.tsx": source });
    expect(packages.map(({ name }) => name)).toEqual(["clsx", "framer-motion", "lodash-es", "recharts"]);
    expect(code).toContain(`"lodash":"${PACKAGE}lodash-es"`);
    expect(code).toContain(`"motion/react":"${PACKAGE}framer-motion"`);
  });

  test("of one function of a package take it from the whole", async () => {
    const source = `import debounce from "lodash/debounce"; import times from "lodash-es/times.js"; import { format } from "date-fns/format";
import enUS from "date-fns/locale/en-US"; import parse from "date-fns/parse/index.js"; import ptBr from "dayjs/locale/pt-br";
export default [debounce, times, format, enUS, parse, ptBr].join(" ");`;
    const registry = {
      "lodash-es": { debounce: "debounce", times: "times" },
      "date-fns": { format: "format", parse: "parse" },
      "date-fns/locale": { enUS: "enUS" },
      "dayjs/locale": { ptbr: "ptbr" },
    };
    expect((await runApp({ "src/App.tsx": source }, registry))["default"]).toBe(
      "debounce times format enUS parse ptbr",
    );
    expect(await packagesOf(source)).toEqual(["date-fns", "date-fns/locale", "dayjs/locale", "lodash-es"]);
  });

  test("that lead nowhere are all told, each at its place", async () => {
    const source = `import a from "./gone";
import b from "left-pad";
  import c from "../../out";
import d from "./sound.mp3";
import e from "three/addons/loaders/GLTFLoader.js";
import f from "https://example.test/x.js";
import g from "@/Sub/b";
import h from "./gone.txt?raw";
const late = () => import("./late");
export default [a, b, c, d, e, f, g, h, late];`;
    const found = await errorsOf({ "src/App.tsx": source, "src/sound.mp3": "", "src/sub/b.ts": "" });
    expect(found).toEqual([
      `src/App.tsx:1:1 "./gone" leads to no file. Tried: "src/gone", the same with .tsx, .ts, .jsx, .js, .mts, .mjs, .json, and index files with these.`,
      expect.stringMatching(
        /^src\/App\.tsx:2:1 The package "left-pad" is not available\. Packages that an app can import: react, react-dom, @anteroom\/app, .*\bzustand\. The app's own files start with "\.\/", "\.\.\/" or "@\/"\.$/u,
      ),
      `src/App.tsx:3:3 "../../out" leads outside the app's files.`,
      expect.stringMatching(
        /^src\/App\.tsx:4:1 "\.\/sound\.mp3" cannot be imported\. What can be: code \(.*\.woff2\.$/u,
      ),
      `src/App.tsx:5:1 "three/addons/loaders/GLTFLoader.js" is not available. Of three an app can import: three, three/addons/controls/OrbitControls.js.`,
      `src/App.tsx:6:1 "https://example.test/x.js" cannot be imported: an app loads no code from elsewhere.`,
      expect.stringContaining(
        `src/App.tsx:7:1 "@/Sub/b" leads to no file. There is "src/sub/b.ts": letter case counts. Tried: "src/Sub/b", "Sub/b", the same`,
      ),
      expect.stringContaining(`src/App.tsx:8:1 "./gone.txt" leads to no file.`),
      expect.stringContaining(`src/App.tsx:9:20 "./late" leads to no file.`),
    ]);
  });

  test.each([
    ["axios", "An app reaches no network."],
    ["react-icons/fa", "Take lucide-react."],
    ["@mui/icons-material/Add", "Take lucide-react."],
    ["@mui/material", "Take plain elements"],
    ["d3-scale", "Take recharts, chart.js or uplot."],
    ["node:path", "An app runs in a browser"],
    ["fs", "An app runs in a browser"],
    ["framer-motions", "Did you mean framer-motion?"],
    ["lodsh-es", "Did you mean lodash-es?"],
    ["papaprase", "Did you mean papaparse?"],
  ])("of %s say what to do instead, and the list", async (name, hint) => {
    const [error] = await errorsOf({ "src/App.tsx": `import x from "${name}"; export default x;` });
    expect(error).toContain(`src/App.tsx:1:1 The package "${name}" is not available. ${hint}`);
    expect(error).toMatch(/Packages that an app can import: react, .*, zustand\.$/u);
  });

  test.each([
    ["./l.svg?react", "after a path only ?raw is known"],
    ["./a.css?url", "after a path only ?raw is known"],
    ["./a.scss", "write it as .css"],
  ])("that cannot be done so say how: %s", async (specifier, says) => {
    const files = { "src/l.svg": "<svg/>", "src/a.css": "", "src/a.scss": "" };
    const [error] = await errorsOf({
      "src/App.tsx": `import x from "${specifier}"; export default x;`,
      ...files,
    });
    expect(error).toContain(says);
  });

  test("with a quote in their path are an error, not other code", async () => {
    expect(await errorsOf({ "src/App.tsx": `\nimport "./it's"; ${APP}` })).toEqual([
      expect.stringMatching(/^src\/App\.tsx:2:1 /u),
    ]);
  });

  test.each([
    ["./B", ["src/B.ts", "src/B.tsx", "src/B.jsx"], "src/B.tsx"],
    ["./B", ["src/B.js", "src/B.json", "src/B/index.tsx"], "src/B.js"],
    ["./B.ts", ["src/B.ts", "src/B.ts.tsx"], "src/B.ts"],
    ["./B.js", ["src/B.ts"], "src/B.ts"],
    ["./B.js", ["src/B.tsx"], "src/B.tsx"],
    ["./B.mts", ["src/B.mts"], "src/B.mts"],
    ["./B.mjs", ["src/B.mts", "src/B.ts"], "src/B.mts"],
    ["./B", ["src/B/index.jsx", "src/B/index.ts"], "src/B/index.ts"],
    ["./ui", ["src/ui/index.tsx"], "src/ui/index.tsx"],
    ["./B/", ["src/B.ts", "src/B/index.ts"], "src/B/index.ts"],
    [".", ["src/index.ts", "index.ts"], "src/index.ts"],
    ["..", ["src/index.ts", "index.ts"], "index.ts"],
    ["../lib/./x/../B", ["lib/B.ts"], "lib/B.ts"],
    ["./é", ["src/é.ts"], "src/é.ts"],
    ["@/ui/B", ["src/ui/B.tsx", "ui/B.tsx"], "src/ui/B.tsx"],
    ["@/lib/B", ["lib/B.ts"], "lib/B.ts"],
    ["@/src/B", ["src/B.ts"], "src/B.ts"],
    ["~/ui", ["src/ui/index.ts"], "src/ui/index.ts"],
    ["#/B", ["src/B.ts"], "src/B.ts"],
    ["/src/B", ["src/B.ts"], "src/B.ts"],
    ["src/B", ["src/B.ts"], "src/B.ts"],
    ["@/../B", ["B.ts"], "B.ts"],
    ["./l.svg?url", ["src/l.svg"], "src/l.svg"],
  ])("%s among %j is %s", async (specifier, candidates, expected) => {
    const files = Object.fromEntries(candidates.map((path) => [path, "0"]));
    const { map } = await linked({ "src/App.tsx": `import ${JSON.stringify(specifier)}; ${APP}`, ...files });
    expect(map.map(({ file }) => file)).toEqual(["src/App.tsx", expected]);
  });
});

describe("the linked script", () => {
  test("runs each module once, in order, circles and all", async () => {
    const log: string[] = [];
    const exports = await runApp(
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

  test("has functions from the start, so that files in a circle can call each other while they run", async () => {
    const exports = await runApp({
      "src/App.tsx": `import { made } from "./b"; export default made; export function* count() { yield 1; } export async function later() {} export { early as name };
function early() { return "early"; }`,
      "src/b.ts": `import App, { count, later, name } from "./c"; export const made = [name(), typeof count, typeof later, App()].join();`,
      "src/c.ts": `export * from "./App"; export default function App() { return "c"; }`,
    });
    expect(exports["default"]).toBe("early,function,function,c");
  });

  test("knows the default export in every spelling", async () => {
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
      const exports = await runApp({ "src/App.tsx": source, "src/seven.ts": seven });
      expect(exports["default"], source).toBe(7);
    }
  });

  test("loads a file on demand, and fails on it each time anew", async () => {
    const exports = (await runApp({
      "src/App.tsx": `export const good = () => import("./good", { with: {} }); export const bad = () => import("./bad"); export const odd = (p: string) => import(p); ${APP}`,
      "src/good.ts": `export const x = 1;`,
      "src/bad.ts": `export const half = 1; throw new Error("boom");`,
    })) as Record<"good" | "bad" | "odd", (path?: string) => Promise<unknown>>;
    await expect(exports.good()).resolves.toMatchObject({ x: 1 });
    await expect(exports.bad()).rejects.toThrow("boom");
    await expect(exports.bad()).rejects.toThrow("boom");
    await expect(exports.odd("./good.ts")).rejects.toThrow(`Cannot import "./good.ts" here`);
  });

  test("brings styles in the order of their imports, those of late files last", async () => {
    const { styles } = await linked({
      "src/App.tsx": `const late = () => import("./late"); import "./a"; import "./app.css"; import "./a.css"; export default late;`,
      "src/a.ts": `import "./a.css";`,
      "src/late.ts": `import "./late.css";`,
      "src/a.css": "a{}",
      "src/app.css": "app{}",
      "src/late.css": "late{}",
    });
    const texts = styles.filter(({ file }) => file.startsWith("src/")).map(({ text }) => text);
    expect(texts).toEqual(["a{}", "app{}", "late{}"]);
  });

  test("leads back to line and column of each file", async () => {
    const files = {
      "src/App.tsx": `import { b } from "./b";\r\n\r\ninterface Long {\r\n  a: number;\r\n}\r\nexport default () => <p>{b(1 as unknown as Long, MARK)}</p>;`,
      "src/b.ts": `enum Kind {\n  A,\n  B,\n}\n/* \u2028 */ export const b = (...all: unknown[]) => [Kind.A, all, MARK];\n`,
      "src/c.ts": "// never imported",
    };
    const { code, map } = await linked(files);
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

  test("is given no other name by a comment, and is otherwise as written", async () => {
    const text = `const kept = "//# sourceURL=a" + \`//# sourceURL=\${1}b\` + /[/]#sourceURL=c/.source;`;
    // Written apart, or test runners take it for their own.
    const mapping = "sourceMappingURL";
    const source = `//# sourceURL=x.js
${text} //@ ${mapping}=data:application/json,{}
export default kept; /* # sourceURL=y */
//#\tsourceURL=z`;
    const { code } = await linked({ "src/App.tsx": source });
    expect(code).toContain(text);
    expect(code.replace(text, "")).not.toMatch(/[#@]\s*source/u);
    const exports = await runApp({ "src/App.tsx": source });
    expect(exports["default"]).toBe("//# sourceURL=a//# sourceURL=1b[/]#sourceURL=c");
  });

  test("says where the component is exported", async () => {
    const componentOf = async (source: string) => (await linked({ "src/App.tsx": source })).component;
    const place = { file: "src/App.tsx", line: 2, column: 3 };
    expect(await componentOf("\n  export default 42;")).toEqual(place);
    expect((await componentOf("const x = 1;\nexport { x as default };")).line).toBe(1);
    expect((await componentOf("\nmodule.exports = { default: 1 };")).line).toBe(1);
  });
});

describe("what cannot be linked", () => {
  test("is named: syntax, JSON, no entry", async () => {
    const app = `import "./a"; import "./b.json"; import "./a"; ${APP}`;
    expect(
      await errorsOf({ "src/App.tsx": app, "src/a.tsx": "\n  const x = ;", "src/b.json": `{\n  "a": 1,\n}` }),
    ).toEqual([
      "src/a.tsx:2:13 Expression expected.",
      "src/b.json:3:1 This is not valid JSON: expected a key in double quotes.",
    ]);
    expect(await errorsOf({ "src/Main.tsx": "" })).toEqual([
      "src/App.tsx:1:1 The app has no file src/App.tsx.",
    ]);
  });

  test.each([
    ["nothing", ""],
    ["a comment and a string", `// export default 1\nexport const text = "export default 1";`],
    ["a type", "export default interface Props { a: string }"],
    ["what a file exports by other names", `export * from "./Main";`],
    ["a switch", "export function f(x: number) { switch (x) { default: return { default: 1 }.default; } }"],
  ])("is an entry whose default export is %s", async (_what, source) => {
    const files = { "src/App.tsx": source, "src/Main.tsx": APP };
    expect(await errorsOf(files)).toEqual([
      "src/App.tsx:1:1 src/App.tsx has no default export. Export a component: export default function App() { … }",
    ]);
  });

  test("is an entry that draws itself, which is told that it need not", async () => {
    const source = `import { createRoot } from "react-dom/client"; createRoot(document.body).render(<p>on</p>);`;
    expect((await errorsOf({ "src/App.tsx": source }))[0]).toMatch(
      /It is drawn by itself, without a root\.$/u,
    );
  });

  test.each([
    ["export default 42;"],
    ["export let x; export { x as default };"],
    [`export { default } from "./Main";`],
    ["module.exports = { default: 1 };"],
    [`exports["default"] = 1;`],
  ])("is not told of an entry that may have one: %s", async (source) => {
    expect(await errorsOf({ "src/App.tsx": source, "src/Main.tsx": "" })).toEqual([]);
  });

  test.each([
    ["export const data = await fetch('x');\n", 1, 21],
    ["\nfor await (const x of []) x;\n", 2, 5],
    ["class A { static x = 1; }\nif (A.x) { await 1; }\n", 2, 12],
    ["{ await using x = { async [Symbol.asyncDispose]() {} }; }\n", undefined, undefined],
  ])("is await outside of functions: %s", async (source, line, column) => {
    const [error = "", ...others] = await errorsOf({ "src/App.tsx": source + APP });
    const place = line === undefined ? String.raw`\d+:\d+` : `${line}:${column}`;
    expect(error).toMatch(new RegExp(`^src/App\\.tsx:${place} Top-level await cannot be compiled\\.`, "u"));
    expect(others).toEqual([]);
  });

  test.each([
    ["const exports = [];\n", 1, 7],
    ["\nfunction require() {}\n", 2, 10],
    ["const { a, exports } = { a: 1, exports: 2 };\n", 1, 12],
  ])("is a name that a module is given: %s", async (source, line, column) => {
    expect(await errorsOf({ "src/App.tsx": source + APP })).toEqual([
      expect.stringMatching(
        new RegExp(`^src/App\\.tsx:${line}:${column} "(?:exports|require)" cannot be declared`, "u"),
      ),
    ]);
  });

  test.each([
    [`import { "a-b" as c } from "./b"; export default c;`],
    [`const c = 1;\nexport { c as "a-b" };`],
  ])("is a name in quotes: %s", async (source) => {
    const [error, ...others] = await errorsOf({ "src/App.tsx": source, "src/b.ts": "" });
    expect(error).toMatch(/^src\/App\.tsx:[123]:\d+ A name in quotes/u);
    expect(others).toEqual([]);
  });

  test("await within functions of every kind, and as the name of a property, is fine", async () => {
    const source = `export default async () => await 1; async function a(b = async (x: unknown) => await x) { for await (const y of [b]) await y; }
class C { await() {} field = async (z: unknown) => await z; async *m() { await this.await(); } get k() { return { await: 1, await2() {} }.await; } }
export const all = [a, C];`;
    const exports = await runApp({ "src/App.tsx": source });
    await expect((exports["default"] as () => Promise<number>)()).resolves.toBe(1);
  });

  test("shows the lines around", async () => {
    const result = await link(
      new Map([["src/App.tsx", `${"// before\n".repeat(9)}const x = ;\n${"// after\n".repeat(9)}`]]),
    );
    const [error] = result.ok ? [] : result.errors;
    expect(error?.excerpt).toEqual({
      firstLine: 6,
      lines: [...Array<string>(4).fill("// before"), "const x = ;", ...Array<string>(4).fill("// after")],
    });
  });

  test("is told at most twenty times, and too deep nesting at all", async () => {
    const many = Array.from({ length: 50 }, (_, index) => `import "./gone${index}";`).join("\n");
    expect(await errorsOf({ "src/App.tsx": many })).toHaveLength(20);
    expect(await errorsOf({ "src/App.tsx": `x = ${"(".repeat(100_000)}` })).toEqual([
      "src/App.tsx:1:1 The file is nested too deeply.",
    ]);
  });
});

test("a package's name is no file's", async () => {
  const files = { "src/App.tsx": `import "react"; import "../react"; ${APP}`, "react.ts": "" };
  const { code } = await linked(files);
  expect(code).toContain(`"react":"${PACKAGE}react","../react":"react.ts"`);
});
