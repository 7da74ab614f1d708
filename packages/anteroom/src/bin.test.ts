import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "anteroom-bin-"));
});
afterEach(async () => await rm(data, { recursive: true, force: true }));

function start(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const bin = new URL("./bin.ts", import.meta.url).pathname;
  return spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env["PATH"], ANTEROOM_DATA: data, ANTEROOM_PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const child = start(args, environment);
  if (!child.stdout || !child.stderr) throw new Error("The program has no output.");
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { out, err, code: code as number };
}

test("help and version are said on stdout", async () => {
  const help = await run(["--help"]);
  expect([help.code, help.err]).toEqual([0, ""]);
  expect(help.out).toContain("anteroom serve [--demo]");
  expect(await run([])).toEqual(help);
  expect(await run(["serve", "--help"])).toEqual(help);
  expect(await run(["--version"])).toEqual({ out: `${manifest.version}\n`, err: "", code: 0 });
});

describe("what was asked wrongly is said on stderr, with code 2", () => {
  test.each([
    [["fly"], "fly"],
    [["admin"], "admin"],
    [["admin", "doctor"], "admin doctor"],
    [["serve", "--port", "1"], "--port"],
    [["admin", "token", "--scope", "osfoundry:read"], "--for EMAIL"],
    [["admin", "token", "--for", "a@example.test"], "--scope"],
  ])("%j", async (args, told) => {
    const { out, err, code } = await run(args);
    expect([out, code]).toEqual(["", 2]);
    expect(err).toContain(told);
    expect(err).not.toContain("    at ");
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
  let banner = "";
  child.stdout?.on("data", (chunk: Buffer) => (banner += chunk.toString()));
  while (!banner.includes("Ctrl+C")) await once(child.stdout ?? child, "data");
  const origin = /http:\/\/localhost:\d+/u.exec(banner)?.[0] ?? "";
  expect(banner).not.toContain("set-up");

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

  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
