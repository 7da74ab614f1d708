import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueApiToken, writes } from "@anteroom/features";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Person } from "../../../tests/testkit/person.ts";
import { readSettings } from "./config.ts";
import { openDatabase } from "./database/index.ts";
import { type Running, startServer } from "./start.ts";
import { ask } from "./testing/ask.fixture.ts";

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "anteroom-start-"));
});
afterEach(async () => await rm(data, { recursive: true, force: true }));

const OWNER = {
  ANTEROOM_OWNER_EMAIL: "owner@example.test",
  ANTEROOM_OWNER_PASSWORD: "correct horse battery",
};

async function start(environment: Record<string, string> = {}, demo = false) {
  const settings = readSettings({
    ANTEROOM_PORT: "0",
    ANTEROOM_DATA: data,
    ANTEROOM_LOG: "silent",
    ANTEROOM_HOST: "127.0.0.1",
    ...environment,
  });
  const running = await startServer(settings, { demo, checkOutput: true });
  return { ...running, [Symbol.asyncDispose]: () => running.close() };
}

async function tokenFor(email: string): Promise<string> {
  await using database = await openDatabase({
    folder: data,
    lock: false,
    onSignals: () => undefined,
    onError: () => undefined,
  });
  const scopes = ["osfoundry:read", "osfoundry:write"];
  return (await issueApiToken(database.store, { email, scopes })).token;
}

const asAgent = async (running: Running, token: string, name: string, body: object) =>
  await ask(running.port, { path: `/api/v1/${name}`, body, headers: { authorization: `Bearer ${token}` } });

test("a first start prints the way in: the link makes the owner, whose browser is signed in", async () => {
  await using running = await start();
  const [page, secret] = running.setUpLink?.split("#") ?? [];
  expect(page).toBe(`${running.origin}/set-up`);
  const form = {
    secret,
    workspace_name: "Our workspace",
    name: "Ola",
    email: "ola@example.test",
    password: "correct horse battery",
  };
  const post = (name: string, body: object, headers = {}) =>
    ask(running.port, { path: `/api/v1/${name}`, body, headers: { origin: running.origin, ...headers } });
  const made = await post("set_up", form);
  expect(made.status).toBe(200);
  const cookie = made.headers["set-cookie"]?.[0]?.split(";")[0];
  const home = await post("open_home", {}, { cookie, "anteroom-proof": made.json.proof });
  expect(home.json.workspaces).toMatchObject([{ name: "Our workspace", role: "owner" }]);
  expect((await post("set_up", form)).status).toBe(401);
});

test("the environment makes the owner once, and with the demonstration a sample", async () => {
  {
    await using running = await start(OWNER, true);
    expect(running.setUpLink).toBeUndefined();
  }
  await using running = await start({ ...OWNER, ANTEROOM_OWNER_EMAIL: "other@example.test" }, true);
  const token = await tokenFor("owner@example.test");
  const { json } = await asAgent(running, token, "find_resources", {});
  expect(json.resources).toMatchObject([
    { kind: "project", name: "Demo" },
    { kind: "room", name: "Team room" },
  ]);
  await expect(tokenFor("other@example.test")).rejects.toThrow("no person");
});

test("who opens the printed link of a demonstration owns one, with its sample agent", async () => {
  await using running = await start({}, true);
  const [, secret = ""] = running.setUpLink?.split("#") ?? [];
  const who = { name: "Owner", email: "owner@example.test", password: "correct horse battery" };
  const owner = await Person.setUp(running.origin, { secret, ...who, workspace_name: "Ours" });
  const { workspaces } = await owner.do<{
    workspaces: { projects: { name: string; rooms: { room_id: string }[] }[] }[];
  }>("open_home");
  const projects = workspaces.flatMap((workspace) => workspace.projects);
  expect(projects.map(({ name, rooms }) => [name, rooms.length])).toEqual([["Demo", 1]]);
  const room = await owner.do("open_room", { room_id: projects[0]?.rooms[0]?.room_id });
  expect(room).toMatchObject({ sample_agent: true });
});

