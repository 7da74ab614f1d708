import { describe, expect, test } from "vitest";
import { createStyles } from "./sheets.ts";
import type { Sheet } from "./sheets.ts";

type Files = Readonly<Record<string, string>>;

const PICTURES: Files = { "src/logo.svg": "data:image/svg+xml,<svg/>" };

function styles(files: Files) {
  return createStyles({ files: new Map(Object.entries(files)), assetUrl: (file) => PICTURES[file] });
}

async function sheet(files: Files, file = "src/a.css"): Promise<Sheet> {
  const result = (await styles(files)).sheet(file);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result;
}

/** The errors of a sheet as a person would read them. */
async function errors(files: Files | string, file = "src/a.css"): Promise<string[]> {
  const result = (await styles(typeof files === "string" ? { [file]: files } : files)).sheet(file);
  if (result.ok) return [];
  return result.errors.map((one) => `${one.file}:${one.line}:${one.column} ${one.message}`);
}

describe("a plain sheet", () => {
  test("stays as it is written", async () => {
    const text = `/* note */\r\n@media (width > 20em) {\n  a:is(.b, #c)::after { content: "url(x) // {"; --x:{ } }\n}\n@layer x;`;
    expect((await sheet({ "src/a.css": text })).text).toBe(text);
  });

  test("brings what it imports, each relative to its own file, under its conditions", async () => {
    const { text, exports, before } = await sheet({
      "src/a.css": `@charset "utf-8";
@import "./base/b.css";
@import url(c.css) layer(x) supports(display: grid) screen and (width > 20em);
@import url("/src/d.css") layer;
a { color: red }`,
      "src/base/b.css": `@import '../d.css';\nb { background: URL( '../logo.svg' ) no-repeat }`,
      "src/c.css": "c {}",
      "src/d.css": "d {}",
    });
    expect(text.replaceAll(/\s+/gu, " ")).toBe(
      `d {} b { background: url("data:image/svg+xml,<svg/>") no-repeat } @layer x { @supports (display: grid) { @media screen and (width > 20em) {c {} } } } @layer {d {} } a { color: red }`,
    );
    expect({ exports, before }).toEqual({ exports: undefined, before: [] });
  });

  test("keeps what is data already, or a part of the page, and what Tailwind brings", async () => {
    const text = `@import "tailwindcss";\n@import 'tailwindcss/theme.css' layer(theme);\na { background: url(data:image/png;base64,AAAA), url(#grid); content: "url(./gone.svg)" }`;
    expect((await sheet({ "src/a.css": text })).text).toBe(text);
  });
});

describe("what is wrong is named:", () => {
  test.each([
    ["a block without end", "b {}\n\n a {\n  color: red;", "3:2 This block is never closed: a } is missing."],
    ["a brace too many", "a { color: red; }\r\n}", "2:1 This } closes nothing."],
    ["a comment without end", "a {}\n/* note", "2:1 This comment is never closed: */ is missing."],
    ["a string without end", `a { content: "x }`, "1:14 This string is never closed."],
    ["a bracket without end", "a { color: rgb(1, 2; }", "1:15 This bracket is never closed."],
    ["a word alone", "a { colour }", `1:5 "colour" is neither a rule nor a declaration (property: value).`],
    ["a missing semicolon", "a { color: red\n margin: 0; }", "1:15 A ; is missing here."],
    ["a declaration outside", "a {}\ncolor: red;", "2:1 This declaration stands in no rule: selector { … }."],
    ["a // comment", "// note\na {}", "1:1 CSS has no comments with //, only /* … */."],
    ["deep nesting", "a{".repeat(100_000), "1:130 Nested more than 64 brackets deep."],
    [
      "an address of the network",
      `@import url(https://fonts.example.test/css2);`,
      /^1:1 "https:.*reaches no network/u,
    ],
    [
      "one without a scheme",
      `a {\n  background: url("//example.test/a.png") }`,
      /^2:3 "\/\/example.test\/a.png" cannot/u,
    ],
    ["an import of nothing", `a {}\n@import "./gone.css";`, `2:1 "./gone.css" leads to no file of the app.`],
    ["an import of no sheet", `@import "./a.css.ts";`, `1:1 "./a.css.ts" leads to no file of the app.`],
    ["an import that is none", `@import tailwindcss;`, /^1:1 An @import needs an address in quotes/u],
    ["one out of the app", `@import "../../x.css";`, `1:1 "../../x.css" leads to no file of the app.`],
    [
      "a picture that is not there",
      `a { b: url(no.png) }`,
      `1:5 "no.png" leads to no picture among the app's files.`,
    ],
  ])("%s", async (_what, text, expected) => {
    const found = (await errors(text)).map((one) => one.replace("src/a.css:", ""));
    expect(found).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });

  test("a fault of an imported sheet once, at its own place", async () => {
    const files = { "src/a.css": `@import "b.css";`, "src/c.css": `@import "b.css";`, "src/b.css": "\n}" };
    const both = await styles(files);
    expect(both.sheet("src/a.css")).toMatchObject({ errors: [{ file: "src/b.css", line: 2, column: 1 }] });
    expect(both.sheet("src/c.css")).toEqual({ ok: false, errors: [] });
  });

  test("a circle, with all that are in it", async () => {
    const files = {
      "src/a.css": `@import "b.css";`,
      "src/b.css": `\n@import "c.css";`,
      "src/c.css": `@import "b.css";`,
    };
    expect(await errors(files)).toEqual([
      "src/c.css:1:1 Stylesheets import one another in a circle: src/b.css → src/c.css → src/b.css.",
    ]);
  });
});

