import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { PeerGone, readBody } from "./body.ts";
import { listen } from "./listen.ts";
import { ask } from "./testing/ask.fixture.ts";

/** A server that answers each body with its length, or at length, and loses its patience soon. */
async function start(answer = (body: Buffer) => `${body.length}`) {
  const broken: unknown[] = [];
  const closed: boolean[] = [];
  const listening = await listen(
    (request, response) => {
      response.once("close", () => closed.push(response.writableFinished));
      readBody(request, async () => undefined).then(
        (body) => response.end(answer(body)),
        (error: unknown) => broken.push(error),
      );
    },
    { hosts: ["127.0.0.1"], port: 0, patience: { head: 200, request: 400, check: 20, silence: 600 } },
  );
  return { broken, closed, port: listening.port, [Symbol.asyncDispose]: () => listening.close() };
}

test.each([
  ["nothing at all", "", ""],
  ["a head that never ends", "POST / HTTP/1.1\r\nHost: a\r\n", "X-Slow: 1\r\n"],
  ["a body that never ends", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n", "x"],
])("%s, byte by byte: the peer is told, and let go (net-7)", async (_, begin, more) => {
  await using server = await start();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  const answer = text(socket).catch(() => "");
  const closed = once(socket, "close");
  socket.write(begin);
  const drip = setInterval(() => socket.write(more), 20);
  await closed;
  clearInterval(drip);
  expect(await answer).toMatch(/^HTTP\/1.1 408 Request Timeout/u);
  expect((await ask(server.port, { path: "/", body: "all" })).text).toBe("3");
});

test("a body that was cut off is a peer that has gone, and nothing else", async () => {
  await using server = await start();
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\nhalf");
  await sleep(20);
  socket.destroy();
  while (server.broken.length === 0) await sleep(5);
  expect(server.broken[0]).toBeInstanceOf(PeerGone);
});

test("a peer that does not read its answer is let go (net-7)", async () => {
  await using server = await start(() => "x".repeat(32 * 1024 * 1024));
  const socket = connect(server.port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
  while (server.closed.length === 0) await sleep(20);
  expect(server.closed).toEqual([false]);
  socket.destroy();
});
