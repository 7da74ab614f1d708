import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ask } from "../testing/ask.fixture.ts";
import { echo, READER, startFaceServer, waitingOn, WRITER } from "../testing/face-server.fixture.ts";
import { bearer, call, MCP } from "../testing/mcp.fixture.ts";
import { callerOf } from "./agent-call.ts";

const FACES = [
  ["as a tool", MCP, call("echo", { text: "x" }), call("wait", { wait_seconds: 50 })],
  ["over the API", "/api/v1/echo", { text: "x" }, { wait_seconds: 50 }],
] as const;

describe.each(FACES)("%s", (_, path, body, waitBody) => {
  test("calls without a token that works are counted by address, and those with one are not", async () => {
    await using server = await startFaceServer({ bounds: [echo], strangersPerMinute: 3 });
    const statuses: number[] = [];
    for (const headers of [{}, bearer("made-up"), bearer("made-up-too"), {}]) {
      statuses.push((await ask(server.port, { path, body, headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    const over = await ask(server.port, { path, body, headers: bearer("one-more") });
    expect([over.status, over.text]).toEqual([429, expect.stringContaining("rate_limited")]);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask(server.port, { path, body, headers: bearer(READER) })).status).toBe(200);
  });

  test("a connection may have so many calls open, held ones too; others are not in its way", async () => {
    let note: string | undefined;
    const wait = waitingOn(() => (note === undefined ? undefined : { note }));
    await using server = await startFaceServer({ bounds: [echo, wait], openCalls: 2 });
    const waitPath = path === MCP ? MCP : "/api/v1/wait";
    const held = [1, 2].map(() =>
      ask(server.port, { path: waitPath, body: waitBody, headers: bearer(READER) }),
    );
    while (server.parts.holder.count("subject_1") < 2) await sleep(5);
    const over = await ask(server.port, { path, body, headers: bearer(READER) });
    expect([over.status, over.headers["retry-after"]]).toEqual([429, "1"]);
    expect((await ask(server.port, { path, body, headers: bearer(WRITER) })).status).toBe(200);
    note = "done";
    server.parts.hub.publish("resource:room_1");
    await Promise.all(held);
    while (server.parts.open.size > 0) await sleep(5);
    expect((await ask(server.port, { path, body, headers: bearer(READER) })).status).toBe(200);
  });

  test("who hangs up has nothing open any more", async () => {
    const wait = waitingOn(() => undefined);
    await using server = await startFaceServer({ bounds: [wait], openCalls: 1 });
    const waitPath = path === MCP ? MCP : "/api/v1/wait";
    const text = JSON.stringify(waitBody);
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `POST ${waitPath} HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${READER}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    while (server.parts.open.size === 0) await sleep(5);
    socket.destroy();
    while (server.parts.open.size > 0) await sleep(5);
  });

  test("who hangs up while its token is looked up has nothing open either (agent-6, case M6)", async () => {
    await using server = await startFaceServer({ bounds: [echo], openCalls: 1 });
    const lookUp = server.parts.doors.bearer.bind(server.parts.doors);
    const asked = Promise.withResolvers<void>();
    const hungUp = Promise.withResolvers<void>();
    Object.assign(server.parts.doors, {
      bearer: async (secret: string) => {
        asked.resolve();
        await hungUp.promise;
        return await lookUp(secret);
      },
    });
    const text = JSON.stringify(body);
    const socket = connect(server.port, "127.0.0.1");
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${READER}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    await asked.promise;
    socket.destroy();
    await sleep(50);
    hungUp.resolve();
    expect((await ask(server.port, { path, body, headers: bearer(READER) })).status).toBe(200);
  });
});

test("who does not wait as told is not listened to for a while: whoever asks later is answered first", async () => {
  await using server = await startFaceServer({ bounds: [echo], strangersPerMinute: 1 });
  const text = JSON.stringify({ text: "x" });
  const bytes = `POST /api/v1/echo HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const socket = connect(server.port, "127.0.0.1");
  const statuses: string[] = [];
  socket.on("data", (chunk: Buffer) => {
    for (const [, status = ""] of chunk.toString().matchAll(/HTTP\/1\.1 (\d{3})/gu)) statuses.push(status);
  });
  const answers = async (count: number): Promise<void> => {
    while (statuses.length < count) await once(socket, "data");
  };
  socket.write(bytes);
  await answers(1);
  socket.write(bytes);
  await answers(2);
  socket.write(bytes.repeat(3));
  expect((await ask(server.port, { path: "/healthz", method: "GET" })).status).toBe(200);
  expect(statuses).toEqual(["401", "429"]);
  await answers(3);
  socket.destroy();
});

test("tokens that are made up, one for each request, get nobody more turns than one address has (agent-6)", async () => {
  await using server = await startFaceServer({ bounds: [echo] });
  const from = (authorization: string) =>
    callerOf(server.parts, {
      headers: { authorization },
      socket: { remoteAddress: "192.0.2.1" },
    } as IncomingMessage);
  const asked = await ask(server.port, {
    path: MCP,
    body: call("echo", { text: "x" }),
    headers: bearer(READER),
  });
  expect(asked.status).toBe(200);
  expect([from("Bearer made-up-1"), from("made up")]).toEqual(["192.0.2.1", "192.0.2.1"]);
  expect([from(`Bearer ${READER}`), from(`bearer   ${READER}`)]).toEqual(["conn_reader", "conn_reader"]);
});
