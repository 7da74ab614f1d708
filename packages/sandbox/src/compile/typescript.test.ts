import * as fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement, type ComponentType } from "react";
import { describe, expect, test } from "vitest";
import { locate } from "../wire/line-map.ts";
import { errorsOf, linked, runApp, runProgram, type AppText } from "./testing/run-app.ts";

/** What an app draws. */
async function drawn(files: AppText): Promise<string> {
  const { default: App } = await runApp(files);
  return renderToStaticMarkup(createElement(App as ComponentType));
}

describe("a default export draws in every spelling (A1)", () => {
  test.each<[string, AppText]>([
    ["an arrow", { "src/App.tsx": "export default () => <p>ok</p>" }],
    [
      "a function in memo",
      {
        "src/App.tsx": `import { memo } from "react"; export default memo(function App() { return <p>ok</p>; })`,
      },
    ],
    [
      "a class",
      {
        "src/App.tsx": `import React from "react";
class App extends React.Component<{ a?: string }, { text: string }> {
  state = { text: "ok" };
  override render() { return <p>{this.state.text}</p>; }
}
export default App;`,
      },
    ],
    ["App as default", { "src/App.tsx": "export { App as default };\nfunction App() { return <p>ok</p>; }" }],
    [
      "that of another file",
      {
        "src/App.tsx": `export { default } from "./Main"`,
        "src/Main.tsx": "export default () => <p>ok</p>;",
      },
    ],
    [
      "after the words in a comment",
      { "src/App.tsx": "// export default 42\n/* export default */ export default () => <p>ok</p>;" },
    ],
    [
      "a decorated class",
      {
        "src/App.tsx": `import { Component } from "react";
const named = (name: string) => <C extends new (...all: never[]) => object>(made: C, context: ClassDecoratorContext<C>) => {
  context.addInitializer(function () { Object.assign(this, { displayName: name }); });
};
@named("Shown") export default class App extends Component { render() { return <p>ok</p>; } }`,
      },
    ],
  ])("%s", async (_what, files) => {
    expect(await drawn(files)).toBe("<p>ok</p>");
  });
});

