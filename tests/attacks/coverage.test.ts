import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Each claim of docs/threat-model.md is tried by a test that names it; a claim without one is a wish.

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLAIM = /^- ([a-z]+-\d+): /gmu;

const claims = Array.from(
  readFileSync(join(ROOT, "docs/threat-model.md"), "utf8").matchAll(CLAIM),
  ([, id = ""]) => id,
);

/** Every claim that a test's title cites at its end, one or several with commas between them. */
function cited(): Set<string> {
  const files = ["packages", "tests"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
      .map((name) => join(ROOT, folder, name)),
  );
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/\(((?:[a-z]+-\d+)(?:, [a-z]+-\d+)*)\)",/gu),
      ([, ids = ""]) => ids.split(", "),
    ).flat(),
  );
  return new Set(found);
}

test("each claim of the threat model has an id of its own, and there are many", () => {
  expect(new Set(claims).size).toBe(claims.length);
  expect(claims.length).toBeGreaterThanOrEqual(60);
});

test("each claim of the threat model is tried by a test that names it", () => {
  const names = cited();
  expect(claims.filter((claim) => !names.has(claim))).toEqual([]);
});
