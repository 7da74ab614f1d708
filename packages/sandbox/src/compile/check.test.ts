import { fileURLToPath } from "node:url";
import { Worker, type ResourceLimits } from "node:worker_threads";
import { LIMITS } from "@anteroom/app-format";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../wire/diagnostic.ts";
import { CHECK_LIMITS } from "./check-limits.ts";
import { checkFiles } from "./check.ts";
import { link } from "./link.ts";

const APP = { "src/App.tsx": "export default () => null;" };

/** What is said of an app of these files, and of an entry where there is none among them. */
async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await checkFiles(
    new Map(Object.entries({ ...files, ...("src/App.tsx" in files ? {} : APP) })),
  );
  return found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

test("passes an app, and all that is no code", async () => {
  expect(
    await check({
      "src/App.tsx": `import x from "lodash"; import "./all"; export default function App<T,>(props: { a: T }) { return <p>{x as any}</p>; }`,
      "src/all.ts": `enum E { A } abstract class B { constructor(private readonly x: number) {} } const y = {} satisfies object;
function f(a: string): void; function f(a: unknown) {} export { f, E, B, y };`,
      "src/types.d.ts": `export const version: string;\ndeclare module "*.css";\ndeclare namespace A { const b: 1 }\ndeclare global { namespace JSX {} }\nexport default function f(): void;\nexport as namespace Q;`,
      "src/App.test.tsx": `import { test } from "vitest"; import "./gone"; test("", () => undefined);`,
      "src/plain.js": "export default () => <p>JSX in .js</p>;",
      "src/data.json": `{ "a": [1] }`,
      "src/notes.txt": "}}} not css",
      "src/marked.json": "\uFEFF{}",
      "tsconfig.json": `{ // settings\n "compilerOptions": { /* x */ "jsx": "react-jsx", } }`,
      "tsconfig.app.json": "{ /* x */ }",
      ".vscode/settings.json": "{ // x\n}",
      "src/sound.mp3": "?",
      "README.md": "# (((",
    }),
  ).toEqual([]);
});

describe("refuses, with file, line and column,", () => {
  test.each([
    ["a missing value", "a.ts", "const ok = 1;\n  const x = ;", "a.ts:2:13 Expression expected."],
    [
      "tags that do not match",
      "a.tsx",
      "const a = (\n  <div>\n  </p>\n);",
      "a.tsx:3:5 Expected corresponding JSX closing tag for 'div'.",
    ],
    [
      "a name declared twice",
      "a.tsx",
      "const a = 1;\nconst a = 2;",
      "a.tsx:2:7 Identifier `a` has already been declared",
    ],
    [
      "an await without async",
      "a.ts",
      "function f() {\n  await f();\n}",
      /^a\.ts:2:3 `await` is only allowed within async functions/u,
    ],
    ["types in JavaScript", "a.jsx", "let a: string;", /^a\.jsx:1:8 Type annotations/u],
    ["JSX in .ts", "a.ts", "const a = <p>x</p>;", /^a\.ts:1:\d+ /u],
    ["a text without end", "a.tsx", 'const a = "x', "a.tsx:1:13 Unterminated string literal."],
    [
      "a broken line end",
      "a.ts",
      "// one\r\n// two\u2028// three\rconst = 1;",
      "a.ts:4:7 Variable declaration expected.",
    ],
    [
      "wide characters before it",
      "a.ts",
      "const s = '😀é'; const = 1;",
      "a.ts:1:24 Variable declaration expected.",
    ],
    [
      "broken JSON",
      "a.json",
      '{\n  "a": 1,\n}',
      "a.json:3:1 This is not valid JSON: expected a key in double quotes.",
    ],
  ] as const)("%s", async (_what, file, source, expected) => {
    const found = await check({ [file]: source });
    expect(found).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });

  test("at most twenty faults, in the order of the files, with bounded texts", async () => {
    const files = Array.from({ length: 30 }, (_, index) => [
      `f${String(index).padStart(2, "0")}.ts`,
      "const = ;",
    ]);
    const found = await check(Object.fromEntries(files));
    expect(found).toHaveLength(20);
    expect(found.at(-1)).toMatch(/^f19\.ts/u);
    const longName = "a".repeat(100_000);
    const [twice] = await checkFiles(new Map([["a.ts", `let ${longName}; let ${longName};`]]));
    expect(twice?.message.length).toBe(500);
    expect(JSON.stringify(twice).length).toBeLessThan(1_500);
  });
});

