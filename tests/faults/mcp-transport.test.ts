import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Cases M1 to M7 of the reported faults: what clients, pages and broken peers send to the endpoint.

const MCP = "/api/v1/external-mcp";
let server: TestServer;
let token: string;
let agent: Agent;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  token = await adminToken(server);
  agent = new Agent(server.origin, token);
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

const message = (method: string, params: object = {}, id = 1) => ({ jsonrpc: "2.0", id, method, params });
const initialize = (protocolVersion = "2025-11-25") =>
  message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } });
const bearer = () => ({ authorization: `Bearer ${token}` });

/** Sends to the endpoint with a token; headers given here win. */
async function send(asked: Partial<Asked>) {
  return await ask(server.port, { path: MCP, ...asked, headers: { ...bearer(), ...asked.headers } });
}

function proposal(name: string) {
  const args = { room_id, name, files: labelApp(name), idempotency_key: `transport-${name}` };
  return message("tools/call", { name: "propose_room_snippet_app", arguments: args });
}

async function pending(name: string): Promise<number> {
  const room = await agent.ask<{ your_pending: { name: string }[] }>("read_room", { room_id });
  return room.your_pending.filter((row) => row.name === name).length;
}

describe("M1: what a client accepts", () => {
  test.each([
    ["application/json", 200],
    ["text/event-stream", 406],
    ["application/json, text/event-stream", 200],
    ["text/event-stream, application/json", 200],
    ["*/*", 200],
    ["text/event-stream;q=0.5, application/json;q=0.9", 200],
    ["Application/JSON, Text/Event-Stream", 200],
    [["application/json", "text/event-stream"], 200],
    [undefined, 200],
  ])("%j: %d, and the answer is JSON", async (accept, status) => {
    const answered = await send({ body: initialize(), headers: { accept } });
    expect([answered.status, answered.headers["content-type"]]).toEqual([status, "application/json"]);
    expect(status === 200 ? answered.json.result.protocolVersion : answered.json.error.code).toBe(
      status === 200 ? "2025-11-25" : -32600,
    );
  });
});

describe("M2: protocol versions", () => {
  test.each(["1900-01-01", "not-a-version"])("%s in the header: 400, and nothing is run", async (version) => {
    const answered = await send({
      body: proposal(`Version ${version}`),
      headers: { "mcp-protocol-version": version },
    });
    expect([answered.status, answered.json.error.code]).toEqual([400, -32022]);
    expect(await pending(`Version ${version}`)).toBe(0);
  });

  test("no header is a client from before there was one; initialize needs none", async () => {
    expect((await send({ body: message("tools/list") })).json.result.tools.length).toBeGreaterThan(0);
    expect((await send({ body: initialize() })).json.result.protocolVersion).toBe("2025-11-25");
  });

  test("a version that is not spoken is answered with one that is", async () => {
    expect((await send({ body: initialize("1999-12-31") })).json.result.protocolVersion).toBe("2025-11-25");
  });
});