test("an owner of whom only the email is known, and the workspace, begin with names that can be read", async () => {
  await using running = await start({ ...OWNER, ANTEROOM_OWNER_EMAIL: "ada.b_lovelace@example.test" });
  const post = async (name: string, body: object, headers = {}) =>
    await ask(running.port, {
      path: `/api/v1/${name}`,
      body,
      headers: { origin: running.origin, ...headers },
    });
  const signIn = await post("sign_in", {
    email: "ada.b_lovelace@example.test",
    password: OWNER.ANTEROOM_OWNER_PASSWORD,
  });
  const cookie = signIn.headers["set-cookie"]?.[0]?.split(";")[0];
  const home = await post("open_home", {}, { cookie, "anteroom-proof": signIn.json.proof });
  expect(home.json).toMatchObject({
    person: { name: "Ada B Lovelace" },
    workspaces: [{ name: "Ada B Lovelace's workspace" }],
  });
});

test("an owner that does not do is told of, and nothing is started", async () => {
  await expect(start({ ...OWNER, ANTEROOM_OWNER_PASSWORD: "short" })).rejects.toThrow("password");
  await using running = await start(OWNER);
  expect(running.setUpLink).toBeUndefined();
});

test("one data folder has one server, and one port too", async () => {
  await using first = await start();
  await expect(start()).rejects.toThrow("Another server is running on this data folder");
  const other = { ANTEROOM_PORT: String(first.port), ANTEROOM_DATA: join(data, "other") };
  await expect(start(other)).rejects.toThrow("Another program uses this port");
});

describe("a server that runs", () => {
  test("says that it lives and is ready", async () => {
    await using running = await start();
    const get = (path: string) => ask(running.port, { method: "GET", path, headers: { host: "10.0.0.1" } });
    expect((await get("/healthz")).json).toEqual({ status: "ok" });
    expect((await get("/readyz")).json).toEqual({ status: "ready" });
  });

  test("serves the same operation as a tool and over the API", async () => {
    await using running = await start(OWNER);
    const token = await tokenFor("owner@example.test");
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_connection", arguments: {} },
    };
    const headers = { authorization: `Bearer ${token}` };
    const tool = await ask(running.port, { path: "/api/v1/external-mcp", body: call, headers });
    const api = await asAgent(running, token, "read_connection", {});
    expect(api.status).toBe(200);
    expect(tool.json.result.structuredContent).toEqual(api.json);
  });

  test("hears of what another process wrote: a revoked connection's held call ends", async () => {
    await using running = await start(OWNER);
    const token = await tokenFor("owner@example.test");
    const { json } = await asAgent(running, token, "find_resources", { kind: "room" });
    const poll = {
      resource_type: "room",
      resource_id: json.resources[0].room_id,
      after_sequence: 0,
      wait_seconds: 50,
    };
    const held = asAgent(running, token, "poll_resource_events", poll);
    await using beside = await openDatabase({
      folder: data,
      lock: false,
      onSignals: () => undefined,
      onError: () => undefined,
    });
    const revoke = writes.find(({ name }) => name === "auth.revoke_connection");
    const row = await beside.store.read.selectFrom("connections").selectAll().executeTakeFirstOrThrow();
    await beside.store.write(revoke as never, { connection_id: row.connection_id, person_id: row.person_id });
    expect((await held).status).toBe(401);
  });

  test("takes what is under way to its end when it stops", async () => {
    const running = await start(OWNER);
    const token = await tokenFor("owner@example.test");
    const { json } = await asAgent(running, token, "find_resources", { kind: "room" });
    const poll = {
      resource_type: "room",
      resource_id: json.resources[0].room_id,
      after_sequence: 0,
      wait_seconds: 50,
    };
    const held = asAgent(running, token, "poll_resource_events", poll);
    await asAgent(running, token, "read_connection", {});
    await running.close();
    const { status, json: events } = await held;
    expect([status, events.events]).toEqual([200, []]);
  });
});
