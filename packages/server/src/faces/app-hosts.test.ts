import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentOperations, personOperations } from "@anteroom/features/contract";
import { frameHeaders } from "@anteroom/sandbox/policy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw, statusesIn } from "../../../../tests/testkit/raw.ts";
import { readSettings } from "../config.ts";
import { readBuilt } from "../runtime-files.ts";
import { BUILT } from "../runtime.ts";
import { startServer } from "../start.ts";
import { type Answered, ask, type Asked } from "../testing/ask.fixture.ts";
import { type House, startHouse } from "../testing/house.fixture.ts";
import { bearer, legacy, MCP } from "../testing/mcp.fixture.ts";

// A host of an app's, asked with everything that opens something at the server's own host.

const APP = "a0123456789abcdef.localhost";
/** All headers that an answer may have where nothing is. */
const BARE = [
  "cache-control",
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "x-content-type-options",
];

/** What no document tells. */
const REST = `${MCP} ${MCP}/ /api/v1/openapi.json /api/v1/live /healthz /readyz
  / /set-up /sign-in /account /rooms/room_1 /consent/x /connected/proposals/prop_1 /index.html /nowhere
  /consent/x/read /consent/x/decide /device/read /device/decide /authorize/x /jwks
  /sign-in/with/acme /sign-in/callback/acme /rt/ /rt/probe.html`;

const parts = new AsyncDisposableStack();
let house: House;
let token: string;
let version: string;
let hashes: readonly string[];

beforeAll(async () => {
  house = parts.use(await startHouse());
  ({ token } = await house.connect());
  const { description } = (await readBuilt(BUILT))!;
  ({ version, scriptHashes: hashes } = description);
});
afterAll(async () => await parts.disposeAsync());

async function at(host: string, asked: Asked): Promise<Answered> {
  return await ask(house.port, { ...asked, headers: { ...asked.headers, host: `${host}:${house.port}` } });
}

/** The addresses in a document by which clients find their way. */
function addressesIn({ json }: Answered): string[] {
  const found = JSON.stringify(json).matchAll(/"(https?:\/\/[^"]+)"/gu);
  return Array.from(found, ([, address = ""]) => new URL(address)).map(({ pathname }) => pathname);
}

/** Every address that the server has: of its operations, its documents, its pages and its files. */
async function everyAddress(): Promise<string[]> {
  const documents = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server"];
  const get = async (path: string) => await at("localhost", { method: "GET", path });
  const page = await at("localhost", { method: "GET", path: "/", headers: { accept: "text/html" } });
  const { json: api } = await get("/api/v1/openapi.json");
  return [
    ...new Set([
      ...[...agentOperations, ...personOperations].map(({ name }) => `/api/v1/${name}`),
      ...Object.keys(api.paths),
      ...documents,
      ...(await Promise.all(documents.map(get))).flatMap(addressesIn),
      ...Array.from(page.text.matchAll(/(?:src|href)="(\/[^"]+)"/gu), ([, path = ""]) => path),
      ...["compile.js", "runtime.json", "packages/zod.js", ""].map((name) => `/rt/${version}/${name}`),
      ...REST.split(/\s+/u),
      `/rt/${version}/frame.html/`,
      `/rt/${version}/../${version}/frame.html`,
      `/rt/${version}/FRAME.html`,
      `//rt/${version}/frame.html`,
    ]),
  ];
}

