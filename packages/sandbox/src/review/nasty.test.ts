import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { LIMITS } from "@anteroom/app-format";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHECK_LIMITS } from "../compile/check-limits.ts";
import type { FindingCode, ScanReport } from "./report.ts";
import { EVENTS, PROPERTIES, USED } from "./rules.ts";
import { storeReport, STORED_BYTES } from "./stored.ts";
import { scanFiles } from "./testing/scan-text.ts";

/** Pieces that break what they stand in, or that rules look at. */
const PIECES = [
  ..."{ } ( ) [ ] < > </ /> ; , . ?. => = == ! + - * / % & | ? : ?? ... @ # \\ ' \" ` ${ // /* */ <!-- -->".split(
    " ",
  ),
  ..."let const var function async await yield class extends return break continue for while do if".split(
    " ",
  ),
  ..."window document fetch eval constructor __proto__ toString this import export from declare type".split(
    " ",
  ),
  ..."location.href= innerHTML https:// //x.test javascript: url( @import data:;base64, \\u{0} \\x61".split(
    " ",
  ),
  ..."\n|\r|\r\n|\u2028|\t| |\0|\ufeff|\u200b|\u202e|\u{e0041}|\u3164|\ud800".split("|"),
  ..."а ｅ é e\u0301 😀 👩‍👩‍👧 漢 م \u200d \ufe0f 0 1n /(/ a <a> </a>".split(" "),
];
const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 3 })), {
  maxLength: 60,
});
const path = fc.constantFrom(
  "src/App.tsx",
  "a.ts",
  "b.js",
  "c.jsx",
  "d.d.ts",
  "e.css",
  "f.json",
  "g.svg",
  "h.md",
  "і.ts",
);