/** Code of each syntax that gives its default export the value beside it. */
const SYNTAX: Readonly<Record<string, readonly [source: string, value: unknown, others?: AppText]>> = {
  enum: [`enum A { X, Y = "y", Z = 1 << 2 } export default [A.X, A[0], A.Y, A.Z].join();`, "0,X,y,4"],
  "enum of texts put together": [
    "const enum A { X = 'x', Y = `${X}y`, Z = Y } export default Object.keys(A).join();",
    "X,Y,Z",
  ],
  "enum of odd names, and within a function": [
    `enum A { eval = "e", arguments = 1, let } function f() { let B = 2; { enum B { x } void B; } return B; } export default [A.eval, A[1], A.let, f()].join();`,
    "e,arguments,2,2",
  ],
  "enum in two parts": ["enum A { X } enum A { Y = 1 } export default [A[0], A[1]].join();", "X,Y"],
  "const enum across files": [
    `import { Kind } from "./kinds"; export default [Kind.Board, Kind[1]].join();`,
    "2,Timer",
    { "src/kinds.ts": "export const enum Kind { Timer = 1, Board }" },
  ],
  satisfies: [`export default ({ a: 1 } satisfies Record<string, number> as { a: number }).a;`, 1],
  "types alone": [
    `import type { A } from "./types"; import { type B } from "./types"; export type { A } from "./types";
export type * from "./types"; let a: A | B = "a"; export default a;`,
    "a",
    { "src/types.ts": "export type A = string; export interface B {}" },
  ],
  "types without a word": [
    `import { A, value } from "./types"; const a: A = value; export default a;`,
    "v",
    { "src/types.ts": `export interface A {} export const value = "v";` },
  ],
  namespace: [
    `namespace A { export let n = 1; export const more = () => (n += 1); } A.more(); export default A.n;`,
    2,
  ],
  "namespace in two parts, one within one": [
    `namespace A { export const x = 1; export namespace B { export const y = x + 1; } }
namespace A.B { export const z = y + 1; } export default A.B.z;`,
    3,
  ],
  "namespace and function": [
    `function count() { return (count.n += 1); } namespace count { export let n = 0; } count(); export default count();`,
    2,
  ],
  "module as the older word": ["module A { export const x = 1; } export default A.x;", 1],
  "namespaces of types": [
    `declare namespace A { const x: number } declare global { interface Window { a: 1 } } namespace B { export type C = 1 } export default 1 as B.C;`,
    1,
  ],
  "parameter properties": [
    `class A { constructor(private readonly a: number, public b = 2) {} get sum() { return this.a + this.b; } } export default new A(1).sum;`,
    3,
  ],
  "decorators of all kinds": [
    `const log: string[] = [];
function seen(_value: unknown, { kind, name }: DecoratorContext) { log.push(kind + " " + String(name)); }
const twice = (method: (this: unknown) => number, _context: ClassMethodDecoratorContext) => function (this: unknown) { return 2 * method.call(this); };
@seen class A { @seen field = 1; @seen accessor held = 2; @seen get got() { return 3; } @seen static make() {} @twice four() { return 2; } }
export default log.join() + new A().four();`,
    "method make,accessor held,getter got,field field,class A4",
  ],
  using: [
    `const log: string[] = []; { using a = { [Symbol.dispose]() { log.push("a"); } }; using b = { [Symbol.dispose]: () => void log.push("b") }; log.push("in"); void [a, b]; } export default log.join();`,
    "in,b,a",
  ],
  "using for a whole module": [
    `const log: string[] = []; using a = { [Symbol.dispose]() { log.push("done"); } }; export function App() { return log.join(); } log.push("run"); void a; export default App();`,
    "run",
  ],
  "using in a loop": [
    `let n = 0; for (using one of [{ [Symbol.dispose]() { n += 1; } }, null]) void one; export default n;`,
    1,
  ],
  accessor: [
    `class A { accessor a = 1; static accessor b = 2; accessor #c = 3; accessor ["d"] = 4; sum() { return this.a + A.b + this.#c + this.d; } } export default new A().sum();`,
    10,
  ],
  "generics in TSX": [
    `const a = <T,>(x: T) => x; const b = <T extends string>(x: T): T => x; const c = <const T,>(x: T) => x; async function d<T>(x: T) { return x; }
class E<T> { x?: T; } export default [a(1), b("b"), c(3), typeof d, typeof new E<string>()].join();`,
    "1,b,3,function,object",
  ],
  "imports of CommonJS": [
    `import other = require("./other"); import Inner = other.inner; export default other.a + Inner.b;`,
    3,
    { "src/other.ts": "export const a = 1; export const inner = { b: 2 };" },
  ],
  "import of a type of CommonJS": [
    `import type Other = require("./gone"); export default 1 as Other extends never ? 1 : 1;`,
    1,
  ],
  "export of a part": [`namespace A { export const x = 5; } export import x = A.x; export default x;`, 5],
  "export as a whole": [
    `import whole = require("./whole"); export default whole.a;`,
    1,
    { "src/whole.ts": "namespace whole { export const a = 1; } export = whole;" },
  ],
  "classes with everything": [
    `abstract class A<T> { abstract x: T; declare y: string; static #n = 0; protected readonly z?: number; static { A.#n = 1; } [key: string]: unknown;
m(this: A<T>, a?: T): asserts a is T {} get q(): number { return A.#n; } constructor(); constructor(_x?: unknown) {} }
class B extends A<number> { override x = 2; } const b = new B(); export default [b.x, b.q, "z" in b].join();`,
    "2,1,true",
  ],
  "types of every kind": [
    "type A<T> = T extends infer U extends string ? `x${U}` : never; interface G<in out T> { (x: T): x is T } let k: typeof import('./gone') | undefined; let v!: number; v = 1; const o = { a: v as unknown as A<'a'> | number }; function f(x: unknown): asserts x {} f(1); void k; export default o.a!;",
    1,
  ],
  "attributes of imports": [
    `import data from "./data.json" with { type: "json" }; import { a } from "./data.json"; export default data.a + a;`,
    2,
    { "src/data.json": `{ "a": 1 }` },
  ],
  "a spread child in JSX": [
    `const all = [<i key="1">a</i>]; const made = <b>{...all}</b>; export default made.props.children[0].props.children;`,
    "a",
  ],
  "words that are names elsewhere": [
    `const namespace = 1, module = { exports: 2 }, using = [3], accessor = { d: 4 }; const o = { namespace, using: 5, accessor: 6 };
using
[0]; class A { accessor = 7; using() { return 8; } namespace() { return this.accessor; } } const as = 1, satisfies = 9;
export default [namespace, module.exports, using[0], accessor.d, accessor["d"], o.using, o.accessor, new A().namespace(), new A().using(), satisfies, "@decorated class {}", /@a/.source, as].join();`,
    "1,2,3,4,4,5,6,7,8,9,@decorated class {},@a,1",
  ],
};

