import { describe, expect, test } from "vitest";
import { dataUrl } from "./media.ts";
import { errorsOf, linked, runApp, type AppText } from "./testing/run-app.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><title>50 % "é" #1</title></svg>\n`;
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The default export of an app's entry that is the given expression. */
async function valueOf(imports: string, expression: string, files: AppText): Promise<unknown> {
  const app = await runApp({ "src/App.tsx": `${imports}\nexport default ${expression};`, ...files });
  return app["default"];
}

describe("files that are no code can be imported (A8)", () => {
  test("texts, and any file raw", async () => {
    const files = {
      "src/a.txt": "a\u2028\r\n'\"`\\",
      "src/b.md": "# b",
      "src/c.csv": "c,d",
      "src/d.html": "<p>",
      "src/e.glsl": "void main() {}",
      "src/f.ts": "const broken = ;",
      "src/g.css": "}}",
    };
    const imports = `import a from "./a.txt"; import b from "./b.md"; import c from "./c.csv"; import d from "./d.html";
import e from "./e.glsl?raw"; import f from "./f?raw"; import g from "./g.css?raw";`;
    expect(await valueOf(imports, "[a, b, c, d, e, f, g]", files)).toEqual(Object.values(files));
    expect(await valueOf(`import { default as a } from "./a.txt";`, "a", files)).toBe(files["src/a.txt"]);
    const late = await valueOf("", `() => import("./e.glsl?raw").then((all) => all.default)`, files);
    expect(await (late as () => Promise<string>)()).toBe("void main() {}");
  });

  test("a file is itself before it is another one raw", async () => {
    const files = { "src/a.txt": "raw", "src/a.txt?raw": "" };
    expect(await errorsOf({ "src/App.tsx": `import "./a.txt?raw"; export default 1;`, ...files })).toEqual([
      expect.stringContaining(`"./a.txt?raw" cannot be imported.`),
    ]);
  });

  test("drawings, pictures and fonts, as addresses that hold them", async () => {
    const files = {
      "src/l.svg": SVG,
      "src/p.png": `${PIXEL.slice(0, 40)}\n${PIXEL.slice(40)}\n`,
      "src/q.jpeg": `data:image/jpeg;base64,${PIXEL}`,
      "src/f.woff2": PIXEL,
    };
    const imports = `import l from "./l.svg"; import p from "./p.png"; import q from "./q.jpeg"; import f from "./f.woff2";`;
    const [l, ...others] = (await valueOf(imports, "[l, p, q, f]", files)) as string[];
    expect(decodeURIComponent(l ?? "")).toBe(`data:image/svg+xml,${SVG.trim()}`);
    expect(l).not.toMatch(/[#"<>\s]/u);
    expect(others).toEqual([
      `data:image/png;base64,${PIXEL}`,
      `data:image/jpeg;base64,${PIXEL}`,
      `data:font/woff2;base64,${PIXEL}`,
    ]);
    expect(await valueOf(`import l from "./l.svg?raw";`, "l", files)).toBe(SVG);
  });

  test.each([
    ["a.png", ""],
    ["a.png", "<svg/>"],
    ["a.ico", "iVBO=Rw0"],
    ["a.gif", "data:text/html;base64,AAAA"],
  ])("but %s that holds %j is a named error", async (file, text) => {
    const found = await errorsOf({
      "src/App.tsx": `import a from "./${file}"; export default a;`,
      [`src/${file}`]: text,
    });
    expect(found).toEqual([
      `src/${file}:1:1 The file holds no picture or font: write it as base64, or as a data: URL.`,
    ]);
    expect(dataUrl(`src/${file}`, text)).toBeUndefined();
  });

  test("JSON, whole and by its names", async () => {
    const files = { "src/d.json": `{ "a": 1, "__proto__": 2, "b-c": [3] }`, "src/n.json": "null" };
    const imports = `import d, { a } from "./d.json"; import * as all from "./d.json"; import n from "./n.json";`;
    expect(await valueOf(imports, `[d.a, a, all.a, all.default === d, n, d["b-c"][0]]`, files)).toEqual([
      1,
      1,
      1,
      true,
      null,
      3,
    ]);
  });

  test("a list is a list", async () => {
    expect(
      await valueOf(`import l from "./l.json";`, "l.map((x) => x + 1)", { "src/l.json": "[1, 2]" }),
    ).toEqual([2, 3]);
  });
});

describe("stylesheets (A8)", () => {
  test("of a module give their names, and come before those that are composed of them", async () => {
    const files = {
      "src/a.module.css": `.b { composes: c from "./c.module.css"; color: red }`,
      "src/c.module.css": ".c { top: 0 }",
    };
    const names = await valueOf(`import s, { b } from "./a.module.css";`, "[s.b, b]", files);
    expect(names).toEqual([expect.stringMatching(/\w+ \w+/u), expect.stringMatching(/\w+ \w+/u)]);
    const { styles } = await linked({
      "src/App.tsx": `import "./a.module.css"; export default 1;`,
      ...files,
    });
    const own = styles.map(({ file }) => file).filter((file) => file.startsWith("src/"));
    expect(own).toEqual(["src/c.module.css", "src/a.module.css"]);
  });

  test("that are not there, or broken, are named errors", async () => {
    const app = `import "./App.css";\nimport "./gone.css"; export default 1;`;
    expect(await errorsOf({ "src/App.tsx": app, "src/App.css": "a { color: red; } }" })).toEqual([
      expect.stringMatching(/^src\/App\.css:1:\d+ /u),
      expect.stringMatching(/^src\/App\.tsx:2:1 "\.\/gone\.css" leads to no file\./u),
    ]);
  });
});
