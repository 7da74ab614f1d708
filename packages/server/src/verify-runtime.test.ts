import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstRuntimeVersion } from "@anteroom/sandbox/policy";
import { runtimeProblem } from "./verify-runtime.ts";

const SCRIPT = "run()";
const FRAME = `<script type="module">${SCRIPT}</script>`;
const COMPILER = "compile()";
let kept: string;

beforeEach(async () => void (kept = await mkdtemp(join(tmpdir(), "anteroom-kept-"))));
afterEach(async () => await rm(kept, { recursive: true }));

/** A runtime of wire version 1 as the program of then kept it; answers its version. */
async function keepFirst(): Promise<string> {
  const version = firstRuntimeVersion({ frame: FRAME, compiler: COMPILER, policy: 1 }, (text) =>
    hash("sha256", text),
  );
  const folder = join(kept, version);
  await mkdir(folder);
  const scriptHashes = [`sha256-${hash("sha256", SCRIPT, "base64")}`];
  const sha256 = { "frame.html": hash("sha256", FRAME), "compile.js": hash("sha256", COMPILER) };
  await writeFile(join(folder, "frame.html"), FRAME);
  await writeFile(join(folder, "compile.js"), COMPILER);
  await writeFile(join(folder, "runtime.json"), JSON.stringify({ version, scriptHashes, sha256 }));
  return version;
}

test("a runtime of wire version 1 still proves to be what was approved", async () => {
  const version = await keepFirst();
  expect(await runtimeProblem(kept, version)).toBeUndefined();
  await writeFile(join(kept, version, "compile.js"), "evil()");
  expect(await runtimeProblem(kept, version)).toContain("its files were changed");
  await rm(join(kept, version, "compile.js"));
  expect(await runtimeProblem(kept, version)).toContain("not whole");
});

test.each(["null", "[]", "{}", `"text"`, `{"version":1,"files":{"frame.html":"../../secret"}}`, "{"])(
  "the description %s makes no runtime",
  async (description) => {
    const version = await keepFirst();
    await writeFile(join(kept, version, "runtime.json"), description);
    expect(await runtimeProblem(kept, version)).toMatch(/not whole|lets in other scripts/u);
  },
);