describe("a CSS module", () => {
  test("has names of its own, the same each time, and other ones in every other file", async () => {
    const text = `@keyframes spin { to { rotate: 1turn } }
.button, .button:hover > .icon { animation: spin 1s linear infinite }
:global(.dark) .icon :global .x { color: red }
.a\\:b { color: blue }
#top {}
@media print { .button { display: none } }`;
    const { text: made, exports = {} } = await sheet(
      { "src/9 Board.module.css": text },
      "src/9 Board.module.css",
    );
    expect(Object.keys(exports)).toEqual(["button", "icon", "spin", "a:b", "top"]);
    expect(exports["button"]).toMatch(/^_9_Board_button_[a-z\d]{4,7}$/u);
    const [, suffix] = /^_9_Board_button_(.*)$/u.exec(exports["button"] ?? "") ?? [];
    const name = (local: string): string => `_9_Board_${local}_${suffix}`;
    expect(made).toBe(`@keyframes ${name("spin")} { to { rotate: 1turn } }
.${name("button")}, .${name("button")}:hover > .${name("icon")} { animation: ${name("spin")} 1s linear infinite }
.dark .${name("icon")} .x { color: red }
.${name("a\\:b")} { color: blue }
#${name("top")} {}
@media print { .${name("button")} { display: none } }`);
    expect((await sheet({ "src/9 Board.module.css": text }, "src/9 Board.module.css")).text).toBe(made);
    const other = await sheet({ "lib/9 Board.module.css": text }, "lib/9 Board.module.css");
    expect(other.exports?.["button"]).not.toBe(exports["button"]);
  });

  test("is composed of its own rules, of other files' and of global ones", async () => {
    const files = {
      "src/a.module.css": `.base { color: red }
.button { composes: base; composes: big round from "./lib/b.module.css"; composes: plain from "./p.css"; composes: wide from global }`,
      "src/lib/b.module.css": `.round {} .big { composes: round; }`,
      "src/p.css": ".plain {}",
    };
    const { exports, before, text } = await sheet(files, "src/a.module.css");
    const lib = (await sheet(files, "src/lib/b.module.css")).exports;
    expect(exports?.["button"]).toBe(
      `${exports?.["button"]?.split(" ")[0]} ${exports?.["base"]} ${lib?.["big"]} ${lib?.["round"]} plain wide`,
    );
    expect(lib?.["big"]?.split(" ")).toHaveLength(2);
    expect(before).toEqual(["src/lib/b.module.css", "src/p.css"]);
    expect(text).not.toContain("composes");
  });

  test("uses values of its own and of other files", async () => {
    const { text, exports } = await sheet(
      {
        "src/a.module.css": `@value ink, paper as ground from "./colours.css";
@value narrow: (width < 40em);
.a { color: ink; background: ground }
@media narrow { .a { color: red } }`,
        "src/colours.css": `@value ink: #123;\n@value paper: white;`,
      },
      "src/a.module.css",
    );
    expect(text).toContain("color: #123; background: white");
    expect(text).toContain("@media (width < 40em)");
    expect(exports).toMatchObject({ narrow: "(width < 40em)", ink: "#123", ground: "white" });
  });

  test.each([
    [
      "a class that is not there",
      ".a { composes: gone }",
      `1:6 referenced class name "gone" in composes not found`,
    ],
    [
      "one of another file",
      `.a { composes: gone from "./b.module.css" }`,
      `1:6 "./b.module.css" has no "gone".`,
    ],
    [
      "another file that is not there",
      `.a { composes: x from "./c.css" }`,
      `1:6 "./c.css" leads to no stylesheet of the app.`,
    ],
    [
      "composes elsewhere",
      ".b {}\n.a:hover { composes: b }",
      /^2:12 composes works only in a rule for a single class/u,
    ],
    [
      "a circle",
      `.a { composes: x from "./d.module.css" }`,
      /^src\/d.module.css:1:6 .*circle: src\/a.module.css → src\/d.module.css → src\/a/u,
    ],
    ["what does not parse", ".a { color: red;", "1:1 This block is never closed: a } is missing."],
  ])("names %s", async (_what, text, expected) => {
    const files = {
      "src/a.module.css": text,
      "src/b.module.css": ".b {}",
      "src/d.module.css": `.x { composes: a from "./a.module.css" }`,
    };
    const found = (await errors(files, "src/a.module.css")).map((one) =>
      one.replace("src/a.module.css:", ""),
    );
    expect(found).toEqual([typeof expected === "string" ? expected : expect.stringMatching(expected)]);
  });
});

