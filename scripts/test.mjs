// npm test: installs what the tests need, builds, runs every test, and ends with one line of totals.
// A path or a test name filter may follow: npm test -- packages/app-format
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { chromium, firefox } from "./browsers.mjs";
import { install, runTool } from "./tools.mjs";

install();
build();
const given = process.argv.slice(2);
// Without a filter by name nothing is skipped but by .skip or .only: a test that does not run proves nothing.
const byName = given.some((argument) => /^(-t|--testNamePattern)(=|$)/.test(argument));
const env = { ANTEROOM_TEST_CHROMIUM: chromium(), ANTEROOM_TEST_FIREFOX: firefox() };
const folder = mkdtempSync(path.join(tmpdir(), "anteroom-test-"));

/** More files than these fail for no passing reason. */
const MOST_AGAIN = 5;

const first = runTests(given);
// Now and then V8 aborts a process with worker threads (nodejs/node#64500), and on a busy machine a browser takes longer
// than a test waits. Such a file is run once more, one after the other, and told of; what is broken breaks again.
const suspects = [...first.aborted, ...first.failing];
const runsAgain = suspects.length > 0 && suspects.length <= MOST_AGAIN && given.length === 0;
const again = runsAgain ? runTests([...suspects, "--no-file-parallelism"]) : undefined;
rmSync(folder, { recursive: true, force: true });
const passed = again ? first.passedElsewhere + again.passed : first.passed;
const failed = again ? again.failed + again.aborted.length : first.failed + first.aborted.length;
if (again) {
  const names = suspects.map((name) => path.relative(process.cwd(), name)).join(", ");
  process.stdout.write(
    `\nRun again by themselves, after ${first.failed} failed among the others: ${names}\n`,
  );
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** Runs tests and counts them; `aborted` are files whose process ended in the middle, counted as nothing. */
function runTests(args) {
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = runTool("vitest", ["run", ...reporters, ...args], { env });
  // Without a report vitest did not even start.
  if (!existsSync(report)) return { passed: 0, passedElsewhere: 0, failed: 1, aborted: [], failing: [] };
  const files = JSON.parse(readFileSync(report, "utf8")).testResults;
  const aborted = files.filter(isAborted);
  const counted = files.filter((file) => !isAborted(file)).flatMap((file) => file.assertionResults);
  const count = (...statuses) => counted.filter(({ status }) => statuses.includes(status)).length;
  // A file that does not even load has no tests to count, and still is a failure.
  const broken = files.filter((file) => file.status === "failed" && !isAborted(file)).length;
  const unrun = byName ? 0 : count("pending", "skipped", "todo");
  const failures = Math.max(count("failed"), broken) + unrun;
  const unexplained = code !== 0 && aborted.length === 0 ? 1 : 0;
  const failing = files.filter((file) => file.status === "failed" && !isAborted(file));
  const inThem = failing.flatMap((file) => file.assertionResults).filter(({ status }) => status === "passed");
  return {
    passed: count("passed"),
    /** In files that did not fail. */
    passedElsewhere: count("passed") - inThem.length,
    failed: Math.max(failures, unexplained),
    aborted: aborted.map(({ name }) => name),
    failing: failing.map(({ name }) => name),
  };
}

/** A file that failed without a failed test and without a word of its own. */
function isAborted({ status, message, assertionResults }) {
  return status === "failed" && message === "" && !assertionResults.some((test) => test.status === "failed");
}
