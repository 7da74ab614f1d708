import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

let data: string;
const started = new Set<ChildProcess>();
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "anteroom-bin-"));
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  started.clear();
  await rm(data, { recursive: true, force: true });
});

const BIN = fileURLToPath(new URL("./bin.ts", import.meta.url));

type Output = "pipe" | number;

function start(
  args: readonly string[],
  environment: Record<string, string> = {},
  output: readonly [stdout: Output, stderr: Output] = ["pipe", "pipe"],
): ChildProcess {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env["PATH"], ANTEROOM_DATA: data, ANTEROOM_PORT: "0", ...environment },
    stdio: ["ignore", ...output],
  });
  started.add(child);
  return child;
}

/** What a server prints at its start. */
async function banner(child: ChildProcess): Promise<string> {
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  while (!printed.includes("Ctrl+C")) await once(child.stdout ?? child, "data");
  return printed;
}

const originIn = (printed: string): string => /http:\/\/localhost:\d+/u.exec(printed)?.[0] ?? "";

async function run(...asked: Parameters<typeof start>) {
  const child = start(...asked);
  const read = async (stream: Readable | null) => (stream ? await text(stream) : "");
  const [out, err, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, "close"),
  ]);
  return { out, err, code: code as number };
}

test("help and version are said on stdout", async () => {
  const help = await run(["--help"]);
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toContain("anteroom serve [--demo]");
  expect(await run([])).toEqual(help);
  for (const args of [["-h"], ["serve", "--help"], ["admin", "--help"], ["admin", "doctor", "--help"]]) {
    expect(await run(args)).toEqual(help);
  }
  expect(await run(["--version"])).toEqual({ out: `${manifest.version}\n`, err: "", code: 0 });
});

describe("what was asked wrongly is said on stderr, with code 2", () => {
  test.each([
    [["fly"], "fly"],
    [["admin"], "admin"],
    [["admin", "nurse"], "admin nurse"],
    [["admin", "doctor", "--quick"], "--quick"],
    [["serve", "--port", "1"], "--port"],
    [["admin", "token", "--scope", "osfoundry:read"], "--for EMAIL"],
    [["admin", "token", "--for", "a@example.test"], "--scope"],
  ])("%j", async (args, told) => {
    const { out, err, code } = await run(args);
    expect([out, code]).toEqual(["", 2]);
    expect(err).toContain(told);
    expect(err).not.toContain("    at ");
  });

  test.each([[["admin", "reset-link"]], [["admin", "reset-link", "--for"]]])("%j", async (args) => {
    expect(await run(args)).toMatchObject({ out: "", code: 2, err: expect.stringContaining("--for") });
  });

  test("settings too", async () => {
    const { err, code } = await run(["serve"], { ANTEROOM_PORT: "eighty", ANTEROOM_LOG: "loud" });
    expect(code).toBe(2);
    expect(err).toContain("ANTEROOM_PORT");
    expect(err).toContain("ANTEROOM_LOG");
  });
});

test("what cannot be done is said with what to do, and code 1", async () => {
  const token = ["admin", "token", "--for", "owner@example.test", "--scope", "osfoundry:read"];
  const nowhere = await run(token, { ANTEROOM_DATA: join(data, "nowhere") });
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toContain("Start the server first");
  expect(nowhere.err).not.toContain("    at ");
});

test("a server is told where it is, issues tokens beside it, and ends well when it is told to stop", async () => {
  const owner = {
    ANTEROOM_OWNER_EMAIL: "owner@example.test",
    ANTEROOM_OWNER_PASSWORD: "correct horse battery",
  };
  const child = start(["serve"], owner);
  const printed = await banner(child);
  const origin = originIn(printed);
  expect(printed).not.toContain("set-up");

  const wanted = [
    "admin",
    "token",
    "--for",
    "owner@example.test",
    "--scope",
    "osfoundry:read,osfoundry:write",
  ];
  const issued = await run([...wanted, "--json"]);
  expect(issued.code).toBe(0);
  const { token, token_id, expires_at, ...rest } = JSON.parse(issued.out) as Record<string, string>;
  expect(rest).toEqual({});
  expect([token_id, Number.isNaN(Date.parse(expires_at ?? ""))]).toEqual([expect.any(String), false]);
  const answer = await fetch(`${origin}/api/v1/read_connection`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(await answer.json()).toMatchObject({ scopes: ["osfoundry:read", "osfoundry:write"] });

  const stranger = await run(["admin", "token", "--for", "nobody@example.test", "--scope", "osfoundry:read"]);
  expect([stranger.code, stranger.out]).toEqual([1, ""]);

  await resetBeside(origin);

  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

/** A link of the command line sets the owner's password on the server that runs, once. */
async function resetBeside(origin: string): Promise<void> {
  const args = ["admin", "reset-link", "--for", "owner@example.test"];
  const here = { ANTEROOM_PORT: new URL(origin).port };
  const unknown = await run(args);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("ANTEROOM_PORT")]);
  const nobody = await run([...args.slice(0, 3), "nobody@example.test"], here);
  expect([nobody.code, nobody.out]).toEqual([1, ""]);

  const said = await run(args, here);
  expect([said.code, said.out]).toEqual([0, expect.stringMatching(/^\S+\/reset#[\w-]{43}\n$/)]);
  const { out } = await run([...args, "--forget-factors", "--json"], here);
  const { link, expires_at } = JSON.parse(out) as Record<string, string>;
  expect(Date.parse(expires_at ?? "")).toBeGreaterThan(Date.now());
  const [page, secret] = link?.split("#") ?? [];
  expect(page).toBe(`${origin}/reset`);
  const reset = async () =>
    await fetch(`${origin}/api/v1/reset_password`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ secret, password: "another long sentence" }),
    });
  expect(await (await reset()).json()).toMatchObject({ person: { email: "owner@example.test" } });
  expect((await reset()).status).toBe(404);
}

test("one Ctrl C that comes several times lets the server end well; another, later, ends it at once", async () => {
  const patient = start(["serve"]);
  await banner(patient);
  // As a terminal, npm and the start script do together.
  for (let times = 0; times < 3; times += 1) {
    patient.kill("SIGINT");
    await sleep(5);
  }
  expect(await once(patient, "exit")).toEqual([0, null]);

  const hurried = start(["serve"]);
  const { port } = new URL(originIn(await banner(hurried)));
  const half = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  const head = "POST /api/v1/external-mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  half.write(`${head}Content-Length: 9\r\n\r\n{`);
  await sleep(200);
  hurried.kill("SIGINT");
  await sleep(1000);
  hurried.kill("SIGINT");
  expect(await once(hurried, "exit")).toEqual([1, null]);
  half.destroy();
});

/** A file that refuses what is written to it, as a full disk or a terminal that was closed does. */
function unwritable(): Disposable & { readonly fd: number } {
  const fd = openSync("/dev/null", "r");
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}

test("a command whose answer cannot be written failed", async () => {
  using nowhere = unwritable();
  expect(await run(["--help"], {}, [nowhere.fd, "pipe"])).toEqual({ out: "", err: "", code: 1 });
});

test("a log that cannot be written stops nothing", async () => {
  using nowhere = unwritable();
  const child = start(["serve"], { ANTEROOM_LOG: "debug" }, ["pipe", nowhere.fd]);
  const origin = originIn(await banner(child));
  for (let times = 0; times < 3; times += 1) expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
