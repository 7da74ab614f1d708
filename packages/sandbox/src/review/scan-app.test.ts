import { describe, expect, test } from "vitest";
import { scanApp } from "./scan-app.ts";
import { findingsOf, placeOf, scanFiles, textAt, usesOf } from "./testing/scan-text.ts";

const APP = "src/App.tsx";

function codesOf(code: string): string[] {
  return [...new Set(scanFiles({ [APP]: code }).findings.map((finding) => finding.code))];
}

describe("hidden characters (cases R1 and R2)", () => {
  test("bidirectional controls in code, and in the name of a file", () => {
    const files = {
      [APP]: `if (level !== "user\u202e \u2066// check admin\u2069 \u2066") grant();\n`,
      "src/\u202etxt.exe.tsx": "",
    };
    expect(findingsOf(scanFiles(files))).toEqual([
      `${APP}:1:20-21 bidi_control {"codePoints":["U+202E","U+2066","U+2069"],"times":4,"within":"text"}`,
      `src/\u202etxt.exe.tsx:1:1-1 bidi_control {"codePoints":["U+202E"],"times":1,"within":"path"}`,
    ]);
  });

  test("every family is counted, with code points", () => {
    const tags = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0xe0041 + (index % 26))).join(
      "",
    );
    const selectors = "\u{e0100}\u{e01ef}";
    const code = `const a = "${tags}";\nconst b = "${selectors}\u2060\u3164\uffa0\u180b\u115f";\nlet \u3164 = 1;\n`;
    const report = scanFiles({ [APP]: code });
    expect(report.files[0]?.hidden).toBe(48);
    expect(findingsOf(report)).toEqual([
      `${APP}:1:12-14 tag_character {"codePoints":["U+E0041","U+E0042","U+E0043","U+E0044"],"times":40,"within":"text"}`,
      `${APP}:2:12-14 invisible_character {"codePoints":["U+E0100","U+E01EF","U+2060","U+3164"],"times":7,"within":"text"}`,
      `${APP}:3:5-6 invisible_character {"codePoints":["U+3164"],"times":1,"within":"code"}`,
    ]);
  });

  test("line ends that hide code after a comment", () => {
    const report = scanFiles({ [APP]: "// a\u2028grant();\n// b\rgrant();\n" });
    expect(findingsOf(report).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      `${APP}:1:5-5 invisible_character`,
      `${APP}:3:5-5 invisible_character`,
    ]);
  });

  test.each([
    ["Hebrew", `const a = "שלום עולם, היום 12.5";`],
    ["Arabic", `const a = "مرحبا بالعالم ۝٢";`],
    ["Persian, with joiners in its words", `const a = "می\u200cخواهم";`],
    ["Hindi, with a joiner", `const a = "क्\u200dष";`],
    ["Korean", `const 이름 = "안녕하세요"; const use사용자 = 이름;`],
    ["Japanese, French and Russian", `const a = ["日本語　全角", "10\u00a0km à l’été", "привет, USB"];`],
    ["emoji", `const a = "❤️ ⚠️ 👩‍👩‍👧 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ✔︎ 👍🏽";`],
    ["a byte order mark at the start", `\ufeffconst a = 1;`],
  ])("%s raises nothing", (_what, code) => {
    expect(codesOf(code)).toEqual([]);
  });
});