describe("at a host of an app's", () => {
  test("there is nothing of the server's, whoever asks by whatever method (app-15)", async () => {
    const { owner } = house;
    const json = { "content-type": "application/json" };
    const ways: Omit<Asked, "path">[] = [
      { method: "GET", headers: { accept: "text/html", ...owner.headers } },
      { method: "HEAD" },
      { body: {}, headers: { ...json, ...owner.headers } },
      { body: legacy("tools/list"), headers: { ...json, ...bearer(token) } },
      { method: "OPTIONS", headers: { origin: house.origin, "access-control-request-method": "POST" } },
      { method: "PROPFIND", headers: { origin: "null", ...bearer(token) } },
    ];
    const addresses = await everyAddress();
    expect(addresses).toEqual(expect.arrayContaining(["/api/v1/approve_proposal", "/token", "/register"]));
    for (const path of addresses) {
      const tried = ways.map(async (way) => {
        const { status, headers, text } = await at(APP, { ...way, path });
        const told = Object.keys(headers).filter((name) => !BARE.includes(name));
        return { what: `${way.method ?? "POST"} ${path}`, status, text, told };
      });
      for (const answered of await Promise.all(tried)) {
        expect(answered).toEqual({ ...answered, status: 404, text: "", told: [] });
      }
    }
    // All of that was real: it opens at the server's own host, and signing out above did nothing.
    const list = await at("localhost", { path: MCP, body: legacy("tools/list"), headers: bearer(token) });
    expect(list.json.result.tools.length).toBeGreaterThan(5);
    expect((await owner.post("open_home")).status).toBe(200);
  });

  test("is the frame's document, with exactly its headers, and to be read only", async () => {
    const path = `/rt/${version}/frame.html`;
    for (const host of [APP, "another.localhost", `${APP}.`]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, text } = await at(host, { method, path: `${path}?x=1` });
        expect([status, text === ""]).toEqual([200, method === "HEAD"]);
        const {
          connection: _c,
          date: _d,
          "keep-alive": _k,
          "content-length": _l,
          vary: _v,
          ...own
        } = headers;
        expect(own).toEqual(frameHeaders({ origin: house.origin, scriptHashes: hashes }));
      }
    }
    for (const none of ["00000000", "probe.html", "..", `${version}x`]) {
      const { status, text } = await at(APP, { method: "GET", path: `/rt/${none}/frame.html` });
      expect([none, status, text]).toEqual([none, 404, ""]);
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await at(APP, { method, path, headers: bearer(token) });
      expect([method, status, headers.allow, text]).toEqual([method, 405, "GET, HEAD", ""]);
    }
  });

  test("crooked requests find nothing either, and each of a connection is told by its own Host", async () => {
    const host = `Host: ${APP}:${house.port}`;
    const upgrade = "Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ==";
    const upgraded = await sendRaw(house.port, `GET /api/v1/live HTTP/1.1\r\n${host}\r\n${upgrade}\r\n\r\n`);
    expect(statusesIn(upgraded)).toEqual([404]);
    const whole = `GET http://localhost:${house.port}/healthz HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await sendRaw(house.port, whole))).toEqual([404]);
    const calling = `POST ${MCP} HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;
    const ours = `GET /healthz HTTP/1.1\r\nHost: localhost:${house.port}\r\n\r\n`;
    expect(statusesIn(await sendRaw(house.port, ours + calling))).toEqual([200, 404]);
    const [app, own] = [host, `Host: localhost:${house.port}`];
    for (const hosts of [`${app}\r\n${own}`, `${own}\r\n${app}`, `${own}\r\n${own}`]) {
      const two = `GET /healthz HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`;
      expect(statusesIn(await sendRaw(house.port, two))).toEqual([400]);
    }
  });
});

test("without hosts for apps such a name is none of ours", async () => {
  await using alone = await startHouse({ ANTEROOM_APPS_ORIGIN: "off" });
  const headers = { host: `${APP}:${alone.port}` };
  expect((await ask(alone.port, { method: "GET", path: `/rt/${version}/frame.html`, headers })).status).toBe(
    421,
  );
});

describe("behind a proxy, over https", () => {
  const PUBLIC = "https://room.example.test";
  let port: number;

  beforeAll(async () => {
    const data = await mkdtemp(join(tmpdir(), "anteroom-apart-"));
    parts.defer(() => rm(data, { recursive: true, force: true }));
    const running = await startServer(
      readSettings({
        ANTEROOM_PORT: "0",
        ANTEROOM_HOST: "127.0.0.1",
        ANTEROOM_DATA: data,
        ANTEROOM_LOG: "silent",
        ANTEROOM_PUBLIC_URL: PUBLIC,
        ANTEROOM_APPS_ORIGIN: "https://*.apps.example.test",
        ANTEROOM_TRUST_PROXY: "1",
      }),
    );
    parts.defer(() => running.close());
    ({ port } = running);
  });

  const get = async (path: string, headers: NonNullable<Asked["headers"]>) =>
    await ask(port, { method: "GET", path, headers });

  test("the host is the Host or the nearest proxy's word, and no claim takes a name of an app's away", async () => {
    const app = "a1.apps.example.test";
    for (const headers of [
      { host: app },
      { host: "10.0.0.7:4747", "x-forwarded-host": app },
      { host: "10.0.0.7:4747", "x-forwarded-host": `room.example.test, ${app}` },
      { host: app, "x-forwarded-host": "room.example.test" },
    ]) {
      const frame = await get(`/rt/${version}/frame.html`, headers);
      expect(frame.status).toBe(200);
      expect(frame.headers).toMatchObject(frameHeaders({ origin: PUBLIC, scriptHashes: hashes }));
      expect(frame.headers["strict-transport-security"]).toBeUndefined();
      const health = await get("/healthz", { ...headers, authorization: "Bearer x" });
      expect([health.status, health.text]).toEqual([404, ""]);
    }
    const page = await get("/sign-in", { host: "room.example.test", accept: "text/html" });
    expect(page.headers["content-security-policy"]).toContain(
      `frame-src ${PUBLIC}/rt/ https://*.apps.example.test/rt/;`,
    );
    expect(page.text).toContain('<meta name="anteroom-apps" content="https://*.apps.example.test"');
  });
});