describe("whatever the files hold", () => {
  test("a scan ends with a report whose places lie within them, and that can be stored", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          path,
          text.map((pieces) => pieces.join("")),
        ),
        (files) => {
          const report = scanFiles(files);
          for (const { file, line, column, endColumn } of placesOf(report)) {
            const lines = (files[file] ?? "no such file").split(/\r\n|[\n\r\u2028\u2029]/u);
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(lines.length);
            expect(column).toBeGreaterThanOrEqual(1);
            expect(endColumn).toBeGreaterThanOrEqual(column);
            expect(endColumn).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
          }
          expect(Buffer.byteLength(storeReport(report))).toBeLessThanOrEqual(STORED_BYTES);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function placesOf({ capabilities, findings }: ScanReport) {
  return [...findings, ...capabilities.flatMap(({ places }) => places)];
}

test("a report of everything that can be found is still small enough to be stored", () => {
  const names = [...USED.keys(), ...[...PROPERTIES.keys()].map((name) => `x.${name}`)].filter(
    (name) => !name.startsWith("?") && !name.startsWith("package:"),
  );
  const uses = [...names, ...[...EVENTS.keys()].map((name) => `addEventListener("${name}", f)`)];
  const wide = (index: number): string => `\\ud800${"\\n語".repeat(80)}${index}`;
  // Written out, the test's own tools would take it for theirs.
  const map = ["Mapping", "URL"].join("");
  const file = (index: number): string => `${uses.join(";\n")};
import { storage, shared } from "@anteroom/app"; storage; shared; window[x]; document[x]; location = x; <iframe />;
import "${wide(index)}"; const url = ["https://${"a".repeat(60)}${index}.test", "https://${"b".repeat(60)}${index}.test"];
while (true) {}; const a = "\u202e"; const b = "\u{e0041}\u{e0042}\u{e0043}\u{e0044}\u{e0045}"; let \u3164\u{e0100}\u{e0101}\u115f = 1;
let ${"漢а".repeat(60)}${index}z = 1, ${"漢a".repeat(60)}${index}z = 2, xа${index} = 3;
"${"\\x61".repeat(9)}"; "${Buffer.from(String(index).repeat(400)).toString("hex")}"; const c = 1;${" ".repeat(60)}d();
//# source${map}=x
${"\n".repeat(55)}${"e".repeat(600)} = "${"f ".repeat(300)}";
`;
  const files = Object.fromEntries(
    Array.from({ length: LIMITS.files }, (_, index): [string, string] => {
      const name = `${"п".repeat(120)}/${"n".repeat(200)}/\u200b${"é".repeat(100)}${index}.tsx`;
      return [name, index < 60 ? file(index) : "const = 1;"];
    }),
  );
  const report = scanFiles(files);
  const codes: FindingCode[] = [
    "url",
    "endless_loop",
    "bidi_control",
    "tag_character",
    "invisible_character",
  ];
  codes.push(
    "lookalike",
    "mixed_script",
    "long_line",
    "blank_lines",
    "blank_gap",
    "source_map",
    "obfuscation",
  );
  expect(Object.keys(report.totals)).toEqual(expect.arrayContaining([...codes, "unread"]));
  expect(report.packages).toBeGreaterThan(40);
  const bytes = Buffer.byteLength(storeReport(report));
  expect(bytes).toBeLessThanOrEqual(STORED_BYTES);
});

/** What would take a naive scan for ever, at the size of the largest file. */
const SHAPES: Readonly<Record<string, string>> = {
  "one long list": `x = [${"a,\n".repeat(80_000)}]`,
  "a list within a list": "[".repeat(100_000),
  "a long sum": `x = ${'"a" + '.repeat(40_000)}b`,
  "a long path": `x = window${".self".repeat(50_000)}`,
  "a chain of names": series(9_000, (index) => `let a${index + 1} = a${index};\n`),
  "a chain of names, backwards": `window.x = a0;\n${series(9_000, (index) => `let a${index} = a${index + 1};\n`)}`,
  "names in a circle": series(9_000, (index) => `let a${index} = a${(index + 1) % 9_000};\na${index}.x;\n`),
  "one name given much": `let w;\n${"w = window;\n".repeat(9_000)}${"w.fetch;\n".repeat(9_000)}`,
  "scopes within scopes": `${"{ let fetch;\n".repeat(60)}${"fetch;\n".repeat(15_000)}${"}".repeat(60)}`,
  "var out of many blocks": `${"{\n".repeat(60)}${series(12_000, (index) => `var a${index};\n`)}${"}".repeat(60)}`,
  "patterns within patterns": `let ${"{ a: ".repeat(1_000)}b${" = window }".repeat(1_000)} = window;`,
  "loops within loops": `a: ${"for (;;) {".repeat(60)}${"break a;\n".repeat(15_000)}${"}".repeat(60)}`,
  "this, far within": `${"function f() {".repeat(30)}${"{".repeat(30)}${"this.x;\n".repeat(15_000)}${"}".repeat(60)}`,
  "one value climbing far": `x = ${"window || ".repeat(3_000)}window[y];`,
  "texts made of texts":
    `const a = "${"x".repeat(4_000)}";\nconst b = [${"a, ".repeat(4_000)}].join(a);\n`.repeat(9),
  blanks: `//${" ".repeat(250_000)}\n${"\t".repeat(1_000)}`,
  "empty lines": "\n".repeat(262_000),
  "line separators": "\u2028".repeat(80_000),
  "hidden characters": `"${"\u200b\u202e".repeat(40_000)}"`,
  "emoji that never end": `"${"👩\u200d".repeat(35_000)}"`,
  "Korean and one hidden character": `"${"한글 ".repeat(37_000)}\u200b"`,
  "many names of another script": series(12_000, (index) => `let ааa${index}b;\n`),
  "one name of another script": `let ${"а".repeat(120_000)};`,
  "piled marks": `let a${"\u0301\u0323".repeat(60_000)};`,
  addresses: `x = [\n${series(7_000, (index) => `"https://h${index}.test/",\n`)}]`,
  "halves of addresses": `"${"https:/".repeat(37_000)} " + "//a.${"b".repeat(4_000)} "`,
  "halves of styles": `"${"/* url( @import image-set( ".repeat(9_000)}"`,
  "nearly blobs": `"${`${"QUJDabc123".repeat(19)} `.repeat(1_300)}"`,
  brackets: `//${"[](!+ ".repeat(40_000)}`,
};

function series(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join("");
}

/** Scans each text as a file of its own, in one thread with the stack that a server gives it. */
async function scanInWorker(texts: readonly string[]): Promise<ScanReport[]> {
  const code = `const { parentPort, workerData } = require("node:worker_threads");
import(workerData.module).then(({ scanApp }) => {
  for (const text of workerData.texts) parentPort.postMessage(scanApp(new Map([["a.tsx", text]])));
});`;
  const module = fileURLToPath(new URL("scan-app.ts", import.meta.url));
  const worker = new Worker(code, {
    eval: true,
    workerData: { module, texts },
    resourceLimits: CHECK_LIMITS,
  });
  const reports: ScanReport[] = [];
  return await new Promise((resolve, reject) => {
    worker.on("message", (report: ScanReport) => {
      if (reports.push(report) === texts.length) resolve(reports);
    });
    worker.once("error", reject);
  });
}

test("no shape of code takes the thread with it, or for ever", async () => {
  const reports = await scanInWorker(Object.values(SHAPES));
  expect(reports.map(({ files }) => files[0]?.bytes)).toEqual(
    Object.values(SHAPES).map((shape) => Buffer.byteLength(shape)),
  );
}, 60_000);

test("code that asks for more steps than its length allows is given up, and said to be not read", async () => {
  const [report] = await scanInWorker([`x = ${"window || ".repeat(8_000)}window[y];\n`]);
  expect(report?.findings.find(({ code }) => code === "unread")?.data).toEqual({ reason: "too_complex" });
});

test("large code that a person would write is read whole", async () => {
  const part = `export function Part() {
  const [open, setOpen] = useState<boolean>(false);
  const label = open ? "Close " + title + "!" : "Open";
  return <section className="part"><h2>{title}</h2><button onClick={() => setOpen(!open)}>{label}</button></section>;
}\n`;
  const large = series(800, (index) => part.replace("Part", `Part${index}`));
  const table = `export const table = [\n${series(900, (index) => `  { id: ${index}, name: "Item ${index}", price: ${index / 4} },\n`)}];\n`;
  const [report] = await scanInWorker([`${large}${table}fetch("/x");\n`]);
  expect(report?.totals).toEqual({});
  expect(report?.capabilities).toMatchObject([
    { name: "fetch", total: 1, places: [{ line: 4_903, column: 1 }] },
  ]);
}, 60_000);
