import { request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { notFound } from "@anteroom/features/kernel/errors";
import { describe, expect, test } from "vitest";
import { ask } from "../testing/ask.fixture.ts";
import { COOKIE, type FaceServer, startFaceServer } from "../testing/face-server.fixture.ts";

const PATH = "/api/v1/live";

/** Rooms with their logs, as a person may see them. */
function journal(rooms: Record<string, number>) {
  const logs = new Map(Object.entries(rooms).map(([id, length]) => [id, length]));
  /** Where the shared data of their apps stands. */
  const versions: Record<string, Record<string, number>> = {};
  const sharedOf = (room_id: string) => new Map(Object.entries(versions[room_id] ?? {}));
  return {
    logs,
    versions,
    source: {
      rooms: async () =>
        Array.from(logs, ([resource_id, last_sequence]) => {
          return { resource_id, last_sequence, shared: sharedOf(resource_id) };
        }),
      shared: async (_: unknown, room_id: string) => {
        if (!logs.has(room_id)) throw notFound("resource");
        return sharedOf(room_id);
      },
      events: async (_: unknown, query: { resource_id: string; after_sequence: number; limit: number }) => {
        const length = logs.get(query.resource_id);
        if (length === undefined) throw notFound("resource");
        const to = Math.min(length, query.after_sequence + query.limit);
        const events = [];
        for (let sequence = query.after_sequence + 1; sequence <= to; sequence += 1) {
          events.push({ sequence, type: "app.created", data: { name: `app ${sequence}` } });
        }
        return { events, next_sequence: to, has_more: to < length };
      },
    },
  };
}

/** Opens a stream and reads its events one by one. */
async function open(server: FaceServer, secret = COOKIE) {
  const { promise, resolve, reject } = Promise.withResolvers<import("node:http").IncomingMessage>();
  const outgoing = request({
    host: "127.0.0.1",
    port: server.port,
    path: PATH,
    headers: { host: `localhost:${server.port}`, cookie: `anteroom_${server.port}=${secret}` },
  });
  outgoing.once("response", resolve).once("error", reject).end();
  const response = await promise;
  const lines = createInterface({ input: response, crlfDelay: Infinity })[Symbol.asyncIterator]();
  return {
    status: response.statusCode,
    close: () => outgoing.destroy(),
    async next(): Promise<{ event: string; data: Record<string, unknown> } | "end"> {
      let event = "";
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return "end";
        if (value.startsWith("event: ")) event = value.slice(7);
        if (value.startsWith("data: ")) return { event, data: JSON.parse(value.slice(6)) };
      }
    },
  };
}

test("a page hears hello, then what comes after it, and nothing from before", async () => {
  const { logs, source } = journal({ room_1: 7, room_2: 0 });
  await using server = await startFaceServer({ bounds: [], source });
  const stream = await open(server);
  expect(await stream.next()).toEqual({ event: "hello", data: {} });
  logs.set("room_1", 8);
  server.parts.hub.publish("resource:room_1");
  expect(await stream.next()).toEqual({
    event: "change",
    data: { resource_id: "room_1", sequence: 8, type: "app.created", data: { name: "app 8" } },
  });
  logs.set("room_2", 1);
  server.parts.hub.publish("resource:room_2");
  expect(await stream.next()).toMatchObject({ data: { resource_id: "room_2", sequence: 1 } });
  stream.close();
});

test("many events come whole and in order, also to a page that reads them late", async () => {
  const { logs, source } = journal({ room_1: 0 });
  await using server = await startFaceServer({ bounds: [], source });
  const stream = await open(server);
  await stream.next();
  logs.set("room_1", 5000);
  server.parts.hub.publish("resource:room_1");
  for (let sequence = 1; sequence <= 5000; sequence += 1) {
    const next = await stream.next();
    if (next === "end" || next.data["sequence"] !== sequence)
      throw new Error(`Not ${sequence}: ${JSON.stringify(next)}`);
  }
  stream.close();
});

test("a Room that the person joins is followed from then on, one that the person left no more", async () => {
  const { logs, source } = journal({ room_1: 3 });
  await using server = await startFaceServer({ bounds: [], source });
  const stream = await open(server);
  await stream.next();
  logs.set("room_2", 9);
  logs.delete("room_1");
  server.parts.hub.publish("person:pers_owner");
  expect(await stream.next()).toEqual({ event: "person", data: {} });
  server.parts.hub.publish("resource:room_1");
  logs.set("room_2", 10);
  server.parts.hub.publish("resource:room_2");
  expect(await stream.next()).toMatchObject({ data: { resource_id: "room_2", sequence: 10 } });
  stream.close();
});