describe("payloads out of sight (case R4)", () => {
  test("a long line, blank lines and blanks within a line", () => {
    const code = `const a = "${"x ".repeat(400)}"; go();\n${"\n".repeat(60)}go();\nb();${" ".repeat(90)}go();\n`;
    const report = scanFiles({ [APP]: code });
    expect(report.files[0]).toMatchObject({ lines: 63, longest: 819 });
    expect(findingsOf(report)).toEqual([
      `${APP}:1:1-820 long_line {"length":819}`,
      `${APP}:2:1-1 blank_lines {"lines":60}`,
      `${APP}:63:5-95 blank_gap {"columns":90}`,
    ]);
  });

  test("lines of odd blanks are blank, and blanks at a line's end hide nothing", () => {
    const report = scanFiles({ [APP]: `a();${" ".repeat(90)}\n${"\u00a0\t\u3000\n".repeat(51)}b();\n` });
    expect(findingsOf(report)).toEqual([`${APP}:2:1-1 blank_lines {"lines":51}`]);
  });

  test("what one file is full of does not hide what others have", () => {
    const loops = "while (true) {};\n";
    const files = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`src/f${index}.ts`, index === 60 ? "fetch('/x');" : ""]),
    );
    const report = scanFiles({ "a.ts": loops.repeat(500), ...files, "src/f9.ts": loops });
    expect(report.totals).toEqual({ endless_loop: 501 });
    expect(report.findings).toHaveLength(16);
    expect(report.findings.map(placeOf)).toContain("src/f9.ts:1:1-16");
    expect(report.files.find(({ file }) => file === "a.ts")?.findings).toBe(500);
    expect(report.capabilities[0]?.places.map(placeOf)).toEqual(["src/f60.ts:1:1-6"]);
  });

  test("a minified file, and one that a program wrote", () => {
    const minified = "function f(a,b){return a?b:a+b}".repeat(100);
    expect(scanFiles({ [APP]: minified }).totals).toEqual({ long_line: 1, generated: 1 });
    const short = Array.from(
      { length: 80 },
      (_, index) => `let ${String.fromCharCode(97 + (index % 26))}${index % 9} = q(z${index % 7}, k);`,
    );
    expect(findingsOf(scanFiles({ [APP]: short.join("\n") }))).toEqual([
      `${APP}:1:1-1 generated {"measure":"short_names","value":100}`,
    ]);
    expect(codesOf("go();\n//# sourceMappingURL=app.js.map\n")).toEqual(["source_map"]);
  });
});

describe("names that look alike", () => {
  test("an identifier that passes for another, or for a word of the language", () => {
    const files = {
      "src/a.ts": "export const admin = 1;\n",
      [APP]: "const аdmin = 2;\n  fеtch(аdmin);\nconst ｅval = 1;\n",
    };
    const report = scanFiles(files);
    expect(findingsOf(report)).toEqual([
      `${APP}:1:7-12 lookalike {"name":"аdmin","other":"admin","within":"code"}`,
      `${APP}:2:3-8 lookalike {"name":"fеtch","other":"fetch","within":"code"}`,
      `${APP}:3:7-11 lookalike {"name":"ｅval","other":"eval","within":"code"}`,
    ]);
    expect(report.findings.map((finding) => textAt(files, finding))).toEqual(["аdmin", "fеtch", "ｅval"]);
  });

  test("two spellings of one name, and one that is hidden in another", () => {
    const report = scanFiles({ [APP]: "let caf\u00e9 = 1, cafe\u0301 = 2, total = 3, to\u200ctal = 4;\n" });
    expect(findingsOf(report, "lookalike")).toHaveLength(2);
  });

  test("a word of mixed scripts, in code or in a text", () => {
    const report = scanFiles({ [APP]: `const pаyload = role === "ѕuperuser";\n` });
    expect(findingsOf(report)).toEqual([
      `${APP}:1:7-14 mixed_script {"name":"pаyload","scripts":["Latin","Cyrillic"],"within":"code"}`,
      `${APP}:1:26-37 mixed_script {"name":"ѕuperuser","scripts":["Latin","Cyrillic"],"within":"text"}`,
    ]);
  });

  test("paths of files", () => {
    const report = scanFiles({
      "src/api.ts": "",
      "src/аpi.ts": "",
      "src/ѕtore.ts": "",
      "src/보기.ts": "",
      "src/меню.ts": "",
    });
    expect(findingsOf(report)).toEqual([
      `src/аpi.ts:1:1-1 lookalike {"name":"src/аpi.ts","other":"src/api.ts","within":"path"}`,
      `src/ѕtore.ts:1:1-1 mixed_script {"name":"src/ѕtore.ts","scripts":["Latin","Cyrillic"],"within":"path"}`,
    ]);
  });

  test.each([
    `const Δtime = σ2 + λ;`,
    `const имя = "имя"; const ім_я = имя;`,
    `const l1 = lI + O0; const modem = modern;`,
    `const größe = café; const a = ["Parlaklık", "1º"];`,
  ])("nothing of %s", (code) => {
    expect(codesOf(code)).toEqual([]);
  });
});

