// npm test: installs what the tests need, builds, runs every test, and ends with one line of totals.
// A path or a test name filter may follow: npm test -- packages/app-format
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { chromium } from "./chromium.mjs";
import { install, runTool } from "./tools.mjs";

install();
build();
const folder = mkdtempSync(path.join(tmpdir(), "anteroom-test-"));
const report = path.join(folder, "report.json");
const code = runTool(
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { env: { ANTEROOM_TEST_CHROMIUM: chromium() } },
);
let failed = code === 0 ? 0 : 1;
let passed = 0;
// Without a report vitest did not even start.
if (existsSync(report)) {
  const totals = JSON.parse(readFileSync(report, "utf8"));
  passed = totals.numPassedTests;
  // A file that does not even load has no tests to count, and still is a failure.
  failed = Math.max(failed, totals.numFailedTests);
  // Without a filter by name nothing is skipped but by .skip or .only: a test that does not run proves nothing.
  const byName = process.argv.some((argument) => /^(-t|--testNamePattern)(=|$)/.test(argument));
  if (!byName) failed += totals.numPendingTests + totals.numTodoTests;
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