describe("M3: a session that the server does not remember", () => {
  test("is served as if it had none, and its call is run once", async () => {
    const headers = { "mcp-session-id": "of-yesterday" };
    const made = await send({ body: proposal("Stale"), headers });
    expect(made.json.result.structuredContent.replayed).toBe(false);
    expect(await pending("Stale")).toBe(1);
  });

  test("clients of both eras go on after a restart as if nothing had been", async () => {
    let restarted = await TestServer.launch();
    const url = new URL(`${restarted.origin}${MCP}`);
    const requestInit = { headers: { authorization: `Bearer ${await adminToken(restarted)}` } };
    const named = { name: "official-client", version: "1.0.0" };
    const v1 = new ClientV1(named);
    await v1.connect(new TransportV1(url, { requestInit }));
    const v2 = new ClientV2(named, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await v2.connect(new TransportV2(url, { requestInit }));
    const callBoth = async () =>
      await Promise.all(
        [v1, v2].map((client) => client.callTool({ name: "read_connection", arguments: {} })),
      );
    const before = await callBoth();
    restarted = await restarted.restart();
    expect(await callBoth()).toEqual(before);
    await Promise.all([v1.close(), v2.close()]);
    await restarted[Symbol.asyncDispose]();
  });
});

describe("M5: pages of other sites", () => {
  const foreign = ["https://attacker.example", "null", "https://localhost.attacker.example"];
  test.each(["POST", "GET", "DELETE"])("%s: turned away before anything is read", async (method) => {
    const lookalike = `${server.origin}.attacker.example`;
    for (const origin of [...foreign, lookalike, [server.origin, "https://attacker.example"]]) {
      const { status, headers } = await send({ method, body: "not even JSON", headers: { origin } });
      expect([origin, status]).toEqual([origin, 403]);
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("who has no Origin is no page, and a page of this server may call", async () => {
    expect((await send({ body: message("ping") })).status).toBe(200);
    const own = await send({ body: message("ping"), headers: { origin: server.origin } });
    expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, server.origin]);
  });
});

describe("M6: peers that break off", () => {
  /** Writes a request, or its beginning, and breaks the connection once it was sent. */
  async function breakOff(body: string, length = Buffer.byteLength(body)): Promise<void> {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const head = [
      `POST ${MCP} HTTP/1.1`,
      `Host: localhost:${server.port}`,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${length}`,
    ].join("\r\n");
    const closed = once(socket, "close");
    socket.write(`${head}\r\n\r\n${body}`, () => socket.resetAndDestroy());
    await closed;
  }

  test("in mid-body, fifty times: the server serves others and logs no fault", async () => {
    const whole = JSON.stringify(proposal("Half"));
    await Promise.all(Array.from({ length: 50 }, () => breakOff(whole.slice(0, 90), whole.length)));
    expect(await pending("Half")).toBe(0);
    expect((await send({ body: message("ping") })).status).toBe(200);
    expect(server.log).toEqual([]);
  });

  test("before the answer: what was asked for is done once, and a retry finds it", async () => {
    await breakOff(JSON.stringify(proposal("Unheard")));
    await expect.poll(() => pending("Unheard")).toBe(1);
    const again = await agent.callRaw(JSON.stringify(proposal("Unheard")));
    expect((again.structuredContent as Proposed).replayed).toBe(true);
    expect(await pending("Unheard")).toBe(1);
  });

  test("DELETE while a call is held: refused, and the call is held on", async () => {
    const made = await agent.callRaw(JSON.stringify(proposal("Held")));
    const { proposal_id } = made.structuredContent as Proposed;
    const held = agent.ask<{ state: string }>("read_proposal", { proposal_id, wait_seconds: 2 });
    const deleted = await send({ method: "DELETE", headers: { "mcp-session-id": "any" } });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, "POST, OPTIONS"]);
    expect((await held).state).toBe("pending");
  });
});

describe("M7: other methods and other forms of the address", () => {
  test.each([
    ["GET", 405],
    ["HEAD", 405],
    ["PUT", 405],
    ["DELETE", 405],
    ["OPTIONS", 204],
  ])("%s: %d with what is allowed", async (method, status) => {
    const answered = await send({ method });
    expect([answered.status, answered.headers.allow]).toEqual([status, "POST, OPTIONS"]);
  });

  test.each([`${MCP}/`, `${MCP}?tools=rooms`, `${MCP}/?tools=rooms,reporting`])(
    "%s is the endpoint, for calls and for who must sign in first",
    async (path) => {
      const call = message("tools/call", { name: "read_connection", arguments: {} });
      expect((await send({ path, body: call })).json.result.structuredContent.scopes).toHaveLength(2);
      const stranger = await ask(server.port, { path, body: call });
      expect(stranger.status).toBe(401);
      const metadata = /resource_metadata="([^"]+)"/u.exec(stranger.headers["www-authenticate"] ?? "")?.[1];
      const described = (await (await fetch(metadata!)).json()) as { resource: string };
      expect(described.resource).toBe(`${server.origin}${MCP}`);
      // Clients that do not read the challenge look under the address that they were given.
      const query = path.slice(MCP.length).replace(/^\//u, "");
      const guessed = await fetch(`${server.origin}/.well-known/oauth-protected-resource${MCP}${query}`);
      expect(((await guessed.json()) as { resource: string }).resource).toBe(described.resource);
    },
  );

  test("plain HTTP behind a proxy that speaks HTTPS: served, never redirected", async () => {
    const port = await freePort();
    const public_url = `https://localhost:${port}`;
    await using behind = await TestServer.launch({ port, env: { ANTEROOM_PUBLIC_URL: public_url } });
    const call = message("tools/call", { name: "read_connection", arguments: {} });
    const headers = { "x-forwarded-proto": "http", "x-forwarded-host": `localhost:${port}` };
    const stranger = await ask(port, { path: MCP, body: call, headers });
    expect([stranger.status, stranger.headers.location]).toEqual([401, undefined]);
    expect(stranger.headers["www-authenticate"]).toContain(`resource_metadata="${public_url}/`);
    const authorization = `Bearer ${await adminToken(behind)}`;
    const served = await ask(port, { path: MCP, body: call, headers: { ...headers, authorization } });
    expect(served.json.result.structuredContent.server.name).toBe("anteroom");
  });
});

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, "close");
  return port;
}