describe("addresses", () => {
  test("each host once, with how often it is named, in code, styles and data", () => {
    const files = {
      [APP]: `const a = "https://evil.test/a", b = "https://" + "evil.test/" + secret;\nconst c = \`wss://пример.test:8080/\${a}\`;\n// https://comment.test\n`,
      "src/data.json": `{ "a": "see http://data.test." }`,
      "src/app.css": `a { background: url(//style.test/a.png); color: red }\n@import "https://import.test/a.css";`,
      "README.md": "https:\\\\evil.test\\b",
    };
    const report = scanFiles(files);
    expect(findingsOf(report)).toEqual([
      `README.md:1:1-20 url {"host":"evil.test","times":3}`,
      `src/App.tsx:2:11-40 url {"host":"xn--e1afmkfd.test:8080","times":1}`,
      `src/app.css:1:21-39 url {"host":"style.test","times":1}`,
      `src/app.css:2:10-35 url {"host":"import.test","times":1}`,
      `src/data.json:1:13-30 url {"host":"data.test","times":1}`,
    ]);
    expect(report.capabilities.map(({ name, places }) => `${name} ${places.map(placeOf).join()}`)).toEqual([
      "@import src/app.css:2:1-35",
      "url() src/app.css:1:17-39",
    ]);
  });

  test("far into long texts, of whatever kind", () => {
    const far = "word ".repeat(2_000);
    const code = `const a = "${far}https://a.test";\nconst b = \`${far}https://b.test \${x} ${far}url(https://c.test)\`;\n`;
    const report = scanFiles({ [APP]: code });
    expect(findingsOf(report, "url").map((line) => line.replace(/.*?"host"/u, ""))).toEqual([
      `:"a.test","times":1}`,
      `:"b.test","times":1}`,
      `:"c.test","times":1}`,
    ]);
    expect(report.capabilities).toMatchObject([{ name: "url()", total: 1, places: [{ line: 2 }] }]);
  });

  test("none of the names of languages, paths, or words with a colon", () => {
    expect(
      codesOf(
        `<svg xmlns="http://www.w3.org/2000/svg" />; const a = ["/a//b", "http: none", "// a.b c", "a:b"];`,
      ),
    ).toEqual([]);
  });
});

describe("loops without end", () => {
  test.each([
    "while (true) { work(); }",
    "for (;;) work();",
    "do { work(); } while (1);",
    "for (; !0;) { [1].forEach(() => { return; }); }",
    "while (true) { for (const a of b) break; switch (c) { default: break; } }",
    "outer: while (true) { for (;;) continue outer; }",
    "const always = true; while (always) work();",
    "async function f() { while (true) { g(async () => { await h(); }); } }",
    "while (!![]) { class A { static { for (const a of b) break; } } }",
  ])("%s", (code) => {
    expect(codesOf(code)).toContain("endless_loop");
  });

  test.each([
    "while (true) { if (a) break; }",
    "function f() { for (;;) { return 1; } }",
    "async function f() { for (;;) { await g(); } }",
    "function* f() { for (;;) yield 1; }",
    "for (;;) { throw a; }",
    "outer: while (true) { while (true) { break outer; } }",
    "outer: for (const a of b) { while (true) { continue outer; } }",
    "let go = true; while (go) { go = next(); }",
    "while (a) work();",
    "for (const a of b) work();",
    "for (let i = 0; i < 9; i += 1) work();",
  ])("nothing of %s", (code) => {
    expect(codesOf(code)).toEqual([]);
  });
});

