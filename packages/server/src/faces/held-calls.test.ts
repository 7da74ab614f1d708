import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { ask } from "../testing/ask.fixture.ts";
import { echo, READER, startFaceServer, waitingOn, WRITER } from "../testing/face-server.fixture.ts";
import { bearer, call, legacy, MCP, send } from "../testing/mcp.fixture.ts";

let note: string | undefined;
const wait = waitingOn(() => (note === undefined ? undefined : { note }));
beforeEach(() => void (note = undefined));

/** Waits until something is so; a test that never gets there runs into its own limit. */
async function until(so: () => boolean): Promise<void> {
  while (!so()) await sleep(5);
}

const start = async () => {
  const server = await startFaceServer({ bounds: [echo, wait] });
  const held = async (count: number) => await until(() => server.parts.holder.count("subject_1") === count);
  return { server, held, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};

describe.each([
  ["as a tool", MCP, call("wait", { wait_seconds: 50 })],
  ["over the API", "/api/v1/wait", { wait_seconds: 50 }],
])("a call that waits, %s", (_, path, body) => {
  const noteOf = (json: { note?: string; result?: { structuredContent?: { note?: string } } }) =>
    json.note ?? json.result?.structuredContent?.note;

  test("is answered as soon as there is something", async () => {
    await using running = await start();
    const answer = ask(running.server.port, { path, body, headers: bearer(READER) });
    await running.held(1);
    note = "decided";
    running.server.parts.hub.publish("resource:room_1");
    const { status, json } = await answer;
    expect([status, noteOf(json)]).toEqual([200, "decided"]);
  });

  test("ends with its connection, as for anybody without a token (agent-5)", async () => {
    await using running = await start();
    const { server } = running;
    const [mine, other] = [READER, WRITER].map((token) =>
      ask(server.port, { path, body, headers: bearer(token) }),
    );
    await running.held(2);
    server.tokens.delete(READER);
    server.parts.hub.publish("connection:conn_reader");
    const { status, headers } = (await mine) ?? {};
    expect(status).toBe(401);
    expect(headers?.["www-authenticate"]).toContain("invalid_token");
    await running.held(1);
    note = "for the other";
    server.parts.hub.publish("resource:room_1");
    expect((await other)?.status).toBe(200);
  });

  test("is given up when its caller hangs up", async () => {
    await using running = await start();
    const text = JSON.stringify(body);
    const socket = connect(running.server.port, "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${running.server.port}\r\nAuthorization: Bearer ${READER}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    await running.held(1);
    socket.destroy();
    await running.held(0);
  });

  test("is answered when the server stops", async () => {
    const running = await start();
    const answer = ask(running.server.port, { path, body, headers: bearer(READER) });
    await running.held(1);
    await running[Symbol.asyncDispose]();
    const { status, json } = await answer;
    expect([status, noteOf(json)]).toEqual([200, "nothing came"]);
  });
});

describe("peers that break", () => {
  /** Writes raw bytes and resolves with what came back until the connection ended. */
  async function raw(port: number, bytes: string | Buffer, then: "wait" | "reset" = "wait"): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    let got = "";
    socket.on("data", (chunk: Buffer) => (got += chunk.toString()));
    socket.on("error", () => undefined);
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(bytes, () => {
      if (then === "reset") socket.resetAndDestroy();
    });
    await closed;
    return got;
  }

  test("half a body and a reset, fifty times: the server serves on, and logs no fault", async () => {
    await using running = await start();
    const { port, lines } = running.server;
    const head = `POST ${MCP} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
    await Promise.all(Array.from({ length: 50 }, () => raw(port, `${head}{"jsonrpc":`, "reset")));
    expect((await send(running.server, legacy("ping"))).status).toBe(200);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", "400"],
    ["headers without end", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "431"],
    [
      "two lengths",
      `POST ${MCP} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
      "400",
    ],
    [
      "a length and chunks",
      `POST ${MCP} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "400",
    ],
  ])("%s: refused, and the connection is closed", async (_, bytes, status) => {
    await using running = await start();
    expect(await raw(running.server.port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `, "u"));
    expect((await send(running.server, legacy("ping"))).status).toBe(200);
  });

  test("a body that is too large by its own account is refused before it is sent", async () => {
    await using running = await start();
    const { port } = running.server;
    const answered = await raw(
      port,
      `POST ${MCP} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 9000000\r\n\r\n`,
    );
    expect(answered).toMatch(/^HTTP\/1.1 413 /u);
  });

  test("a body that is awaited is asked for", async () => {
    await using running = await start();
    const { port } = running.server;
    const text = JSON.stringify(legacy("ping"));
    const answered = await raw(
      port,
      `POST ${MCP} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(answered).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/u);
  });
});
