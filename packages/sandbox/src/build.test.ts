import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildRuntime, type RuntimeManifest } from "./build.ts";
import { PACKAGES } from "./wire/packages.ts";

/** All packages are built, which takes its time on a machine that does much else. */
const BUILD_MS = 120_000;
let outDir: string;
let built: RuntimeManifest;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), "anteroom-runtime-"));
  built = await buildRuntime({ outDir });
}, BUILD_MS);
afterAll(async () => await rm(outDir, { recursive: true }));

const read = (name: string) => readFile(join(outDir, name), "utf8");
const sha256 = (text: string, encoding: "hex" | "base64") =>
  createHash("sha256").update(text).digest(encoding);

test("the built runtime is whole, and tells its own hashes", async () => {
  expect(JSON.parse(await read("runtime.json"))).toEqual(built);
  expect(built.entry).toBe("src/App.tsx");
  for (const one of ["react@19.3.1", "@dnd-kit/core@6.3.1", "recharts@3.11.1", "zod@4.6.7"]) {
    expect(built.packages).toContain(one);
  }
  const there = await readdir(outDir, { recursive: true, withFileTypes: true });
  expect(there.filter((entry) => entry.isFile())).toHaveLength(Object.keys(built.files).length + 1);
  for (const [name, hash] of Object.entries(built.files)) expect(sha256(await read(name), "hex")).toBe(hash);

  const frame = await read("frame.html");
  const scripts = [...frame.matchAll(/<script[^>]*>(.*?)<\/script>/gsu)].map(([, text = ""]) => text);
  expect(built.scriptHashes).toEqual(scripts.map((text) => `sha256-${sha256(text, "base64")}`));
  expect(frame).not.toMatch(/<(?:link|script[^>]* src)/u);
});

test("every package is one file, which loads nothing more and whose bytes the compiler knows", async () => {
  const compiler = await read("compile.js");
  const names = Object.keys(built.files).filter((name) => name.startsWith("packages/"));
  expect(names).toHaveLength(PACKAGES.length);
  for (const name of names) {
    const text = await read(name);
    expect(compiler).toContain(`sha256-${sha256(text, "base64")}`);
    if (name.endsWith(".css")) continue;
    const { staticImports, dynamicImports } = parseSync(name, text).module;
    expect([name, staticImports.length, dynamicImports.length]).toEqual([name, 0, 0]);
  }
});

test(
  "what was built says nothing of the machine that built it, and is the same each time",
  async () => {
    for (const name of Object.keys(built.files)) expect(await read(name)).not.toContain(import.meta.dirname);
    expect(await buildRuntime({ outDir })).toEqual(built);
  },
  BUILD_MS,
);
