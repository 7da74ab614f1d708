import { once } from "node:events";
import { type ClientRequest, request as openRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { bind } from "@anteroom/features/kernel/context";
import { defineOperation } from "@anteroom/features/kernel/operation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../testing/ask.fixture.ts";
import { echo, type FaceServer, READER, startFaceServer, WRITER } from "../testing/face-server.fixture.ts";
import { bearer, call, legacy, MCP, send } from "../testing/mcp.fixture.ts";

const LARGE = 64 * 1024 + 1;
const anything = { type: "object" } as const;
const knock = bind(
  defineOperation({
    name: "knock",
    audience: "person",
    open: true,
    description: "Anybody may.",
    input: anything,
    output: anything,
  }),
  async () => ({}),
);

let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo, knock] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** Begins to send a large body of JSON, and holds back its end. */
async function begin(token: string, path = MCP): Promise<ClientRequest> {
  const headers = {
    host: `localhost:${server.port}`,
    "content-type": "application/json",
    "content-length": LARGE,
    authorization: `Bearer ${token}`,
    // Answered when the server is ready to read it.
    expect: "100-continue",
  };
  const sending = openRequest({ host: "127.0.0.1", port: server.port, method: "POST", path, headers });
  sending.on("error", () => undefined);
  sending.flushHeaders();
  await once(sending, "continue");
  sending.write("{");
  return sending;
}

test("who has no token that works is asked to sign in before a large body is read (net-7)", async () => {
  for (const headers of [{}, bearer("nobody-knows-it")]) {
    const answered = await send(server, call("echo", { text: "x".repeat(LARGE) }), headers);
    expect(answered.status).toBe(401);
    expect(answered.headers["www-authenticate"]).toContain('error="invalid_token"');
    expect(answered.json.error.message).toBe("Authentication required");
  }
  const known = await send(server, call("echo", { text: "x".repeat(LARGE) }), bearer(READER));
  expect([known.status, known.json.result.structuredContent.error.where]).toEqual([200, "text"]);
});

test("a large body that does not tell its length is read for nobody", async () => {
  const chunked = { "content-length": undefined, "transfer-encoding": "chunked" };
  expect((await send(server, legacy("ping", { pad: "x".repeat(LARGE) }), chunked)).status).toBe(413);
  expect((await send(server, legacy("ping"), chunked)).status).toBe(200);
});

test("what anybody may ask, nobody may ask at length (net-7)", async () => {
  const knockWith = async (body: object) =>
    await ask(server.port, { path: "/api/v1/knock", body, headers: { origin: server.origin } });
  const { status, json } = await knockWith({ pad: "x".repeat(LARGE) });
  expect([status, json.error.code]).toEqual([413, "too_large"]);
  expect((await knockWith({})).status).toBe(200);
});

test.each([
  ["over MCP", MCP],
  ["over the API", "/api/v1/echo"],
])(
  "one connection sends 32 large bodies at once, %s, and keeps nobody else out (agent-6)",
  async (_, path) => {
    const held = await Promise.all(Array.from({ length: 32 }, async () => await begin(READER, path)));
    const more = async (token: string) =>
      await ask(server.port, { path, body: { pad: "x".repeat(LARGE) }, headers: bearer(token) });
    const refused = await more(READER);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect((await more(WRITER)).status).toBe(400);
    for (const sending of held) sending.destroy();
    while ((await more(READER)).status === 429) await sleep(10);
    expect((await more(READER)).status).toBe(400);
  },
);