describe("TypeScript as agents write it runs (A7)", () => {
  test.each(Object.entries(SYNTAX))("%s", async (_name, [source, value, others]) => {
    expect((await runApp({ "src/App.tsx": source, ...others }))["default"]).toEqual(value);
  });

  test("in files of JavaScript too, as far as it is JavaScript", async () => {
    const source = `export const n = (() => { let n = 0; { using a = { [Symbol.dispose]() { n = 1; } }; } return n; })();
const add = (value, context) => function () { return <b>{value.call(this)}</b>; }; export class A { @add a() { return 1; } accessor b = 2; }`;
    const app = `import { n, A } from "./a"; export default () => <p>{n}{new A().a()}{new A().b}</p>;`;
    expect(await drawn({ "src/App.jsx": "", "src/App.tsx": app, "src/a.js": source })).toBe(
      "<p>1<b>1</b>2</p>",
    );
  });

  test.each<[what: string, source: string, expected: string, script?: string]>([
    [
      "a parameter decorator",
      `const dec = () => {};\nexport default class A {\n  m(@dec x: number) { return x; }\n}`,
      "3:5 Parameter decorators cannot be compiled: JavaScript's decorators have none.",
    ],
    [
      "a decorated function",
      `const dec = () => {};\n  @dec function f() {}\nexport default f;`,
      "2:3 A decorator can stand only before a class, or a method, accessor or field of one.",
    ],
    [
      "a decorated constructor",
      `const dec = () => {};\nexport default class { @dec constructor() {} }`,
      "2:24 A decorator can stand only before a class, or a method, accessor or field of one.",
    ],
    ["no code", "namespace A {\n  export const = 1;\n}", "2:16 Variable declaration expected."],
    [
      "types in JavaScript",
      "",
      "1:15 Type annotations can only be used in TypeScript files.",
      "let a; let b: string;",
    ],
  ])("or is a named error: %s", async (_what, source, expected, script) => {
    const files =
      script === undefined
        ? { "src/App.tsx": source }
        : { "src/App.tsx": `import "./a.js"; export default 1;`, "src/a.js": script };
    expect((await errorsOf(files))[0]?.replace(/^src\/(?:App\.tsx|a\.js):/u, "")).toBe(expected);
  });
});