describe("says at submission what linking says", () => {
  test("of imports, of the default export and of styles, once, after what is wrong within files", async () => {
    const found = await check({
      "src/App.tsx": `import "./b"; import "./a.css"; import x from "left-pad"; import "./late"; export const y = x;`,
      "src/a.css": "a { b: c; } }",
      "src/b.ts": "const = 1;",
      "src/late.ts": `\nexport const late = () => import("./gone");`,
    });
    expect(found.map((one) => one.slice(0, 60))).toEqual([
      expect.stringMatching(/^src\/a\.css:1:\d+ /u),
      expect.stringMatching(/^src\/b\.ts:1:7 /u),
      "src/App.tsx:1:1 src/App.tsx has no default export. Export a ",
      expect.stringMatching(/^src\/App\.tsx:1:\d+ The package "left-pad" is not/u),
      expect.stringMatching(/^src\/late\.ts:2:\d+ "\.\/gone" leads to no file/u),
    ]);
  });

  test("of what no JavaScript comes of, though each part reads well", async () => {
    const source = "#!/usr/bin/env node\nexport const a = 1;";
    expect(await check({ "src/a.ts": source })).toEqual([
      expect.stringMatching(/^src\/a\.ts:1:1 What this is compiled to is no JavaScript: /u),
    ]);
  });

  test("in the very same words", async () => {
    const files = new Map([
      ["src/App.tsx", `import { a } from "./a"; import d from "./d.json"; export default a + d;`],
      ["src/a.ts", "export class A { m(@d x: 1) {} }"],
      ["src/d.json", "{,}"],
    ]);
    const linked = await link(files);
    expect(await checkFiles(files)).toEqual(linked.ok ? [] : linked.errors);
  });

  test("and takes what the second compiler compiles", async () => {
    const app = `@((c, _d) => c) class A { accessor a = 1; } namespace N { export let x = 1; } { using x = null; void x; }
import type Gone = require("gone"); export import x = N.x; export default () => <p>{...[new A().a as unknown as Gone]}</p>;`;
    expect(await check({ "src/App.tsx": app })).toEqual([]);
  });
});

/** Checks sources one by one in a worker thread, as a server does; answers the messages of each. */
async function checkInWorker(
  sources: readonly string[],
  resourceLimits: ResourceLimits,
): Promise<string[][]> {
  const code = `const { parentPort, workerData } = require("node:worker_threads");
import(workerData.module).then(async ({ checkFiles }) => {
  const found = [];
  for (const source of workerData.sources) {
    const app = ["src/App.tsx", "export default () => null;"];
    found.push(await checkFiles(new Map([["a.tsx", source], app])));
  }
  parentPort.postMessage(found);
});`;
  const module = fileURLToPath(new URL("check.ts", import.meta.url));
  const worker = new Worker(code, { eval: true, workerData: { module, sources }, resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once("message", (found: Diagnostic[][]) => {
      resolve(found.map((one) => one.map(({ message }) => message)));
    });
    worker.once("error", reject);
  });
}

