import { describe, expect, test } from "vitest";
import { TAILWIND_SHEET, type LinkResult, type Style } from "../../wire/program.ts";
import { checkFiles } from "../check.ts";
import { link } from "../link.ts";
import { withTailwind } from "./index.ts";
import { tailwind } from "./tailwind-node.ts";

type Files = Readonly<Record<string, string>>;

const load = async () => ({ tailwind });

async function linked(files: Files): Promise<LinkResult> {
  const all = new Map(Object.entries(files));
  return await withTailwind(await link(all), all, load);
}

async function styles(files: Files): Promise<readonly Style[]> {
  const result = await linked(files);
  if (!result.ok) throw new Error(result.errors.map(({ message }) => message).join("\n"));
  return result.styles;
}

/** Tailwind's sheet of an app whose markup is `markup`. */
async function sheetOf(markup: string, files: Files = {}): Promise<string> {
  const app = `${Object.keys(files)
    .map((file) => (file.endsWith(".css") ? `import "./${file.slice(4)}";` : ""))
    .join("")}
export default () => ${markup};`;
  const [sheet] = await styles({ "src/App.tsx": app, ...files });
  return sheet?.file === TAILWIND_SHEET ? sheet.text : "";
}

async function errors(files: Files): Promise<string[]> {
  const app = Object.keys(files).map((file) => (file.endsWith(".css") ? `import "./${file.slice(4)}";` : ""));
  const result = await linked({ "src/App.tsx": `${app.join("")}\nexport default () => null;`, ...files });
  if (result.ok) return [];
  return result.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const CARD = `<div className="p-4 bg-white rounded-lg shadow-md dark:bg-gray-800"><h1 className="text-xl font-bold">x</h1></div>`;

describe("is added to an app", () => {
  test("whose class names are Tailwind's, before the app's own sheets, which stay as they are", async () => {
    const all = await styles({
      "src/App.tsx": `import "./a.css"; export default () => ${CARD};`,
      "src/a.css": ".mine { color: red }",
    });
    expect(all.map(({ file }) => file)).toEqual([TAILWIND_SHEET, "src/a.css"]);
    expect(all[1]?.text).toBe(".mine { color: red }");
    expect(all[0]?.text).toMatch(
      /^@layer (?:properties|theme)[^]*\.rounded-lg \{\s*border-radius: var\(--radius-lg\)/mu,
    );
    expect(all[0]?.text).toMatch(/\.dark\\:bg-gray-800:where\(\.dark, \.dark \*\)/u);
  });

  test.each([
    [
      "put together",
      "<p className={`flex ${open ? 'bg-red-50 text-red-700' : \"border-gray-200 text-gray-500\"}`} />",
    ],
    [
      "in a list of them",
      `<p className={clsx("px-4 py-2 rounded-md", on && "bg-blue-600 text-white/90")} />`,
    ],
    ["in an object", `<p className={{ a: "bg-blue-600 text-sm", b: "bg-gray-100 font-medium" }["a"]} />`],
    ["few", `<main className="p-4"><h1 className="text-xl font-bold">x</h1></main>`],
    ["of conditions", `<p className="hover:underline md:flex dark:hidden" />`],
    ["in brackets", `<p className="w-[10px] grid-cols-[1fr_auto] before:content-['→']" />`],
  ])("whose classes are %s", async (_what, markup) => {
    expect(await sheetOf(markup)).toContain("@layer utilities");
  });

  test.each([
    ["@import", `@import "tailwindcss";`],
    ["@tailwind", "@tailwind base;\n@tailwind components;\n@tailwind utilities;"],
    [
      "the imports of version 3",
      "@import 'tailwindcss/base'; @import 'tailwindcss/components'; @import 'tailwindcss/utilities';",
    ],
    ["@theme", "@theme { --color-brand: #123456; }"],
    ["@apply", ".a { @apply underline; }"],
  ])("that says %s", async (_what, css) => {
    const all = await styles({
      "src/App.tsx": `import "./a.css"; export default () => <p className="underline">x</p>;`,
      "src/a.css": `${css}\n.mine { margin: 1px }`,
    });
    expect(all.map(({ file }) => file)).toEqual([TAILWIND_SHEET]);
    expect(all[0]?.text).toContain(".underline {");
    expect(all[0]?.text).toMatch(/\.mine \{\s*margin: 1px;\s*\}/u);
  });

  test("that has a config", async () => {
    const config = `import type { Config } from "tailwindcss";
const config: Config = {
  content: ["./src/**/*.{ts,tsx}", ...more],
  darkMode: "class", // as ever
  theme: { extend: { colors: { brand: { DEFAULT: '#123456', 500: "#abcdef" } }, spacing: { "18": "4.5rem" }, fontFamily: { head: ["Georgia", "serif"] } } },
  plugins: [],
} satisfies Config;
export default config;`;
    const sheet = await sheetOf(`<p className="bg-brand text-brand-500 p-18 font-head" />`, {
      "tailwind.config.ts": config,
    });
    for (const part of ["#123456", "#abcdef", "4.5rem", "Georgia, serif"]) expect(sheet).toContain(part);
    const older = `/** @type {import('tailwindcss').Config} */\nmodule.exports = { theme: { extend: { colors: { brand: "#123456" } } } }`;
    expect(await sheetOf(`<p className="bg-brand" />`, { "tailwind.config.js": older })).toContain("#123456");
  });
});

describe("leaves alone", () => {
  test.each([
    ["a bare app", `<main><h1>Hidden</h1><p className="note">x</p></main>`, ""],
    [
      "classes of its own",
      `<div className="container card flex hidden grid table"><p className="text-sm font-bold items-center">x</p></div>`,
      ".container{} .card{} .flex { display: flex } .hidden{} .text-sm,.font-bold{} .app .items-center:hover{}",
    ],
    [
      "classes in a style element",
      '<><style>{`.rounded-lg { a: b } .shadow-md{} .text-xl{}`}</style><p className="rounded-lg shadow-md text-xl" /></>',
      "",
    ],
    [
      "Bootstrap's words",
      `<div className="container mt-5 p-3 mb-2 d-flex row col-md-6 btn btn-primary w-100 shadow-sm text-center"><b className="gap-3"/></div>`,
      "",
    ],
    [
      "ids",
      `<p data-ids={["p-1", "p-2", "m-3", "h-1", "text-xl", "font-bold", "items-center"].join()} />`,
      "",
    ],
    ["one or two words", `<p className="text-xl font-bold">x</p>`, ""],
  ])("%s", async (_what, markup, css) => {
    const own = css === "" ? "" : `import "./a.css";`;
    const all = await styles({ "src/App.tsx": `${own} export default () => ${markup};`, "src/a.css": css });
    expect(all.map(({ text }) => text)).toEqual(css === "" ? [] : [css]);
  });

  test("what the app does not reach", async () => {
    const all = await styles({
      "src/App.tsx": "export default () => null;",
      "src/old.tsx": `export default () => ${CARD};`,
      "src/old.css": `@import "tailwindcss";`,
    });
    expect(all).toEqual([]);
  });
});

test("the same app has the same sheet, and other files in another order too", async () => {
  const files = {
    "src/App.tsx": `import "./B"; export default () => ${CARD};`,
    "src/B.tsx": `export const b = "m-2 px-3";`,
  };
  const first = await styles(files);
  expect(await styles(files)).toEqual(first);
  expect(first[0]?.text).toContain(".px-3");
});

describe("rules of the app", () => {
  test("may use one another's names across files, and CSS modules too", async () => {
    const sheet = await sheetOf(`<p className="bg-brand font-head btn" />`, {
      "src/a.css": `@import "tailwindcss";\n@import "./theme.css";\n@source "../x";\n@utility btn { padding: --spacing(3); }`,
      "src/theme.css": `@theme { --color-brand: #123456; --font-head: "Georgia"; }\n@custom-variant dark (&:where([data-theme=dark], [data-theme=dark] *));`,
      "src/b.module.css": `@reference "./a.css";\n.box { @apply bg-brand p-2 hover:underline dark:hidden; }`,
    });
    expect(sheet).toContain("--color-brand: #123456");
    expect(sheet).toMatch(/\.b_box_\w+ \{\s*background-color: var\(--color-brand\);\s*padding:/u);
    expect(sheet).toContain("[data-theme=dark]");
    expect(sheet.match(/box-sizing: border-box/gu)).toHaveLength(1);
  });

  test("may take Tailwind's parts alone", async () => {
    const css = `@layer theme, base, components, utilities;
@import "tailwindcss/theme.css" layer(theme);
@import "tailwindcss/utilities.css" layer(utilities);`;
    const sheet = await sheetOf(`<p className="p-4" />`, { "src/a.css": css });
    expect(sheet).toContain(".p-4 {");
    expect(sheet).not.toContain("box-sizing");
  });

  test("may be in the words of version 3", async () => {
    const sheet = await sheetOf(
      `<p className="bg-black bg-opacity-50 hover:bg-opacity-75 flex-shrink-0 flex-grow bg-gradient-to-r from-red-500 shadow-sm !p-2 overflow-ellipsis" />`,
      {
        "src/a.css": `@tailwind base; @tailwind components; @tailwind utilities;
@layer components { .btn { @apply px-4 py-2 !important; } }
@screen md { .wide { color: theme('colors.red.500'); } }`,
      },
    );
    expect(sheet).toMatch(/\.bg-black\.bg-opacity-50 \{\s*background-color: [^]{0,80}50%/u);
    expect(sheet).toMatch(/\.bg-black\.hover\\:bg-opacity-75:hover \{/u);
    expect(sheet).toMatch(/\.btn \{\s*padding-inline: [^;]* !important;/u);
    expect(sheet).toMatch(/@media \(width >= 48rem\) \{\s*\.wide \{\s*color: oklch/u);
    for (const name of ["flex-shrink-0", "flex-grow", "bg-gradient-to-r", "shadow-sm", "\\!p-2"]) {
      expect(sheet).toContain(`.${name} {`);
    }
    expect(sheet).toContain("@layer theme, base, components, utilities;");
  });
});

describe("names, with file and line,", () => {
  test.each([
    [
      "an unknown class",
      { "src/a.css": `a { color: red }\n.b { @apply p-4 nope; }` },
      "src/a.css:2:17 Tailwind: Cannot apply unknown utility class `nope` (@apply knows Tailwind's own classes, and those of @utility.)",
    ],
    [
      "one of an imported sheet",
      { "src/a.css": `@import "./lib/b.css";`, "src/lib/b.css": "\n.b { @apply\n  btn; }" },
      /^src\/lib\/b.css:3:3 Tailwind: Cannot apply/u,
    ],
    [
      "an unknown variant",
      { "src/a.css": ".a {\n @variant nope { color: red } }" },
      "src/a.css:2:11 Tailwind: Cannot use `@variant` with unknown variant: nope",
    ],
    [
      "an unknown value",
      { "src/a.css": "@theme{}\n.a { color: theme(colors.nope.1); }" },
      /^src\/a.css:2:13 Tailwind: Could not resolve value/u,
    ],
    [
      "what is no theme",
      { "src/a.css": "\n@theme { color: red; }" },
      /^src\/a.css:2:1 Tailwind: `@theme` blocks must only contain/u,
    ],
    [
      "a plugin",
      { "src/a.css": `@import "tailwindcss";\n@plugin "@tailwindcss/forms";` },
      "src/a.css:2:10 Tailwind: Tailwind's plugin `@tailwindcss/forms` is not available, and no other one is.",
    ],
    [
      "a sheet that Tailwind has not",
      { "src/a.css": `@import "tailwindcss/forms";` },
      "src/a.css:1:10 Tailwind: Tailwind has no stylesheet `tailwindcss/forms`.",
    ],
    [
      "a circle",
      { "src/a.css": "@utility a1 { @apply b1 }\n@utility b1 { @apply a1 }" },
      /^src\/a.css:\d:\d+ Tailwind: You cannot/u,
    ],
    [
      "a plugin of the config",
      { "tailwind.config.js": `module.exports = {\n  plugins: [require("x")],\n}` },
      "tailwind.config.js:2:12 Tailwind's plugins are not available in an app. Leave them out of the config.",
    ],
    [
      "what is no plain value",
      { "tailwind.config.js": `export default { theme: { extend: {\n  colors: colors.red } } }` },
      /^tailwind.config.js:2:11 "colors" is no plain value/u,
    ],
    [
      "a function",
      { "tailwind.config.js": `export default { theme: {\n  extend: ({ theme }) => ({}) } }` },
      /^tailwind.config.js:2:11 "\(" is no plain value/u,
    ],
    [
      "a spread",
      { "tailwind.config.js": `export default { theme: {\n  ...base } }` },
      /^tailwind.config.js:2:3 "\.\.\." is no plain value/u,
    ],
    [
      "a config that is made",
      { "tailwind.config.js": `export default make({})` },
      /^tailwind.config.js:1:16 A Tailwind config is read only/u,
    ],
    [
      "a config without an end",
      { "tailwind.config.js": `export default {\n theme: ` },
      /^tailwind.config.js:2:9 /u,
    ],
  ] as const)("%s", async (_what, files, expected) => {
    expect(await errors(files)).toEqual([
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    ]);
  });
});

test("what it refuses is refused at submission, by the same words", async () => {
  const files = {
    "src/App.tsx": `import "./a.css"; export default () => null;`,
    "src/a.css": "\n.b { @apply nope; }",
  };
  const [error] = await checkFiles(new Map(Object.entries(files)));
  expect(error).toMatchObject({ file: "src/a.css", line: 2, column: 13 });
  expect(await errors(files)).toEqual([`src/a.css:2:13 ${error?.message}`]);
});

test("nothing is loaded for an app that is not written for Tailwind", async () => {
  const files = new Map([["src/App.tsx", "export default () => <p>x</p>;"]]);
  const never = () => Promise.reject(new Error("Loaded."));
  expect(await withTailwind(await link(files), files, never)).toMatchObject({ ok: true, styles: [] });
});
