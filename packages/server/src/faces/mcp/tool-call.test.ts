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
import { bearer, call, legacy, MCP, send } from "../../testing/mcp.fixture.ts";

let server: FaceServer;

beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo, fail] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

describe("what goes wrong in a call", () => {
  test.each(["nope", "constructor", 7, undefined])("tool %j: a protocol error", async (name) => {
    const { status, json } = await send(server, call(name, {}), bearer(READER));
    expect([status, json.error.code]).toEqual([200, -32602]);
  });

  test.each([
    ["none", undefined, "text"],
    ["one too many", { text: "x", visibility: "all" }, "visibility"],
    ["a wrong type", { text: ["x"] }, "text"],
    ["too long", { text: "x".repeat(201) }, "text"],
    ["too much", { text: "x", times: 6 }, "times"],
    ["a list", [], undefined],
    ["null", null, undefined],
  ])("arguments: %s: a result that names the place", async (_, args, where) => {
    const { status, json } = await send(server, call("echo", args), bearer(READER));
    expect(status).toBe(200);
    expect(json.result.isError).toBe(true);
    expect(json.result.structuredContent.error).toMatchObject({ code: "invalid_arguments" });
    expect(json.result.structuredContent.error.where).toBe(where);
    expect(JSON.parse(json.result.content[0].text)).toEqual(json.result.structuredContent);
  });

  test("length counts code points: an emoji is one character", async () => {
    const said = await send(server, call("echo", { text: "😀".repeat(200) }), bearer(READER));
    expect(said.json.result.structuredContent.said).toBe("😀".repeat(200));
    const long = await send(server, call("echo", { text: "😀".repeat(201) }), bearer(READER));
    expect(long.json.result.structuredContent.error.message).toContain("201");
  });

  test.each(["\\u0000", "\\ud83d", "x\\udc00y"])(
    "%s in an argument is told of with its place",
    async (text) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"${text}"}}}`;
      const { status, json } = await send(server, body, bearer(READER));
      expect(status).toBe(200);
      expect(json.result.structuredContent.error).toMatchObject({ code: "invalid_arguments", where: "text" });
    },
  );

  test("a refusal is a result; a fault is one too, and tells nothing but an id that the log knows", async () => {
    const refused = await send(server, call("fail", { how: "refuse" }), bearer(WRITER));
    expect(refused.json.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "conflict_state", message: "Not now.", where: "how", hint: "Later." },
      },
    });
    const broken = await send(server, call("fail", { how: "break" }), bearer(WRITER));
    expect([broken.status, broken.json.result.structuredContent.error.code]).toEqual([200, "unavailable"]);
    expect(broken.text).not.toContain("secret of the server's own");
    const id = /under (\w+)\./u.exec(broken.json.result.structuredContent.error.message)?.[1] ?? "no id";
    expect(
      server.lines.find((line) => line.includes(id) && line.includes("secret of the server's own")),
    ).toBeDefined();
  });

  test("a body over 4 MiB: 413, declared or not, and the server goes on", async () => {
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 0x20);
    expect((await send(server, large)).status).toBe(413);
    const chunked = await send(server, large, {
      "content-length": undefined,
      "transfer-encoding": "chunked",
    });
    expect(chunked.status).toBe(413);
    expect((await send(server, legacy("ping"))).status).toBe(200);
  });

  test("calls beyond the rate: 429 with Retry-After, and the same as a result", async () => {
    await using limited = await startFaceServer({ bounds: [echo], perMinute: 2 });
    const ping = () =>
      ask(limited.port, { path: MCP, body: call("echo", { text: "x" }), headers: bearer(READER) });
    expect([(await ping()).status, (await ping()).status]).toEqual([200, 200]);
    const { status, headers, json } = await ping();
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBe(json.result.structuredContent.error.retry_after_seconds);
    expect(json.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "rate_limited" } },
    });
  });

  test("nothing of a request but its path is logged", async () => {
    await send(server, call("echo", { text: "body-secret" }), {
      ...bearer(READER),
      cookie: "a=cookie-secret",
    });
    await ask(server.port, { path: `${MCP}?q=query-secret`, body: legacy("ping") });
    const log = server.lines.join("");
    expect(log).toContain('"path":"/api/v1/external-mcp"');
    for (const secret of [READER, "body-secret", "cookie-secret", "query-secret"])
      expect(log).not.toContain(secret);
  });
});
