// npm run check: format, lint, types, import map, dead code, sizes, unit tests. Stops at nothing, ends with
// every failed part named. `npm run check -- --fix` formats instead of complaining; `-- --static` leaves out the
// unit tests, for where all tests follow.
import { build } from "./build.mjs";
import { importMap } from "./import-map.mjs";
import { install, runTool } from "./tools.mjs";

install();
build();
const fix = process.argv.includes("--fix");
const parts = [
  ["format", "oxfmt", fix ? ["."] : ["--check", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings", ...(fix ? ["--fix"] : []), "."]],
  ["types", "typescript", ["-p", "tsconfig.json"], "tsc"],
  ["types of browser code", "typescript", ["-p", "tsconfig.browser.json"], "tsc"],
  ["types of tests", "typescript", ["-p", "tests/tsconfig.json"], "tsc"],
  ["types of benches", "typescript", ["-p", "bench/tsconfig.json"], "tsc"],
  [
    "import map",
    "dependency-cruiser",
    ["packages", "tests", "bench", "--config", ".dependency-cruiser.mjs"],
    "depcruise",
  ],
  ["dead code", "knip", ["--no-progress"]],
  ["sizes", "size-limit", []],
  ["unit tests", "vitest", ["run", "--project", "unit", "--reporter=default"]],
];
const failed = [];
const wanted = process.argv.includes("--static") ? parts.filter(([name]) => name !== "unit tests") : parts;
for (const [name, tool, args, command] of wanted) {
  process.stdout.write(`— ${name}\n`);
  if (runTool(tool, args, { command }) !== 0) failed.push(name);
}
process.stdout.write("— import map on its page\n");
if (!importMap({ check: true })) failed.push("import map on its page");
process.stdout.write(failed.length === 0 ? "check: clean\n" : `check: failed in ${failed.join(", ")}\n`);
process.exit(failed.length === 0 ? 0 : 1);
