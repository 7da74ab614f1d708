import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "../../testing/ask.fixture.ts";
import { type House, type HouseClient, startHouse, TASKING } from "../../testing/house.fixture.ts";
import { bearer, MCP, modern } from "../../testing/mcp.fixture.ts";
import { openStream } from "../../testing/stream.fixture.ts";

// subscriptions/listen over the whole server.

let house: House;
let client: HouseClient;
beforeAll(async () => {
  house = await startHouse();
  client = await house.connect();
});
afterAll(async () => await house[Symbol.asyncDispose]());

interface Listening {
  readonly notifications?: unknown;
  readonly id?: string | number;
  readonly capabilities?: object;
  readonly accept?: string;
}

function listening(by: HouseClient, { notifications, id = 1, capabilities = TASKING, accept }: Listening) {
  const { body, headers } = modern("subscriptions/listen", { notifications }, capabilities);
  return {
    port: by.port,
    path: MCP,
    body: { ...body, id },
    headers: { ...headers, ...bearer(by.token), ...(accept !== undefined && { accept }) },
  };
}

const listen = async (by: HouseClient, options: Listening) => await openStream(listening(by, options));
/** For a subscription that is expected to be refused. */
const refused = async (by: HouseClient, options: Listening) => await ask(by.port, listening(by, options));

async function decline(name: string): Promise<void> {
  const row = (await client.pending()).find((one) => one.name === name)!;
  await house.owner.decline(row.proposal_id);
}

describe("a stream", () => {
  test.each([7, "sub-1"])("with id %j: acknowledges first, then tells of the tasks asked for", async (id) => {
    const mine = await client.propose(`mine ${id}`);
    const other = await client.propose(`other ${id}`);
    const stream = await listen(client, {
      id,
      notifications: { toolsListChanged: true, taskIds: [mine.taskId, mine.taskId, "task_unknown"] },
    });
    expect([stream.status, stream.headers["content-type"]]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    const tagged = { "io.modelcontextprotocol/subscriptionId": id };
    expect(await stream.next()).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { notifications: { taskIds: [mine.taskId] }, _meta: tagged },
    });
    await decline(`other ${id}`);
    await decline(`mine ${id}`);
    expect(await stream.next()).toMatchObject({
      jsonrpc: "2.0",
      method: "notifications/tasks",
      params: {
        _meta: tagged,
        taskId: mine.taskId,
        status: "completed",
        result: { structuredContent: { state: "declined" } },
      },
    });
    expect(other.taskId).not.toBe(mine.taskId);
    stream.close();
  });

  test("tells at once of a task that is over already, and of one that is cancelled", async () => {
    const done = await client.propose("done");
    const stopped = await client.propose("stopped");
    await decline("done");
    const stream = await listen(client, { notifications: { taskIds: [done.taskId, stopped.taskId] } });
    await stream.next();
    expect((await stream.next()).params).toMatchObject({ taskId: done.taskId, status: "completed" });
    await client.send("tasks/cancel", { taskId: stopped.taskId });
    expect((await stream.next()).params).toMatchObject({ taskId: stopped.taskId, status: "cancelled" });
    stream.close();
  });

  test("for what this server never tells is acknowledged with nothing", async () => {
    const all = {
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: ["file:///x"],
    };
    const stream = await listen(client, { notifications: all, capabilities: {} });
    expect((await stream.next()).params.notifications).toEqual({});
    stream.close();
  });

  test("of a client that does not read keeps nobody else from being told", async () => {
    const made = await client.propose("unread");
    const { body, headers } = listening(client, { notifications: { taskIds: [made.taskId] } });
    const text = JSON.stringify(body);
    const lines = Object.entries({ ...headers, "content-type": "application/json" });
    const deaf = connect(house.port, "127.0.0.1").pause();
    deaf.write(
      `POST ${MCP} HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Length: ${text.length}\r\n` +
        `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`,
    );
    const stream = await listen(client, { notifications: { taskIds: [made.taskId] } });
    await stream.next();
    await decline("unread");
    expect((await stream.next()).params.status).toBe("completed");
    deaf.destroy();
    stream.close();
  });

  test("ends with its connection, and without a result (agent-5)", async () => {
    const leaving = await house.connect();
    const stream = await listen(leaving, { notifications: {} });
    await stream.next();
    await house.owner.do("revoke_connection", { connection_id: leaving.connection_id });
    expect(await stream.next()).toBe("end");
  });

  test("ends with a result when the server stops", async () => {
    const stopping = await startHouse();
    const stream = await listen(await stopping.connect(), { id: "last", notifications: {} });
    await stream.next();
    await stopping[Symbol.asyncDispose]();
    expect(await stream.next()).toEqual({
      jsonrpc: "2.0",
      id: "last",
      result: {
        resultType: "complete",
        _meta: {
          "io.modelcontextprotocol/subscriptionId": "last",
          "io.modelcontextprotocol/serverInfo": expect.anything(),
        },
      },
    });
    expect(await stream.next()).toBe("end");
  });
});

describe("what is no subscription", () => {
  test.each([
    ["application/json", 406],
    ["text/event-stream;q=0, */*", 406],
    ["text/html", 406],
    ["application/json, text/event-stream", 200],
    ["text/event-stream", 200],
    ["TEXT/*;q=0.1", 200],
    ["*/*", 200],
  ])("Accept %j: %d", async (accept, status) => {
    if (status !== 200) {
      const answered = await refused(client, { notifications: {}, accept });
      expect([answered.status, answered.json.error.code]).toEqual([status, -32600]);
      return;
    }
    const stream = await listen(client, { notifications: {}, accept });
    expect(stream.status).toBe(status);
    stream.close();
  });

  test.each([
    ["no filter", undefined],
    ["a filter that is a list", []],
    ["tasks that are no list", { taskIds: "task_1" }],
    ["a task that is no text", { taskIds: [1] }],
    ["too many tasks", { taskIds: Array.from({ length: 101 }, (_, at) => `task_${at}`) }],
  ])("%s: invalid", async (_, notifications) => {
    const { status, json } = await refused(client, { notifications });
    expect([status, json.error.code, json.id]).toEqual([400, -32602, 1]);
  });

  test("tasks for a client that did not declare them: it is told what it lacks", async () => {
    const { status, json } = await refused(client, { notifications: { taskIds: [] }, capabilities: {} });
    expect([status, json.error.code, json.error.data]).toEqual([
      400,
      -32021,
      { requiredCapabilities: TASKING },
    ]);
  });

  test("nobody without a token listens", async () => {
    const { body, headers } = modern("subscriptions/listen", { notifications: {} });
    const { status, headers: answered } = await ask(house.port, { path: MCP, body, headers });
    expect([status, answered["www-authenticate"]]).toEqual([401, expect.stringContaining("invalid_token")]);
  });

  test("the eleventh stream of one connection is refused, and free again when another closes (agent-6)", async () => {
    const busy = await house.connect();
    const streams = await Promise.all(
      Array.from({ length: 10 }, async () => await listen(busy, { notifications: {} })),
    );
    const { status, headers, json } = await refused(busy, { notifications: {} });
    expect([status, headers["retry-after"], json.error.code]).toEqual([429, "30", -32603]);
    const another = await listen(client, { notifications: {} });
    expect(another.status).toBe(200);
    another.close();
    streams[0]?.close();
    let again = await listen(busy, { notifications: {} });
    while (again.status === 429) again = await listen(busy, { notifications: {} });
    expect(again.status).toBe(200);
    for (const stream of [again, ...streams]) stream.close();
  });
});