describe("code that hides what it does", () => {
  const coded = Array.from({ length: 24 }, (_, index) => `"mtK${index}mJG${index}y2G"`).join(",");
  const base64 = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 197 + 31) % 256)).toString(
    "base64",
  );

  test.each([
    ["escapes", `const a = "\\x61\\x6c\\x65\\x72\\x74\\x28\\x31\\x29";`],
    ["escaped_name", `const \\u0061b = 1;`],
    ["character_codes", `const a = String.fromCharCode(97, 108, 101, 114);`],
    ["character_codes", `const a = codes.map(String.fromCharCode);`],
    ["decoding", `const a = atob(b);`],
    ["hex_names", `const _0x1a2b = 1, _0x1a2c = 2, _0x1a2d = 3;`],
    ["split_name", `const a = window["loc" + "ation"];`],
    ["joined_letters", `const a = "e" + "v" + "a" + "l";`],
    ["coded_strings", `const a = [${coded}];`],
    ["symbols", `${"[][(![]+[])[+[]]]".repeat(9)};`],
  ])("%s", (kind, code) => {
    expect(findingsOf(scanFiles({ [APP]: code }), "obfuscation")).toEqual([
      expect.stringContaining(`"${kind}"`),
    ]);
  });

  test.each([
    ["base64", `const a = "${base64}";`],
    ["hex", `const a = "${Buffer.from(base64).toString("hex")}";`],
    ["data_url", `const a = "data:image/png;base64,${base64}";`],
    ["numbers", `const a = [${Array.from({ length: 300 }, (_, index) => index % 256).join(", ")}];`],
  ])("a blob of %s", (kind, code) => {
    expect(findingsOf(scanFiles({ [APP]: code }), "encoded_blob")).toEqual([
      expect.stringContaining(`"${kind}"`),
    ]);
  });

  test("nothing of rulers, escapes that are needed, sums of words, and lists", () => {
    const map = Array.from({ length: 400 }, (_, index) => index % 2).join(", ");
    const words = Array.from({ length: 40 }, (_, index) => `"Item${index}", "onMouseMoveCapture"`).join(", ");
    expect(
      codesOf(
        `// ${"=".repeat(300)}\n// ${"-".repeat(300)}\nconst a = "\\u00e9\\u00e8\\n\\t\\"";\nconst b = first + ", " + last + "!" + "\\n";\n` +
          `const level = [${map.replaceAll("1, 0", "1,\n0")}];\nconst names = [${words.replaceAll(", ", ",\n")}];\nString.fromCodePoint(0x1f600);\n`,
      ),
    ).toEqual([]);
  });
});

describe("places", () => {
  test.each([
    ["line feeds", "\n"],
    ["both", "\r\n"],
    ["line separators", "\u2028"],
  ])("are right with %s at line ends, and with wide characters and tabs before", (_what, end) => {
    const files = { [APP]: ["// 😀", "\t/* 👩‍👩‍👧 */ fetch('/x');", "const s = '𝒳é'; eval(s);", ""].join(end) };
    const { capabilities } = scanFiles(files);
    expect(capabilities.map(({ places }) => places.map(placeOf))).toEqual([
      [`${APP}:2:17-22`],
      [`${APP}:3:18-22`],
    ]);
    expect(capabilities.flatMap(({ places }) => places.map((place) => textAt(files, place)))).toEqual([
      "fetch",
      "eval",
    ]);
  });

  test("stay on the line on which they start", () => {
    const files = { [APP]: "while (true) {\n  work();\n}\n" };
    expect(findingsOf(scanFiles(files))).toEqual([`${APP}:1:1-15 endless_loop {}`]);
  });
});