/** Each would grow to gigabytes, or take hours, if it were let. */
const HOSTILE: Readonly<Record<string, () => Files>> = {
  "imports that double": () =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `src/${n === 0 ? "a" : n}.module.css`,
        `@import "${n + 1}.module.css" screen; @import "${n + 1}.module.css" print;\na { b: ccccccccccccccccccccccccccccc }`,
      ]).concat([["src/40.module.css", "a {}"]]),
    ),
  "values that double": () => ({
    "src/a.module.css": Array.from({ length: 60 }, (_, n) => `@value v${n}: v${n - 1} v${n - 1};`).join("\n"),
  }),
  "a value everywhere": () => ({
    "src/a.module.css": `@value v: ${"x".repeat(9_000)};\n.a { b: ${"v ".repeat(100_000)} }`,
  }),
  "a small value everywhere": () => ({
    "src/a.module.css": `@value v: x;\n.a { b: ${"v ".repeat(120_000)} }`,
  }),
  "classes that double": () => ({
    "src/a.module.css": Array.from(
      { length: 60 },
      (_, n) => `.c${n} { ${n > 0 ? `composes: c${n - 1} c${n - 1}` : ""} }`,
    ).join("\n"),
  }),
  "a class composed of itself": () => ({ "src/a.module.css": ".a { composes: a }".repeat(60) }),
  "a picture everywhere": () => ({ "src/a.module.css": `a { b: ${"url(big.svg),".repeat(15_000)} c }` }),
  "values of others that double": () =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `src/${n === 0 ? "a" : n}.module.css`,
        n === 59 ? "@value v: xxxxxxxx;" : `@value v as w from "./${n + 1}.module.css"; @value v: w w;`,
      ]),
    ),
};

test.each(Object.entries(HOSTILE))("no module grows without bounds: %s", async (_what, files) => {
  const big = `data:image/svg+xml,${"x".repeat(100_000)}`;
  const styled = await createStyles({ files: new Map(Object.entries(files())), assetUrl: () => big });
  const result = styled.sheet("src/a.module.css");
  expect(result).toMatchObject({
    ok: false,
    errors: [{ message: expect.stringMatching(/too long|beyond 4 MB/u) as unknown }],
  });
});

const repeat = (part: string): string => part.repeat(Math.floor(262_000 / part.length));

test.each([
  `@value a${repeat(" ")}from`,
  `.a { composes: b${repeat(" ")}from }`,
  `${repeat(".a,")}.b {}`,
  `${repeat(".a ")} {}`,
  repeat(".a ".repeat(3_000) + "{}"),
  `${repeat(":is(.a) ")} {}`,
  `.a { content: "${repeat(":local(")}" }`,
  `.a { animation: ${repeat("x,")}y }`,
  repeat(".a{}"),
  repeat("@value a: b;"),
  repeat(".a{composes: b from global}"),
  repeat(`.a{composes: b from "./a.module.css"}`),
  `@scope (${repeat("to ")}) {}`,
  repeat("@keyframes a {}"),
  `@value a: ${repeat("/*")}*/;`,
  `${repeat("\\31 ")} {}`,
])("a long module that nobody would write is read or refused in a bounded time: %.30s", async (text) => {
  expect((await styles({ "src/a.module.css": text })).sheet("src/a.module.css")).toBeDefined();
});
