import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echo, type FaceServer, READER, startFaceServer } from "../../testing/face-server.fixture.ts";
import { bearer, call, legacy, send } from "../../testing/mcp.fixture.ts";

let server: FaceServer;

beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

describe("ids come back as they were sent", () => {
  test.each([
    '"abc-1"',
    JSON.stringify("🪑".repeat(128)),
    '"1"',
    '""',
    '"null"',
    "0",
    "1",
    "-7",
    "9007199254740991",
    "-9007199254740991",
  ])("%s", async (id) => {
    const { status, text } = await send(server, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect([status, text]).toEqual([200, `{"jsonrpc":"2.0","id":${id},"result":{}}`]);
  });

  test.each([
    "null",
    "1.5",
    "1.0",
    "1e2",
    "-0",
    "9007199254740992",
    "9007199254740993",
    "0.99999999999999999999",
    "true",
    "{}",
  ])("%s is no id", async (id) => {
    const { status, json } = await send(server, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect([status, json.error.code, json.id]).toEqual([400, -32600, null]);
  });
});

describe("what is no message", () => {
  test.each([
    ["an id that is longer than any client's", { jsonrpc: "2.0", id: "x".repeat(257), method: "ping" }],
    ["a batch", [call("echo", { text: "a" }), call("echo", { text: "b" })]],
    ["an empty batch", []],
    ["a batch of nothing", [1]],
    ["a text", '"hello"'],
    ["no jsonrpc", { id: 1, method: "ping" }],
    ["another jsonrpc", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["an answer", { jsonrpc: "2.0", id: 1, result: {} }],
    ["params that are a list", { jsonrpc: "2.0", id: 1, method: "ping", params: [] }],
    ["a method given twice", '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}'],
    [
      "arguments given twice",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a","text":"b"}}}',
    ],
    ["a NUL in the method", '{"jsonrpc":"2.0","id":1,"method":"pi\\u0000ng"}'],
    ["a lone surrogate in the id", '{"jsonrpc":"2.0","id":"\\ud83d","method":"ping"}'],
  ])("%s: one -32600, and nothing is run", async (_, body) => {
    const { status, json } = await send(server, body, bearer(READER));
    expect([status, json.error.code, "result" in json]).toEqual([400, -32600, false]);
  });

  test("an answer tells under which id, where one could be read", async () => {
    expect((await send(server, { id: "x", method: "ping" })).json.id).toBe("x");
    expect((await send(server, "[]")).json.id).toBeNull();
  });

  test.each(["", "{", "\u00ff{", "{'a':1}"])("%j is no JSON", async (body) => {
    const { status, json } = await send(server, body);
    expect([status, json.error.code, json.id]).toEqual([400, -32700, null]);
  });

  test("a byte order mark is let through", async () => {
    const body = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(JSON.stringify(legacy("ping"))),
    ]);
    expect((await send(server, body)).status).toBe(200);
  });
});