describe("code that is not read", () => {
  test("is searched for words, and said to be not read", () => {
    const files = {
      [APP]: `import x from "lodash";\nconst = fetch("https://evil.test");\n document . cookie; a.replace(b); eval(\n`,
    };
    const report = scanFiles(files);
    expect(findingsOf(report)).toEqual([
      `${APP}:2:7-7 unread {"reason":"syntax"}`,
      `${APP}:2:16-33 url {"host":"evil.test","times":1}`,
    ]);
    expect(report.capabilities.map(({ capability, name }) => `${capability} ${name}`)).toEqual([
      "package lodash",
      "network fetch",
      "eval eval",
      "storage_browser cookie",
    ]);
  });

  test("nor is what nests too deeply for the parser", () => {
    const report = scanFiles({ [APP]: `${"[".repeat(60_000)}fetch("/x")${"]".repeat(60_000)}` });
    expect(report.findings.find(({ code }) => code === "unread")?.data).toEqual({ reason: "too_complex" });
    expect(report.capabilities.map(({ name }) => name)).toEqual(["fetch"]);
  });

  test("nor is anything where that is wished", () => {
    const report = scanApp(
      new Map([[APP, `window["fe" + "tch"](); import { shared } from "@anteroom/app"; WebSocket`]]),
      {
        readsCode: false,
      },
    );
    expect(report.findings.map(({ code }) => code)).toEqual(["unread"]);
    expect(report.capabilities.map(({ name }) => name)).toEqual(["@anteroom/app", "WebSocket", "shared"]);
  });

  test("the scripts of drawings and pages", () => {
    const report = scanFiles({ "a.svg": `<svg onload="x"><script>go()</script></svg>`, "b.md": "<script>" });
    expect(report.capabilities).toMatchObject([{ capability: "raw_html", name: "script", total: 2 }]);
  });
});

test("one and the same report, in whatever order the files come", () => {
  const files = {
    "b.ts": `fetch("https://b.test")`,
    "a.ts": `fetch("https://b.test"); import "react";`,
    "A.ts": "eval(1)",
  };
  const backwards = Object.fromEntries(Object.entries(files).toReversed());
  expect(scanFiles(backwards)).toEqual(scanFiles(files));
  expect(scanFiles(files).files.map(({ file }) => file)).toEqual(["A.ts", "a.ts", "b.ts"]);
});

test("an ordinary app shows its packages and nothing else", () => {
  const code = `import { useEffect, useState } from "react";
import "./styles.css";
const SPEAKERS = ["Owner", "Admin", "Member", "Guest"];
export default function StandUpTimer({ open = true }: { open?: boolean }) {
  const [left, setLeft] = useState<number>(90);
  useEffect(() => {
    if (!open) return;
    const id = setInterval(() => setLeft((s) => s - 1), 1000);
    return () => clearInterval(id);
  }, [open]);
  return (
    <main className={left < 0 ? "over" : "timer"} onKeyDown={(event) => event.key === " " && setLeft(90)}>
      {SPEAKERS.map((name) => <li key={name}>{name}</li>)}
      <progress value={left / 90} max={1} />
    </main>
  );
}
`;
  const css = `.timer { display: grid; background: url(data:image/png;base64,AAAA) }\n.over { color: #b6322d }\n`;
  const report = scanFiles({ [APP]: code, "src/styles.css": css });
  expect(report.findings).toEqual([]);
  expect(usesOf(code)).toEqual(["package react"]);
});

test("an app's own files are no packages, from wherever their paths go", () => {
  const paths = ["./a", "..", "@/a", "~/a", "#/a", "/a", "src/a"];
  expect(usesOf(paths.map((path) => `import ${JSON.stringify(path)};`).join("\n"))).toEqual([]);
  expect(usesOf(`import "//evil.test/a"; import "@x/a"; import "source/a";`)).toEqual([
    "package @x/a",
    "package source",
    "network import",
  ]);
});
