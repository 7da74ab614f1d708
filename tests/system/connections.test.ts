import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// What "Connected" tells of running clients, and what a change there does to what they hold open.

let server: TestServer;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  room_id = await new Agent(server.origin, await adminToken(server)).roomId();
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

interface Connection {
  readonly connection_id: string;
  readonly presence: string;
  readonly login: string;
  readonly waiting: number;
  readonly last_call_at?: string;
  readonly agents: readonly { label: string; last_call_at: string }[];
  readonly projects: readonly { project_id: string; name: string }[];
}

/** The newest connection, as its person sees it. */
async function newest(): Promise<Connection> {
  const { connections } = await owner.do<{ connections: Connection[] }>("list_connections");
  return connections[0]!;
}

/** A poll that nothing in the Room will answer. */
async function hold(agent: Agent) {
  const { last_sequence } = await agent.ask<{ last_sequence: number }>("read_room", { room_id });
  const query = {
    resource_type: "room",
    resource_id: room_id,
    after_sequence: last_sequence,
    wait_seconds: 50,
  };
  return { answer: agent.call("poll_resource_events", query) };
}

async function isHeld(): Promise<void> {
  await expect.poll(async () => (await newest()).waiting).toBe(1);
}

test("a new connection's first call appears live, and so does each new agent on it", async () => {
  const token = await adminToken(server);
  expect(await newest()).toMatchObject({ presence: "never", login: "working", waiting: 0, agents: [] });
  const page = await owner.openPage();
  await new Agent(server.origin, token).ask("read_connection", {});
  expect(await page.next()).toMatchObject({ event: "person" });
  const first = await newest();
  expect(first).toMatchObject({ presence: "online", agents: [], last_call_at: expect.any(String) });
  await new Agent(server.origin, token, "docs").ask("read_connection", {});
  expect(await page.next()).toMatchObject({ event: "person" });
  expect((await newest()).agents).toEqual([{ label: "docs", last_call_at: expect.any(String) }]);
  page.close();
});

test("what is known of the calls outlives the server", async () => {
  const token = await adminToken(server);
  await new Agent(server.origin, token, "keeps").ask("read_connection", {});
  await expect.poll(async () => (await newest()).agents.length).toBe(1);
  const before = await newest();
  server = await server.restart();
  owner = await Person.signIn(server.origin);
  expect(await newest()).toEqual(before);
});

test("a call that is held open is counted, and ends with its connection (agent-5)", async () => {
  const agent = new Agent(server.origin, await adminToken(server));
  const held = await hold(agent);
  await isHeld();
  expect(await newest()).toMatchObject({ presence: "online", waiting: 1 });
  await owner.do("revoke_connection", { connection_id: (await newest()).connection_id });
  expect(await held.answer).toMatchObject({ isError: true, content: [{ text: "Authentication required" }] });
});

test("a connection that is seated elsewhere loses what it held open on its old projects", async () => {
  const home = await owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
  const { project_id } = await owner.do<{ project_id: string }>("create_project", {
    workspace_id: home.workspaces[0]?.workspace_id,
    name: "Side",
  });
  const agent = new Agent(server.origin, await adminToken(server));
  const held = await hold(agent);
  await isHeld();
  const { connection_id } = await newest();
  const began = performance.now();
  await owner.do("change_connection_projects", { connection_id, project_ids: [project_id] });
  expect(await held.answer).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "not_found" } },
  });
  // The promise is two seconds; a held call that was forgotten would end after fifty.
  expect(performance.now() - began).toBeLessThan(10_000);
  expect((await newest()).projects).toEqual([{ project_id, name: "Side" }]);
  expect((await agent.refusal("read_room", { room_id })).code).toBe("not_found");
});
