import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LIMITS } from "@anteroom/app-format";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, letIn, type Tokens } from "../../packages/features/src/testing/visitor.ts";
import { type House, HouseClient, startHouse } from "../../packages/server/src/testing/house.fixture.ts";
import { consenting } from "../testkit/consenting.ts";
import { FACES, isRefused } from "../testkit/faces.ts";
import { approvalOf } from "../testkit/person.ts";
import { growth, rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { placeOf } from "../testkit/team.ts";

// A hostile agent whose token works: how long, how much, how often, and what it can change behind a person's back.

const FACE = Object.values(FACES);
const PROPOSE = "propose_room_snippet_app";

let house: House;
let room_id: string;

beforeAll(async () => {
  house = await startHouse({ ANTEROOM_RATE_PER_ADDRESS: "0", ANTEROOM_PENDING_LIMIT: "0" });
  ({ room_id } = await placeOf(house.owner));
});
afterAll(async () => await house?.[Symbol.asyncDispose]());

interface Connection {
  readonly connection_id: string;
  /** Calls that it holds open. */
  readonly waiting: number;
}

/** A connection as its person sees it: the newest, or that of a client. */
async function connectionOf(at: House, client?: HouseClient): Promise<Connection | undefined> {
  const { connections } = await at.owner.do<{ connections: Connection[] }>("list_connections");
  const wanted = client?.connection_id ?? connections[0]?.connection_id;
  return connections.find(({ connection_id }) => connection_id === wanted);
}

describe("a connection that ends", () => {
  interface Way {
    readonly client: Client;
    readonly code: string;
    readonly tokens: Tokens;
  }

  /** By what a connection of OAuth ends. */
  const ways: Record<string, (way: Way) => Promise<unknown>> = {
    "its person revokes it": async () =>
      await house.owner.do("revoke_connection", {
        connection_id: (await connectionOf(house))?.connection_id,
      }),
    "its client gives its token back": async ({ client, tokens }) =>
      await fetch(`${house.origin}/revoke`, {
        method: "POST",
        body: new URLSearchParams({ client_id: client.id, token: tokens.refresh_token }),
      }),
    "somebody brings its code again": async ({ client, code }) => await client.exchange(code),
    "somebody brings a refresh token late": async ({ client, tokens }) => {
      await client.refresh(tokens.refresh_token);
      const database = new DatabaseSync(join(house.data, "anteroom.sqlite"), { timeout: 5000 });
      database.exec("update oidc_items set consumed_at = consumed_at - 60 where kind = 'RefreshToken'");
      database.close();
      await client.refresh(tokens.refresh_token);
    },
  };

  test.each(Object.keys(ways))(
    "because %s ends all that it holds open, and opens nothing more (agent-5, token-2)",
    async (way) => {
      const visitor = await consenting(house.origin);
      const client = await Client.register(house);
      const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
      const tokens = (await (await client.exchange(code)).json()) as Tokens;
      const agent = new HouseClient(house.port, tokens.access_token, "");
      const { taskId } = await agent.propose(way, { room_id });
      const proposal_id = (await agent.pending()).at(-1)?.proposal_id ?? "";
      const { last_sequence } = await agent.tool("read_room", { room_id });
      const held: [string, object][] = [
        ["read_proposal", { proposal_id, wait_seconds: 50 }],
        [
          "poll_resource_events",
          {
            resource_type: "room",
            resource_id: room_id,
            after_sequence: last_sequence,
            wait_seconds: 50,
          },
        ],
      ];
      const asked = { port: house.port, token: agent.token };
      const calls = [
        ...held.flatMap(([name, input]) => FACE.map((face) => face({ ...asked, name, input }))),
        agent.send("tasks/get", { taskId }),
      ];
      const stream = await agent.listen([taskId]);
      await stream.next();
      // Six calls, the task and the stream.
      await expect.poll(async () => (await connectionOf(house))?.waiting).toBe(8);

      const began = performance.now();
      await ways[way]?.({ client, code, tokens });
      for (const answered of await Promise.all(calls)) expect(answered.status).toBe(401);
      expect(await stream.next()).toBe("end");
      // The promise is two seconds; what was forgotten would be held for fifty.
      expect(performance.now() - began).toBeLessThan(10_000);
      for (const face of FACE) {
        expect((await face({ ...asked, name: "read_connection", input: {} })).status).toBe(401);
      }
      expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
      // What it proposed stands, for its person to decide.
      await house.owner.decline(proposal_id);
    },
  );
});

describe("a connection that asks without end keeps nothing from the same person's other one (agent-6)", () => {
  let small: House;
  beforeAll(async () => {
    small = await startHouse({ ANTEROOM_RATE_PER_MINUTE: "30", ANTEROOM_OPEN_CALLS: "4" });
  });
  afterAll(async () => await small?.[Symbol.asyncDispose]());

  /** One call by each face. */
  const byEachFace = async ({ token }: HouseClient, name: string, input: object) =>
    await Promise.all(FACE.map(async (face) => await face({ port: small.port, token, name, input })));

  test("by many calls", async () => {
    const [flooder, other] = [await small.connect(), await small.connect()];
    const flood = await Promise.all(
      Array.from({ length: 40 }, async () => await byEachFace(flooder, "read_connection", {})),
    );
    const refused = flood.flat().filter(({ status }) => status === 429);
    // 120 calls, of which half a minute's are let through at once and few more in the meantime.
    expect(refused.length).toBeGreaterThan(80);
    for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    for (const { status } of await byEachFace(other, "read_connection", {})) expect(status).toBe(200);
  });

  test("by calls and streams that it holds open", async () => {
    const [waiter, other] = [await small.connect(), await small.connect()];
    const { resources } = await waiter.tool("find_resources", { kind: "room" });
    const poll = { resource_type: "room", resource_id: resources[0].room_id, after_sequence: 0 };
    const held = byEachFace(waiter, "poll_resource_events", { ...poll, wait_seconds: 50 });
    const stream = await waiter.listen([]);
    await stream.next();
    await expect.poll(async () => (await connectionOf(small, waiter))?.waiting).toBe(4);
    for (const { status, headers } of await byEachFace(waiter, "poll_resource_events", poll)) {
      expect([status, headers["retry-after"]]).toEqual([429, "1"]);
    }
    expect((await waiter.send("tasks/get", { taskId: "task_none" })).status).toBe(429);
    for (const answered of await byEachFace(other, "poll_resource_events", poll)) {
      expect(isRefused(answered)).toBe(false);
    }
    await small.owner.do("revoke_connection", { connection_id: waiter.connection_id });
    await held;
  });
});

describe("a retry", () => {
  test("by every face at once, with tasks and without, makes one card (agent-9)", async () => {
    const agent = await house.connect();
    const input = { room_id, name: "Once", files: labelApp("Once"), idempotency_key: "attack-once" };
    const asked = { port: house.port, token: agent.token, name: PROPOSE, input };
    const before = rowsOf(house.data);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [
        ...FACE.map(async (face) => (await face(asked)).json),
        agent.send("tools/call", { name: PROPOSE, arguments: input }).then(({ json }) => json),
      ]).flat(),
    );
    const made = answers.map((json) => (json.result?.structuredContent ?? json).proposal_id);
    expect(new Set(made.filter((id) => id !== undefined)).size).toBe(1);
    expect(growth(before, rowsOf(house.data))).toEqual({
      proposals: 1,
      sources: 1,
      events: 1,
      idempotency_keys: 1,
      tasks: 1,
    });
  });

  test("with another connection's key is a call of its own (agent-9)", async () => {
    const [first, second] = [await house.connect(), await house.connect()];
    const input = { room_id, name: "Keyed", files: labelApp("Keyed"), idempotency_key: "attack-keyed" };
    const { proposal_id } = await first.tool(PROPOSE, input);
    const other = { ...input, name: "Another", files: labelApp("Another") };
    const answered = await second.tool(PROPOSE, other);
    expect(answered).toMatchObject({ state: "pending", replayed: false, name: "Another" });
    expect(await first.tool(PROPOSE, input)).toMatchObject({ proposal_id, replayed: true });
    expect((await first.tool(PROPOSE, other)).error.code).toBe("conflict_idempotency");
  });
});

