import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../testing/ask.fixture.ts";
import {
  echo,
  fail,
  type FaceServer,
  READER,
  startFaceServer,
  WRITER,
} from "../../testing/face-server.fixture.ts";
import { bearer, call, legacy, MCP, modern, send } from "../../testing/mcp.fixture.ts";

let server: FaceServer;

beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo, fail] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

describe("the door", () => {
  const challenge = () =>
    `Bearer resource_metadata="${server.origin}/.well-known/oauth-protected-resource${MCP}", error="invalid_token", error_description="Connect osFoundry to continue"`;

  test.each([
    ["none", {}],
    ["an unknown one", bearer("nobody-knows-it")],
    ["a broken one", { authorization: "Bearer" }],
    ["another kind", { authorization: "Basic dXNlcjpwYXNz" }],
    ["two", { authorization: `Bearer ${READER} ${WRITER}` }],
  ])("token: %s: a call is challenged in the header and in the result", async (_, headers) => {
    const { status, headers: answered, json } = await send(server, call("echo", { text: "x" }, "q"), headers);
    expect(status).toBe(401);
    expect(answered["www-authenticate"]).toBe(challenge());
    expect(json).toEqual({
      jsonrpc: "2.0",
      id: "q",
      result: {
        content: [{ type: "text", text: "Authentication required" }],
        isError: true,
        _meta: { "mcp/www_authenticate": [challenge()] },
      },
    });
  });

  test("in the modern era the challenge is a result of that era", async () => {
    const { body, headers } = modern("tools/call", { name: "echo", arguments: { text: "x" } });
    const { status, json } = await send(server, body, headers);
    expect(status).toBe(401);
    expect(json.result).toMatchObject({ resultType: "complete", isError: true });
    expect(Object.keys(json.result["_meta"])).toHaveLength(2);
  });

  test("where no token is needed, one that does not work is told of", async () => {
    expect((await send(server, legacy("tools/list"), bearer(READER))).status).toBe(200);
    const { status, headers, json } = await send(server, legacy("tools/list"), bearer("nobody-knows-it"));
    expect([status, headers["www-authenticate"]]).toEqual([401, challenge()]);
    expect(json.error.message).toBe("Authentication required");
  });

  test.each(["legacy", "modern"])(
    "too small a scope, %s: 403 that names every scope to ask for",
    async (era) => {
      const params = { name: "fail", arguments: { how: "refuse" } };
      const asked = modern("tools/call", params);
      const { status, headers, json } =
        era === "modern"
          ? await send(server, asked.body, { ...asked.headers, ...bearer(READER) })
          : await send(server, call(params.name, params.arguments), bearer(READER));
      expect(status).toBe(403);
      const header = headers["www-authenticate"] ?? "";
      expect(header).toContain('error="insufficient_scope"');
      expect(header).toContain('scope="osfoundry:read osfoundry:write"');
      expect(header).toContain(
        `resource_metadata="${server.origin}/.well-known/oauth-protected-resource${MCP}"`,
      );
      expect(json.result).toMatchObject({ isError: true, _meta: { "mcp/www_authenticate": [header] } });
    },
  );

  test.each([
    "https://attacker.example",
    "null",
    "",
    "http://localhost",
    "http://localhost.attacker.example",
  ])("Origin %j is turned away before anything is read", async (origin) => {
    for (const method of ["POST", "GET", "DELETE", "OPTIONS"]) {
      const { status, headers } = await ask(server.port, {
        path: MCP,
        method,
        headers: { origin, ...bearer(READER) },
      });
      expect(status).toBe(403);
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("two Origins are turned away, our own is let in and may read the challenge", async () => {
    const twice = await send(server, legacy("ping"), { origin: [server.origin, server.origin] });
    expect(twice.status).toBe(403);
    const own = await send(server, call("echo", {}), { origin: server.origin });
    expect(own.status).toBe(401);
    expect(own.headers["access-control-allow-origin"]).toBe(server.origin);
    expect(own.headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
    const preflight = await ask(server.port, {
      path: MCP,
      method: "OPTIONS",
      headers: { origin: server.origin },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-headers"]).toContain("Mcp-Method");
  });

  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])(
    "%s: 405 that says what is allowed",
    async (method) => {
      const { status, headers } = await ask(server.port, { path: MCP, method, headers: bearer(READER) });
      expect([status, headers.allow]).toEqual([405, "POST, OPTIONS"]);
    },
  );

  test("the endpoint with a slash is the endpoint, and a query does not matter", async () => {
    for (const path of [`${MCP}/`, `${MCP}?x=1`]) {
      expect((await ask(server.port, { path, body: legacy("ping") })).status).toBe(200);
    }
  });

  test.each([
    "text/plain",
    "text/plain; application/json",
    "text/plain;charset=application/json",
    "application/x-www-form-urlencoded",
    "application/json;charset=latin1",
    "application/json-seq",
    "",
  ])("Content-Type %j: 415", async (type) => {
    const { status } = await send(server, call("echo", { text: "x" }), {
      ...bearer(READER),
      "content-type": type,
    });
    expect(status).toBe(415);
  });

  test.each(["application/json;charset=utf-8", 'Application/JSON ; charset="UTF-8"'])(
    "%j is JSON",
    async (type) => {
      expect((await send(server, legacy("ping"), { "content-type": type })).status).toBe(200);
    },
  );

  test.each([
    ["application/json", 200],
    ["application/json, text/event-stream", 200],
    ["text/event-stream, application/json", 200],
    ["text/event-stream;q=0.9, APPLICATION/JSON;q=0.5", 200],
    ["*/*", 200],
    ["application/*;q=0.1", 200],
    ["", 200],
    ["text/event-stream", 406],
    ["text/html", 406],
    ["*/*;q=0", 406],
    [["text/event-stream", "application/json"], 200],
    ["application/json;q=0, */*", 406],
    ["application/json;q=0", 406],
  ])("Accept %j: %d", async (accept, status) => {
    const answered = await send(server, legacy("ping"), { accept });
    expect([answered.status, answered.headers["content-type"]]).toEqual([status, "application/json"]);
  });

  test("no Accept header at all", async () => {
    expect((await send(server, legacy("ping"))).status).toBe(200);
  });

  test("an agent's label reaches the tool; what is none is told of", async () => {
    const said = await send(server, call("echo", { text: "x" }), {
      ...bearer(READER),
      "anteroom-agent": "left.hand-2",
    });
    expect(said.json.result.structuredContent.label).toBe("left.hand-2");
    const wrong = await send(server, call("echo", { text: "x" }), {
      ...bearer(READER),
      "anteroom-agent": "Left Hand",
    });
    expect(wrong.json.result.structuredContent.error).toMatchObject({ code: "invalid_arguments" });
  });
});
