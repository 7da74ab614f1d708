import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "../../../tests/testkit/raw.ts";
import { readSettings } from "./config.ts";
import { createLog } from "./log.ts";
import { RUNTIMES } from "./runtime.ts";
import { startServer } from "./start.ts";
import { MCP } from "./testing/mcp.fixture.ts";

const QUERY = "what-an-app-knows";
const BROKEN = "bbbbbbbb2222";

const parts = new AsyncDisposableStack();
const lines: string[] = [];
let port: number;

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), "anteroom-log-"));
  parts.defer(() => rm(data, { recursive: true, force: true }));
  const settings = readSettings({ ANTEROOM_PORT: "0", ANTEROOM_HOST: "127.0.0.1", ANTEROOM_DATA: data });
  const log = createLog("debug", { write: (line: string) => void lines.push(line) });
  const running = await startServer(settings, { log });
  parts.defer(() => running.close());
  ({ port } = running);
  // What cannot be read as a runtime is a fault of the server's own, which is logged as one.
  await mkdir(join(data, RUNTIMES, BROKEN, "runtime.json"), { recursive: true });
});
afterAll(async () => await parts.disposeAsync());

test("no line of the log has the query of an address, neither of runtimes nor of any other, nor of a fault", async () => {
  const paths = [
    "/",
    "/nowhere",
    "/rt/00000000/frame.html",
    "/rt/probe.html",
    `/rt/${BROKEN}/frame.html`,
    `/rt/${BROKEN}/compile.js`,
    "/authorize",
    "/sign-in/callback/acme",
    "/healthz",
    MCP,
    "/api/v1/open_home",
    "http://elsewhere.example.test/rt/x",
    "*",
  ];
  const hosts = [`localhost:${port}`, `127.0.0.1:${port}`, `a1.localhost:${port}`, "elsewhere.example.test"];
  for (const path of paths) {
    for (const host of hosts) {
      for (const query of [`?${QUERY}`, `?x=1&y=${QUERY}`, `??${QUERY}`, `#?${QUERY}`]) {
        const head = `Host: ${host}\r\nReferer: http://${host}/${query}\r\nConnection: close\r\n`;
        await sendRaw(port, `GET ${path}${query} HTTP/1.1\r\n${head}\r\n`);
      }
    }
  }
  const levels = new Set(lines.map((line) => (JSON.parse(line) as { level: number }).level));
  expect(levels).toEqual(new Set([20, 50]));
  expect(lines.length).toBeGreaterThan(paths.length * hosts.length);
  expect(lines.filter((line) => line.includes(QUERY))).toEqual([]);
});
