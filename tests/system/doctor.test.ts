import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagnosis } from "../../packages/server/src/doctor/diagnose.ts";
import { Front } from "../../packages/server/src/testing/front.fixture.ts";
import { anteroom, TestServer } from "../testkit/server.ts";

// An operator asks, beside the running server, how far apps are apart, and what to do.

const parts = new AsyncDisposableStack();
afterAll(async () => await parts.disposeAsync());

/** A server as its operator starts it, and the command with the same settings, or others. */
async function start(env: Record<string, string> = {}) {
  const server = parts.use(await TestServer.launch({ env }));
  return async (change: Record<string, string> = {}, ...args: string[]) =>
    await anteroom(["admin", "doctor", ...args], {
      ANTEROOM_DATA: server.data,
      ANTEROOM_PORT: String(server.port),
      ...env,
      ...change,
    });
}

/** What the command finds: its code, the hosting, and the checks that are not well. */
async function found(doctor: Awaited<ReturnType<typeof start>>, change: Record<string, string> = {}) {
  const { code, stdout, stderr } = await doctor(change, "--json");
  expect(stderr).toBe("");
  const { hosting, checks } = JSON.parse(stdout) as Diagnosis;
  const odd = checks
    .filter(({ outcome }) => outcome !== "ok")
    .map(({ check, outcome }) => `${outcome}: ${check}`);
  return { code, hosting, odd };
}

test("on a person's machine each app has a host of its own, in plain words too", async () => {
  const doctor = await start();
  expect(await found(doctor)).toEqual({ code: 0, hosting: "own-hosts", odd: [] });
  const { code, stdout } = await doctor();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/own-hosts: [^]*\nFirefox: |All is well\.\n$/u)]);
});

test("switched off, it is one host, and what that gives is said by browser", async () => {
  const doctor = await start({ ANTEROOM_APPS_ORIGIN: "off" });
  expect(await found(doctor)).toEqual({ code: 0, hosting: "one-host", odd: ["warning: hosting"] });
  const { stdout } = await doctor();
  expect(stdout).toMatch(/Chromium: each app has a process of its own/u);
  expect(stdout).toMatch(/Firefox: apps share the process of their page/u);
});

test("settings that the server does not run by are told from it", async () => {
  const doctor = await start();
  const other = { ANTEROOM_APPS_ORIGIN: "off", ANTEROOM_APPS: "off" };
  const odd = ["warning: settings", "problem: page", "warning: hosting"];
  expect(await found(doctor, other)).toEqual({ code: 1, hosting: "one-host", odd });
});

test("hosts for apps whose name nobody knows: pages do without, and what is missing is a DNS record", async () => {
  const doctor = await start({ ANTEROOM_APPS_ORIGIN: "https://*.apps.anteroom.invalid" });
  const odd = ["problem: app host", "warning: hosting"];
  expect(await found(doctor)).toEqual({ code: 1, hosting: "one-host", odd });
  expect((await doctor()).stdout).toContain("Make a DNS record for *.apps.anteroom.invalid");
});

test("a server that is not there, and settings that cannot be used, are said with what to do", async () => {
  const server = await TestServer.launch();
  const settings = { ANTEROOM_DATA: server.data, ANTEROOM_PORT: String(server.port) };
  await server.stop();
  const gone = await anteroom(["admin", "doctor"], settings);
  await server[Symbol.asyncDispose]();
  expect(gone).toMatchObject({ code: 1, stdout: expect.stringContaining("The server does not run") });
  const malformed = await anteroom(["admin", "doctor"], { ...settings, ANTEROOM_APPS_ORIGIN: "apps" });
  expect(malformed).toMatchObject({ code: 1, stdout: expect.stringContaining("ANTEROOM_APPS_ORIGIN") });
  expect((await anteroom(["admin", "doctor", "now"], settings)).code).toBe(2);
});

describe("behind a proxy, over https", () => {
  let doctor: Awaited<ReturnType<typeof start>>;
  let folder: string;
  let front: Front;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "anteroom-certificates-"));
    parts.defer(() => rm(folder, { recursive: true, force: true }));
    front = parts.use(await Front.open(["localhost", "*.apps.localhost"]));
    front.target = await freePort();
    doctor = await start({
      ANTEROOM_PORT: String(front.target),
      ANTEROOM_PUBLIC_URL: `https://localhost:${front.port}`,
      ANTEROOM_APPS_ORIGIN: `https://*.apps.localhost:${front.port}`,
    });
  });

  async function freePort(): Promise<number> {
    await using taken = await Front.open();
    return taken.port;
  }

  /** Believes the proxy's first certificates, that many of them. */
  async function believing(count: number): Promise<Record<string, string>> {
    const file = path.join(folder, `${count}.pem`);
    await writeFile(
      file,
      front.certificates
        .slice(0, count)
        .map(({ cert }) => cert)
        .join(""),
    );
    return { NODE_EXTRA_CA_CERTS: file };
  }

  test("with a certificate for all of them each app has a host of its own", async () => {
    expect(await found(doctor, await believing(2))).toEqual({ code: 0, hosting: "own-hosts", odd: [] });
  });

  test("without one for apps, pages do without; without any, nothing is reached", async () => {
    const odd = ["problem: app host", "warning: hosting"];
    expect(await found(doctor, await believing(1))).toEqual({ code: 1, hosting: "one-host", odd });
    expect((await doctor(await believing(1))).stdout).toContain("a certificate for *.apps.localhost");
    expect(await found(doctor)).toEqual({ code: 1, hosting: undefined, odd: ["problem: address"] });
    expect((await doctor()).stdout).toContain("The server runs here, but its address does not lead to it.");
  });
});
