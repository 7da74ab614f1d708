import { hash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROBE } from "@anteroom/sandbox/policy";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NoRuntimeError, Runtimes } from "./runtime.ts";
import { ask } from "./testing/ask.fixture.ts";

const ORIGIN = "http://localhost:4747";
const DESCRIPTION = {
  entry: "src/App.tsx",
  packages: ["react@19.0.0"],
  storage: "none",
  blocked: ["network"],
  offers: ["TypeScript"],
  scriptHashes: [`sha256-${"A".repeat(43)}=`],
};
const COMPILER = "self.compiles = true;";
const TEXTS = { "compile.js": COMPILER, "packages/chart.js": "export const chart = 1;" };
let folder: string;
let built: string;
let kept: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anteroom-runtime-"));
  built = join(folder, "built");
  kept = join(folder, "data", "runtimes");
  await build("aaaaaaaa1111", "frame one");
});
afterEach(async () => await rm(folder, { recursive: true }));

async function build(version: string, frame: string): Promise<void> {
  await rm(built, { recursive: true, force: true });
  await mkdir(join(built, "packages"), { recursive: true });
  const texts = { ...TEXTS, "frame.html": frame };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(built, name), text);
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, hash("sha256", text)]));
  await writeFile(join(built, "runtime.json"), JSON.stringify({ ...DESCRIPTION, version, files }));
}

/** Where the file of a kept runtime lies that has this text. */
const keptFile = (text: string) => join(kept, "files", hash("sha256", text));

const open = () => Runtimes.open({ built, kept, origin: ORIGIN });