describe("the code of a card", () => {
  test("is what was seen, or nothing was decided, however fast an agent exchanges it (agent-11)", async () => {
    const agent = await house.connect();
    const outcomes = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      const name = `Race ${round}`;
      const shown = await agent.tool(PROPOSE, call(name, "shown"));
      const approval = approvalOf(await house.owner.card(shown.proposal_id));
      const exchange = async (text: string) => await agent.tool(PROPOSE, call(name, text));
      const [approved] = await Promise.all([
        house.owner.post("approve_proposal", approval),
        ...["evil 1", "evil 2", "evil 3"].map(exchange),
      ]);
      outcomes.add(approved.status);
      const { apps } = await agent.tool("list_room_apps", { room_id, limit: 50 });
      const app = apps.find((one: { name: string }) => one.name === name);
      if (approved.status === 409) expect(app).toBeUndefined();
      else expect(await opened(app.instance_id)).toEqual([approval.digest, call(name, "shown").files]);
    }
    expect([...outcomes].filter((status) => status !== 200 && status !== 409)).toEqual([]);

    // The order in which an exchange is sure to come first.
    const shown = await agent.tool(PROPOSE, call("Slow", "shown"));
    const approval = approvalOf(await house.owner.card(shown.proposal_id));
    const evil = await agent.tool(PROPOSE, call("Slow", "evil"));
    for (const change of [{}, evil, { proposal_id: evil.proposal_id }, { digest: evil.digest }]) {
      const { proposal_id, digest } = { ...approval, ...change };
      const mixed = { ...approval, proposal_id, digest };
      const refused = await house.owner.post("approve_proposal", mixed);
      expect(refused.status).toBe(409);
    }
    expect((await agent.tool("read_proposal", { proposal_id: evil.proposal_id })).state).toBe("pending");
    await house.owner.approve(evil.proposal_id);
  });

  function call(name: string, text: string) {
    return { room_id, name, files: labelApp(text), idempotency_key: `attack-${name}-${text}` };
  }

  async function opened(instance_id: string) {
    const app = await house.owner.do<{ digest: string; files: object }>("open_app", { room_id, instance_id });
    return [app.digest, app.files];
  }
});

