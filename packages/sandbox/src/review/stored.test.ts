import { expect, test } from "vitest";
import { readReport, storeReport } from "./stored.ts";
import { scanFiles } from "./testing/scan-text.ts";

const FILES = {
  "src/b.ts": `import "react";\nfetch("https://x.test");\nwhile (true) {}\n`,
  "src/a.css": "a { background: url(https://x.test) } /* \u200b */",
};

test("a report comes back whole, without the paths being stored", () => {
  const report = scanFiles(FILES);
  const stored = storeReport(report);
  expect(stored).not.toContain("src/");
  expect(readReport(stored, Object.keys(FILES))).toEqual(report);
});

test("nothing comes back of other rules or other files", () => {
  const stored = storeReport(scanFiles(FILES));
  expect(readReport(stored.replace(/"version":\d+/u, '"version":0'), Object.keys(FILES))).toBeUndefined();
  expect(readReport(stored, ["src/b.ts"])).toBeUndefined();
});
