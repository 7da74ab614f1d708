import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildRuntime } from "./build.ts";

test("the built runtime is whole, tells its own hashes, and is the same each time", async () => {
  const outDir = await mkdtemp(join(tmpdir(), "anteroom-runtime-"));
  const first = await buildRuntime({ outDir });
  expect((await readdir(outDir)).toSorted()).toEqual(["compile.js", "frame.html", "runtime.json"]);
  expect(JSON.parse(await readFile(join(outDir, "runtime.json"), "utf8"))).toEqual(first);
  expect(first).toMatchObject({ entry: "src/App.tsx", packages: ["react@19.3.1", "react-dom@19.3.1"] });

  const frame = await readFile(join(outDir, "frame.html"), "utf8");
  const scripts = [...frame.matchAll(/<script[^>]*>(.*?)<\/script>/gsu)].map(([, text = ""]) => text);
  const hashes = scripts.map((text) => `sha256-${createHash("sha256").update(text).digest("base64")}`);
  expect(first.scriptHashes).toEqual(hashes);
  expect(frame).not.toMatch(/<(?:link|script[^>]* src)/u);

  expect(await buildRuntime({ outDir })).toEqual(first);
  await rm(outDir, { recursive: true });
});