test("an app is as large as an app may be and no larger, and what is refused is nowhere (agent-10)", async () => {
  const agent = await house.connect();
  const propose = async (name: string, more: Record<string, string>) => {
    const files = { ...labelApp(name), ...more };
    return await agent.tool(PROPOSE, { room_id, name, files, idempotency_key: `attack-${name}` });
  };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/${index}.ts`, ""]));
  const deep = (depth: number) => `src/${"d/".repeat(depth - 2)}x.ts`;
  const { file_bytes, files, path_depth, segment_bytes } = LIMITS;
  const whole = Object.fromEntries(
    ["a", "b", "c", "d"].map((name) => [`src/${name}.css`, " ".repeat(file_bytes)]),
  );
  const segment = (bytes: number) => `src/${"é".repeat((bytes - 3) / 2)}.ts`;
  const before = rowsOf(house.data);
  for (const [name, more] of Object.entries({
    "many files": many(files),
    "one large file": { "src/a.css": " ".repeat(file_bytes + 1) },
    "one large file of wide letters": { "src/a.css": "é".repeat(file_bytes / 2 + 1) },
    "large together": whole,
    "a deep path": { [deep(path_depth + 1)]: "" },
    "a long path": { [`${"d/".repeat(7)}${"x".repeat(1020)}`]: "" },
    "a long name": { [segment(segment_bytes + 2)]: "" },
  })) {
    const refused = await propose(name, more);
    expect([name, refused.error?.code]).toEqual([name, expect.stringMatching(/^(?:too_|invalid_)/)]);
  }
  expect(rowsOf(house.data)).toEqual(before);
  for (const [name, more] of Object.entries({
    "files enough": many(files - 1),
    "a file large enough": { "src/a.css": " ".repeat(file_bytes) },
    "a path deep and long enough": { [deep(path_depth)]: "", [segment(segment_bytes)]: "" },
  })) {
    expect([name, (await propose(name, more)).state]).toEqual([name, "pending"]);
  }
});

test("labels, retries, tasks and refused calls leave nothing that grows with them (agent-13)", async () => {
  const agent = await house.connect();
  const input = { room_id, name: "Small", files: labelApp("Small"), idempotency_key: "attack-small-0" };
  const asked = { port: house.port, token: agent.token, name: PROPOSE };
  const before = rowsOf(house.data);
  const { taskId } = await agent.propose("Small", input);
  for (let round = 0; round < 80; round += 1) {
    const face = FACE[round % FACE.length] ?? FACES["the API"];
    const headers = { "anteroom-agent": `label-${round}` };
    expect(isRefused(await face({ ...asked, input, headers }))).toBe(false);
    // The same again under a key of its own, refused for its code, for its form, for its Room.
    await face({ ...asked, input: { ...input, idempotency_key: `attack-small-${round}` } });
    await face({ ...asked, input: { ...input, files: { "src/App.tsx": `export default (${round}` } } });
    await face({ ...asked, input: { ...input, idempotency_key: `x${round}` } });
    await face({ ...asked, input: { ...input, room_id: `room_${round}`, idempotency_key: `none-${round}` } });
    // A task that is stopped and begun again, and others that are not there.
    const again = await agent.propose("Small", input);
    await agent.send("tasks/cancel", { taskId: again.taskId });
    await agent.send("tasks/cancel", { taskId: `${taskId}${round}` });
  }
  const { connection_agents = 0, idempotency_keys = 0, ...grown } = growth(before, rowsOf(house.data));
  expect(grown).toEqual({ proposals: 1, sources: 1, events: 1, tasks: 1 });
  expect(connection_agents).toBeLessThanOrEqual(50);
  expect(idempotency_keys).toBeLessThanOrEqual(20);
});
