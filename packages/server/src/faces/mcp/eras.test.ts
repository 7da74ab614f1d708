import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echo, type FaceServer, READER, startFaceServer } from "../../testing/face-server.fixture.ts";
import { bearer, call, ENVELOPE, legacy, modern, send } from "../../testing/mcp.fixture.ts";

let server: FaceServer;

beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

describe("the legacy era", () => {
  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    [undefined, "2025-11-25"],
  ])("initialize with %s is answered with %s, without a token", async (asked, answered) => {
    const { status, json } = await send(
      server,
      legacy("initialize", { protocolVersion: asked, capabilities: {} }),
    );
    expect(status).toBe(200);
    expect(json.result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "anteroom", version: "9.9.9" },
      instructions: expect.stringContaining("Local-only data is unavailable to cloud clients."),
    });
  });

  test("ping is answered, notifications are taken and do nothing", async () => {
    expect((await send(server, legacy("ping"))).json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call"]) {
      const { status, text } = await send(
        server,
        { jsonrpc: "2.0", method, params: { name: "echo" } },
        bearer(READER),
      );
      expect([status, text]).toEqual([202, ""]);
    }
  });

  test("a tool's answer is structured, and stands as compact JSON beside it", async () => {
    const { status, json } = await send(server, call("echo", { text: "hé" }), bearer(READER));
    expect(status).toBe(200);
    expect(json.result).toEqual({
      content: [{ type: "text", text: '{"said":"hé"}' }],
      structuredContent: { said: "hé" },
    });
  });

  test.each(["tasks/get", "subscriptions/listen", "server/discover", "resources/list", "constructor"])(
    "%s is not known",
    async (method) => {
      const { status, json } = await send(server, legacy(method));
      expect([status, json.error.code, json.id]).toEqual([200, -32601, 1]);
    },
  );

  test.each(["1900-01-01", "not-a-version", "2025-06-18, 2025-06-18"])(
    "a request in revision %j is refused before it is run",
    async (version) => {
      const { status, json } = await send(server, legacy("ping"), { "mcp-protocol-version": version });
      expect([status, json.error.code]).toEqual([400, -32022]);
      expect(json.error.data).toMatchObject({
        requested: version,
        supported: expect.arrayContaining(["2025-11-25"]),
      });
    },
  );

  test("without a version header, or with a known one, a request is served; an old session id is ignored", async () => {
    expect((await send(server, legacy("ping"))).status).toBe(200);
    expect((await send(server, legacy("ping"), { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
    expect(
      (await send(server, legacy("ping"), { "mcp-session-id": "of-yesterday", "last-event-id": "4" })).status,
    ).toBe(200);
  });
});

describe("the modern era", () => {
  const sendModern = async (...args: Parameters<typeof modern>) => {
    const { body, headers } = modern(...args);
    return await send(server, body, { ...headers, ...bearer(READER) });
  };

  test("server/discover tells versions, capabilities and for how long", async () => {
    const { body, headers } = modern("server/discover");
    const { status, json } = await send(server, body, headers);
    expect(status).toBe(200);
    expect(json.result).toEqual({
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: {
        tools: { listChanged: false },
        extensions: { "io.modelcontextprotocol/tasks": {} },
      },
      instructions: expect.any(String),
      ttlMs: expect.any(Number),
      cacheScope: "public",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "anteroom", version: "9.9.9" } },
    });
  });

  test("results say of what type they are, and lists how long they keep", async () => {
    expect(
      (await sendModern("tools/call", { name: "echo", arguments: { text: "x" } })).json.result,
    ).toMatchObject({
      resultType: "complete",
      structuredContent: { said: "x" },
    });
    expect((await sendModern("tools/list")).json.result).toMatchObject({
      resultType: "complete",
      cacheScope: "public",
    });
  });

  test.each(["ping", "initialize", "logging/setLevel", "tasks/list", "tasks/result"])(
    "%s is not known: 404",
    async (method) => {
      const { status, json } = await sendModern(method);
      expect([status, json.error.code]).toEqual([404, -32601]);
    },
  );

  test.each([
    ["no version header", { "mcp-protocol-version": undefined }],
    ["another version header", { "mcp-protocol-version": "2025-11-25" }],
    ["no method header", { "mcp-method": undefined }],
    ["another method header", { "mcp-method": "tools/list" }],
    ["the method header in capitals", { "mcp-method": "TOOLS/CALL" }],
    ["no name header", { "mcp-name": undefined }],
    ["another name header", { "mcp-name": "fail" }],
    ["another name in base64", { "mcp-name": "=?base64?ZmFpbA==?=" }],
    ["a broken base64 name", { "mcp-name": "=?base64?ZWNo*w==?=" }],
  ])("%s: the headers must say what the body says", async (_, change) => {
    const { body, headers } = modern("tools/call", { name: "echo", arguments: { text: "x" } });
    const { status, json } = await send(server, body, { ...headers, ...bearer(READER), ...change });
    expect([status, json.error.code, json.id]).toEqual([400, -32020, 1]);
  });

  test("a name in base64 counts as what it says", async () => {
    const { body, headers } = modern("tools/call", { name: "echo", arguments: { text: "x" } });
    const { status } = await send(server, body, {
      ...headers,
      ...bearer(READER),
      "mcp-name": "=?base64?ZWNobw==?=",
    });
    expect(status).toBe(200);
  });

  test("a notification is taken, with or without the headers that requests need", async () => {
    for (const method of ["notifications/cancelled", "tasks/cancel"]) {
      const { body, headers } = modern(method, { requestId: 1, taskId: "x" });
      const { id: _, ...notification } = body;
      const { "mcp-name": __, "mcp-method": ___, ...fewer } = headers;
      for (const some of [headers, fewer]) {
        const { status, text } = await send(server, notification, some);
        expect([status, text]).toEqual([202, ""]);
      }
    }
  });

  test("an unknown revision is told which are spoken", async () => {
    const body = legacy("server/discover", {
      _meta: { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": "2030-01-01" },
    });
    const { status, json } = await send(server, body, {
      "mcp-protocol-version": "2030-01-01",
      "mcp-method": "server/discover",
    });
    expect([status, json.error]).toEqual([
      400,
      {
        code: -32022,
        message: expect.any(String),
        data: { supported: ["2026-07-28"], requested: "2030-01-01" },
      },
    ]);
  });

  test.each([
    ["no envelope at all", undefined],
    ["no version", { "io.modelcontextprotocol/clientCapabilities": {} }],
    ["no capabilities", { "io.modelcontextprotocol/protocolVersion": "2026-07-28" }],
    ["a version that is no text", { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": 1 }],
    ["capabilities that are none", { ...ENVELOPE, "io.modelcontextprotocol/clientCapabilities": [] }],
  ])("%s: the request is malformed", async (_, meta) => {
    const { status, json } = await send(server, legacy("tools/list", { _meta: meta }), {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/list",
    });
    expect([status, json.error.code]).toEqual([400, -32602]);
  });
});