describe("errors lead back to the source through both compilers", () => {
  /** Of an app whose entry calls something at `fail(`: the places of an error thrown there, and of its callers. */
  async function stackOf(files: AppText): Promise<unknown[]> {
    const program = await linked(files);
    let stack = "";
    const fail = (): void => {
      stack = String(new Error("here").stack);
    };
    runProgram(program, { react: { fail } }, "linked.js");
    return [...stack.matchAll(/linked\.js:(\d+):(\d+)/gu)].flatMap(([, line, column]) => {
      const place = locate(program.map, Number(line), Number(column));
      return place === undefined ? [] : [`${place.file}:${place.line}:${place.column}`];
    });
  }

  test("of what runs", async () => {
    const files = {
      "src/App.tsx": `import { fail } from "react";
import { type Log, Deep } from "./deep";

interface Props { readonly long: string;
}
const seen = (value: (this: unknown) => void, _context: ClassMethodDecoratorContext) => value;
class A {
  @seen held(this: A) {
    const log: Log = () => { fail(); };
    Deep.call(log as unknown as () => void);
  }
}
new A().held();
export default ({ long }: Props) => <p>{long}</p>;`,
      "src/deep.ts": `// a comment\r\nexport type Log = () => void;\r\n\r\nexport namespace Deep {\r\n  export function call(what: () => void): void {\r\n    if (what as unknown)\r\n      what();\r\n  }\r\n}`,
    };
    expect(await stackOf(files)).toEqual([
      "src/App.tsx:9:30",
      "src/deep.ts:7:7",
      "src/App.tsx:10:10",
      "src/App.tsx:13:9",
    ]);
  });

  test("of imports that lead nowhere, and of the component", async () => {
    const source = `@(() => {}) class A {}\nexport { A };\n\n  import gone from "./gone";\nexport default gone;`;
    expect(await errorsOf({ "src/App.tsx": source })).toEqual([
      expect.stringMatching(/^src\/App\.tsx:4:3 "\.\/gone" leads to no file\./u),
    ]);
    const { component } = await linked({
      "src/App.tsx": "namespace N { export const x = 1; }\n\n  export default N;",
    });
    expect(component).toEqual({ file: "src/App.tsx", line: 3, column: 3 });
  });

  test("but what a compiler added is no place in the source", async () => {
    const { code, map } = await linked({ "src/App.tsx": "export default @((c, _d) => c) class {}" });
    const helper = code.split("\n").findIndex((line) => line.includes("__esDecorate ="));
    expect(locate(map, helper + 3, 1)).toBeUndefined();
  });

  test("and where rare line ends make lines unsure, none is told", async () => {
    const { code, map } = await linked({
      "src/App.tsx": "namespace N { export const x = '\u2028'; }\nexport default N;",
    });
    const line = code.split(/\n|\u2028/u).findIndex((text) => text.includes("exports. default ="));
    expect(locate(map, line + 1, 1)).toBeUndefined();
  });
});

test("whatever stands around it, code keeps what it says, and its places", async () => {
  const parts = [
    "@seen class A { accessor x = 1 }",
    "namespace N { export let y = 2; }",
    "{ using z = null; void z; }",
    "const text = `a\n${'b'}\nc`; void text;",
    "interface I { a: string }\n",
    "/* comment\n@a */ // namespace A {}\n",
    "enum E { A = 'a', B = `${A}b` }",
    "type T = { [K in keyof I]: K };",
    "const made = <p>using a{'@'}\n namespace b {2}</p>; void made;",
  ].map((part) => (part.startsWith("namespace") ? "" : `{ ${part} }\n`));
  const seen = "const seen = (..._all: unknown[]) => undefined; interface I { a: 1 } void seen;\n";
  const top = [
    "namespace M { export const q = 1; }\n",
    "enum F { A = 'a', B = `${A}b` }\n",
    "@seen class Z {}\n",
    "",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...parts), { maxLength: 6 }),
      fc.constantFrom(...top),
      async (before, first) => {
        const source = `${seen}${first}${before.join("")}export default "it is MARK";\n`;
        const program = await linked({ "src/App.tsx": source });
        expect(runProgram(program)["default"]).toBe("it is MARK");
        const lines = program.code.split("\n");
        const row = lines.findIndex((line) => line.includes("MARK"));
        const place = locate(program.map, row + 1, (lines[row] ?? "").indexOf('"it is') + 1);
        const expected = source.slice(0, source.indexOf('"it is')).split("\n");
        expect(place).toEqual({
          file: "src/App.tsx",
          line: expected.length,
          column: (expected.at(-1) ?? "").length + 1,
        });
      },
    ),
    { numRuns: 40 },
  );
});