/** What a runtime answers over HTTP. */
async function get(runtimes: Runtimes, path: string) {
  const server = createServer((request, response) => {
    const answer = async () => {
      if (!(await runtimes.serve(request, response, request.url ?? ""))) response.writeHead(404).end();
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answered = await ask((server.address() as AddressInfo).port, { method: "GET", path });
  server.close();
  return answered;
}

test("the current runtime is described and served with its policy", async () => {
  const runtimes = await open();
  expect(runtimes.info).toMatchObject({ version: "aaaaaaaa1111", entry: "src/App.tsx" });
  const frame = await get(runtimes, "/rt/aaaaaaaa1111/frame.html");
  expect(frame.text).toBe("frame one");
  expect(frame.headers["content-security-policy"]).toContain(`frame-ancestors ${ORIGIN}`);
  expect(frame.headers["content-security-policy"]).toContain("sandbox allow-scripts");
  const compiler = await get(runtimes, "/rt/aaaaaaaa1111/compile.js");
  expect(compiler.headers["content-type"]).toContain("text/javascript");
  expect(compiler.headers["content-security-policy"]).toBe(
    `default-src 'none'; script-src ${ORIGIN}/rt/aaaaaaaa1111/`,
  );
  const chart = await get(runtimes, "/rt/aaaaaaaa1111/packages/chart.js");
  expect(chart.text).toBe("export const chart = 1;");
  expect(chart.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test("the probe of what a browser enforces stands beside the runtimes, and is none of them", async () => {
  // A folder of its name is no runtime, whatever it holds.
  await mkdir(join(kept, "probe.html"), { recursive: true });
  const runtimes = await open();
  const probe = await get(runtimes, "/rt/probe.html");
  expect([probe.status, probe.text]).toEqual([200, PROBE.html]);
  expect(probe.headers).toMatchObject(PROBE.headers(ORIGIN));
  expect((await get(runtimes, "/rt/probe.html/frame.html")).status).toBe(404);
});

test("a kept runtime is served byte for byte after the program moved on to another", async () => {
  const first = await open();
  await Promise.all([first.keep(), first.keep()]);
  expect(await readdir(kept)).toEqual(["aaaaaaaa1111", "files"]);
  await build("bbbbbbbb2222", "frame two");
  const second = await open();
  expect((await get(second, "/rt/aaaaaaaa1111/frame.html")).text).toBe("frame one");
  expect((await get(second, "/rt/aaaaaaaa1111/packages/chart.js")).text).toBe("export const chart = 1;");
  expect((await get(second, "/rt/bbbbbbbb2222/frame.html")).text).toBe("frame two");
  const { ino } = await stat(keptFile(COMPILER));
  await second.keep();
  expect((await readdir(kept)).toSorted()).toEqual(["aaaaaaaa1111", "bbbbbbbb2222", "files"]);
  // What both have is there once.
  expect(await readdir(join(kept, "files"))).toHaveLength(4);
  expect((await stat(keptFile(COMPILER))).ino).toBe(ino);
});

test("a runtime that an older version of the program kept, in a folder of its own, is still served", async () => {
  const texts = { "frame.html": "the first frame", "compile.js": COMPILER };
  const first = join(kept, "cccccccc3333");
  await mkdir(first, { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(join(first, name), text);
  const sha256 = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, hash("sha256", text)]),
  );
  await writeFile(
    join(first, "runtime.json"),
    JSON.stringify({ ...DESCRIPTION, version: "cccccccc3333", sha256 }),
  );
  expect((await get(await open(), "/rt/cccccccc3333/frame.html")).text).toBe("the first frame");
  expect((await get(await open(), "/rt/cccccccc3333/compile.js")).text).toBe(COMPILER);
  await writeFile(join(first, "compile.js"), "self.compiles = null;");
  expect((await get(await open(), "/rt/cccccccc3333/compile.js")).status).toBe(404);
});

test("what is kept is what the server runs, though another was built meanwhile", async () => {
  const running = await open();
  await build("bbbbbbbb2222", "frame two");
  await running.keep();
  const later = await open();
  expect((await get(later, "/rt/aaaaaaaa1111/frame.html")).text).toBe("frame one");
});

test("a draft that a crash left is neither served nor in the way, and goes", async () => {
  const runtimes = await open();
  await mkdir(join(kept, "draft"), { recursive: true });
  await writeFile(join(kept, "draft", "frame.html"), "fra");
  expect((await get(runtimes, "/rt/draft/frame.html")).status).toBe(404);
  await runtimes.keep();
  expect(await readdir(kept)).toEqual(["aaaaaaaa1111", "files"]);
});

test("a kept runtime that was changed or is not whole is not served, and is kept anew while it can be (app-4)", async () => {
  await (await open()).keep();
  await build("bbbbbbbb2222", "frame two");
  const chart = keptFile(TEXTS["packages/chart.js"]);
  for (const spoil of [() => writeFile(chart, "export const chart = 2;"), () => rm(chart)]) {
    await spoil();
    expect((await get(await open(), "/rt/aaaaaaaa1111/frame.html")).status).toBe(404);
  }
  await build("aaaaaaaa1111", "frame one");
  await (await open()).keep();
  expect(await readFile(chart, "utf8")).toBe(TEXTS["packages/chart.js"]);
});

test("what a crash left of keeping is neither served nor believed", async () => {
  await (await open()).keep();
  const before = join(folder, "before");
  await cp(kept, before, { recursive: true });
  for (const lost of [join("aaaaaaaa1111", "runtime.json"), join("files", hash("sha256", COMPILER))]) {
    await rm(kept, { recursive: true });
    await cp(before, kept, { recursive: true });
    await rm(join(kept, lost));
    await build("bbbbbbbb2222", "frame two");
    expect((await get(await open(), "/rt/aaaaaaaa1111/frame.html")).status).toBe(404);
    await build("aaaaaaaa1111", "frame one");
    await (await open()).keep();
    await build("bbbbbbbb2222", "frame two");
    expect((await get(await open(), "/rt/aaaaaaaa1111/frame.html")).text).toBe("frame one");
  }
});

test.each([
  "/rt/cccccccc3333/frame.html",
  "/rt/aaaaaaaa1111/runtime.json",
  "/rt/aaaaaaaa1111/packages/",
  "/rt/aaaaaaaa1111/packages/../compile.js",
  "/rt/files/frame.html",
  "/rt/../frame.html",
  "/rt/aaaaaaaa1111/",
  "/rt/%2e%2e%2f/frame.html",
])("%s is not there", async (path) => {
  expect((await get(await open(), path)).status).toBe(404);
});

test.each(["runtime.json", "frame.html", "packages/chart.js"])(
  "without %s there is no runtime, and the operator is told what to do",
  async (name) => {
    await rm(join(built, name));
    await expect(open()).rejects.toBeInstanceOf(NoRuntimeError);
    await expect(open()).rejects.toThrow("npm run build");
  },
);