describe("shared data", () => {
  const told = (instance_id: string) => ({ event: "shared", data: { room_id: "room_1", instance_id } });

  test("a page hears which app's changed, and of changes that come together once", async () => {
    const { logs, versions, source } = journal({ room_1: 3, room_2: 0 });
    versions["room_1"] = { app_1: 5, app_2: 1 };
    await using server = await startFaceServer({ bounds: [], source });
    const { hub } = server.parts;
    const stream = await open(server);
    await stream.next();
    for (let version = 6; version < 40; version += 1) {
      versions["room_1"] = { app_1: version, app_2: 1 };
      hub.publish("shared:room_1");
    }
    expect(await stream.next()).toEqual(told("app_1"));
    versions["room_1"] = { ...versions["room_1"], app_3: 1 };
    hub.publish("shared:room_1");
    expect(await stream.next()).toEqual(told("app_3"));
    logs.set("room_2", 1);
    hub.publish("resource:room_2");
    expect(await stream.next()).toMatchObject({ event: "change", data: { resource_id: "room_2" } });
    stream.close();
  });

  test("what another process changed is told too", async () => {
    const { versions, source } = journal({ room_1: 3 });
    await using server = await startFaceServer({ bounds: [], source });
    const stream = await open(server);
    await stream.next();
    versions["room_1"] = { app_1: 1 };
    server.parts.hub.publishAll();
    expect(await stream.next()).toEqual({ event: "person", data: {} });
    expect(await stream.next()).toEqual(told("app_1"));
    stream.close();
  });

  test("nothing is told of a Room that the person is in no more", async () => {
    const { logs, versions, source } = journal({ room_1: 3, room_2: 0 });
    await using server = await startFaceServer({ bounds: [], source });
    const { hub } = server.parts;
    const stream = await open(server);
    await stream.next();
    logs.delete("room_1");
    versions["room_1"] = { app_1: 1 };
    versions["room_2"] = { app_2: 1 };
    hub.publish("shared:room_1");
    hub.publish("shared:room_2");
    expect(await stream.next()).toMatchObject({ event: "shared", data: { room_id: "room_2" } });
    stream.close();
  });
});

test("the stream ends with its sign-in, before anything more is told", async () => {
  const { logs, source } = journal({ room_1: 0 });
  await using server = await startFaceServer({ bounds: [], source });
  const stream = await open(server);
  await stream.next();
  server.signIns.clear();
  logs.set("room_1", 1);
  server.parts.hub.publish("resource:room_1");
  expect(await stream.next()).toBe("end");
});

test("a server that stops ends its streams", async () => {
  const server = await startFaceServer({ bounds: [], ...journal({ room_1: 0 }) });
  const stream = await open(server);
  await stream.next();
  await server[Symbol.asyncDispose]();
  expect(await stream.next()).toBe("end");
});

test("nobody gets a stream without a sign-in, from another site, or beyond ten (page-4)", async () => {
  await using server = await startFaceServer({ bounds: [], ...journal({}) });
  const cookie = `anteroom_${server.port}=${COOKIE}`;
  const refused = async (headers: Record<string, string>, method = "GET") =>
    (await ask(server.port, { method, path: PATH, headers })).status;
  expect(await refused({})).toBe(401);
  expect(await refused({ cookie, origin: "https://attacker.example" })).toBe(403);
  expect(await refused({ cookie, origin: "null" })).toBe(403);
  expect(await refused({ cookie, "sec-fetch-site": "same-site" })).toBe(403);
  expect(await refused({ cookie, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await refused({ cookie }, "POST")).toBe(405);
  expect(await refused({ cookie, host: "attacker.example" })).toBe(421);
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(server)));
  await Promise.all(streams.map((stream) => stream.next()));
  expect(await refused({ cookie, "sec-fetch-site": "same-origin" })).toBe(429);
  for (const stream of streams) stream.close();
});

test("pages that close while it is looked up who they are hold no place (case M6)", async () => {
  await using server = await startFaceServer({ bounds: [], ...journal({}) });
  const lookUp = server.parts.doors.browser.bind(server.parts.doors);
  const closed = Promise.withResolvers<void>();
  let asked = 0;
  Object.assign(server.parts.doors, {
    browser: async (secret: string) => {
      asked += 1;
      await closed.promise;
      return await lookUp(secret);
    },
  });
  const headers = { host: `localhost:${server.port}`, cookie: `anteroom_${server.port}=${COOKIE}` };
  const pages = Array.from({ length: 10 }, () =>
    request({ host: "127.0.0.1", port: server.port, path: PATH, headers })
      .on("error", () => undefined)
      .end(),
  );
  while (asked < pages.length) await sleep(5);
  for (const page of pages) page.destroy();
  await sleep(50);
  closed.resolve();
  const stream = await open(server);
  expect([stream.status, await stream.next()]).toEqual([200, { event: "hello", data: {} }]);
  stream.close();
});
