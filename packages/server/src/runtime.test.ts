import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NoRuntimeError, Runtimes } from "./runtime.ts";
import { ask } from "./testing/ask.fixture.ts";

const ORIGIN = "http://localhost:4747";
const DESCRIPTION = {
  entry: "src/App.tsx",
  packages: ["react@19.0.0"],
  storage: "none",
  blocked: ["network"],
  scriptHashes: [`sha256-${"A".repeat(43)}=`],
};
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
  await mkdir(built);
  await writeFile(join(built, "runtime.json"), JSON.stringify({ ...DESCRIPTION, version }));
  await writeFile(join(built, "compile.js"), "self.compiles = true;");
  await writeFile(join(built, "frame.html"), frame);
}

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
  expect(compiler.headers["content-security-policy"]).toBe("default-src 'none'");
});

test("a kept runtime is served byte for byte after the program moved on to another", async () => {
  const first = await open();
  await Promise.all([first.keep(), first.keep()]);
  expect(await readdir(kept)).toEqual(["aaaaaaaa1111"]);
  await build("bbbbbbbb2222", "frame two");
  const second = await open();
  expect((await get(second, "/rt/aaaaaaaa1111/frame.html")).text).toBe("frame one");
  expect((await get(second, "/rt/bbbbbbbb2222/frame.html")).text).toBe("frame two");
  await second.keep();
  expect((await readdir(kept)).toSorted()).toEqual(["aaaaaaaa1111", "bbbbbbbb2222"]);
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
  expect(await readdir(kept)).toEqual(["aaaaaaaa1111"]);
});

test("a kept runtime that was changed or is not whole is not served, and is kept anew while it can be (app-4)", async () => {
  await (await open()).keep();
  const compiler = join(kept, "aaaaaaaa1111", "compile.js");
  const whole = await readFile(compiler);
  await build("bbbbbbbb2222", "frame two");
  for (const spoil of [() => writeFile(compiler, "self.compiles = null;"), () => rm(compiler)]) {
    await spoil();
    expect((await get(await open(), "/rt/aaaaaaaa1111/frame.html")).status).toBe(404);
  }
  await build("aaaaaaaa1111", "frame one");
  await (await open()).keep();
  expect(await readFile(compiler)).toEqual(whole);
});

test.each([
  "/rt/cccccccc3333/frame.html",
  "/rt/aaaaaaaa1111/runtime.json",
  "/rt/../frame.html",
  "/rt/aaaaaaaa1111/",
  "/rt/%2e%2e%2f/frame.html",
])("%s is not there", async (path) => {
  expect((await get(await open(), path)).status).toBe(404);
});

test.each(["runtime.json", "frame.html"])(
  "without %s there is no runtime, and the operator is told what to do",
  async (name) => {
    await rm(join(built, name));
    await expect(open()).rejects.toBeInstanceOf(NoRuntimeError);
    await expect(open()).rejects.toThrow("npm run build");
  },
);