describe("no nesting takes the process with it", () => {
  const SHAPES: Readonly<Record<string, (n: number) => string>> = {
    parentheses: (n) => `x = ${"(".repeat(n)}1${")".repeat(n)}`,
    unclosed: (n) => "[".repeat(n),
    blocks: (n) => "{".repeat(n) + "}".repeat(n),
    elements: (n) => `x = ${"<a>".repeat(n)}${"</a>".repeat(n)}`,
    types: (n) => `let x: ${"A<".repeat(n)}B${">".repeat(n)}`,
    "types with commas": (n) => `let x: ${"A<B,".repeat(n)}B${">".repeat(n)}`,
    "tuple types": (n) => `let x: ${"[".repeat(n)}B${"]".repeat(n)}`,
    patterns: (n) => `let ${"[".repeat(n)}a${"]".repeat(n)} = 1`,
    templates: (n) => `x = ${"`${".repeat(n)}1${"}`".repeat(n)}`,
    signs: (n) => `x = ${"!".repeat(n)}1`,
    sums: (n) => `x = 1${"+1".repeat(n)}`,
    members: (n) => `x${".a".repeat(n)}`,
    calls: (n) => `x${"()".repeat(n)}`,
    choices: (n) => `if (a) b; ${"else if (a) b; ".repeat(n)}`,
    conditions: (n) => `x = ${"a ? b : ".repeat(n)}c`,
    arrows: (n) => `x = ${"a => ".repeat(n)}1`,
    assignments: (n) => `${"a = ".repeat(n)}1`,
  };

  test.each([
    ["the usual stack", {}, 1_100],
    ["the stack of CHECK_LIMITS", CHECK_LIMITS, 19_000],
  ])(
    "in a worker with %s",
    async (_name, limits, deepestParsed) => {
      const shapes = Object.values(SHAPES);
      const sources = [deepestParsed, 3 * deepestParsed].flatMap((n) => shapes.map((shape) => shape(n)));
      sources.push("(".repeat(LIMITS.file_bytes));
      expect(await checkInWorker(sources, limits)).toHaveLength(sources.length);
    },
    120_000,
  );

  test("in the second compiler neither, and what was too much for it leaves nothing behind", async () => {
    const fine = "@((c, _d) => c) export class A { accessor x = (a = (1)) => (a); }";
    const shapes = Object.values(SHAPES).map((shape) => `namespace A {}\n${shape(1_100)}`);
    const found = await checkInWorker([...shapes, "@a class A {\n".repeat(1_100), fine], {});
    expect(found.at(-1)).toEqual([]);
    expect(found.flat()).toContain("The file is nested too deeply.");
  });

  /** Each would take the parser gigabytes, or keep it for longer than anybody waits. */
  const COSTLY: Readonly<Record<string, string>> = {
    "faults on one line": "let a;".repeat(43_000),
    "faults that quote a long line": `let a; /* ${"c".repeat(200_000)} */\n${"let a;\n".repeat(8_000)}`,
    "faults within one another": `${"switch (1) { default: default:\n".repeat(4_000)}${"}".repeat(4_000)}`,
    "a fault around many lines": `${"l: function f() {".repeat(100)}${"\n".repeat(200_000)}${"}".repeat(100)}`,
    "a chain of faults": `${"a ?? b ||\n".repeat(15_000)}c`,
    "patterns read anew": `${"({ a = ".repeat(4_500)}1${"} = {})".repeat(4_500)}`,
  };

  test.each(Object.entries(COSTLY))(
    "nor do %s: it is left to the browser's compiler",
    async (_name, source) => {
      expect(await checkInWorker([source], CHECK_LIMITS)).toEqual([[]]);
    },
  );

  test("and a long file that a person would write is still read closely", async () => {
    const part = `function Part() {
  const [open, setOpen] = useState<boolean>(false)
  return <section className="part"><h2>{title}</h2><button onClick={() => setOpen(!open)}>{open ? "Close" : "Open"}</button></section>
}\n`;
    const long = part.replace("Part", "First") + part.replaceAll("Part", "Next").repeat(1_000);
    const picture = `const picture = <path d="${"M 1 2 ".repeat(500)}" />;\n`;
    expect(await checkInWorker([`${long}${picture}let a; let a;`], CHECK_LIMITS)).toEqual([
      ["Identifier `a` has already been declared"],
    ]);
  });
});
