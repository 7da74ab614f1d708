import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bounds } from "../index.ts";
import type { OutputOf } from "../kernel/operation.ts";
import type { Signal } from "../kernel/signal.ts";
import { House, OWNER, type SignedIn } from "../testing/house.ts";
import { Client, connect, type Tokens, Visitor } from "../testing/visitor.ts";
import type { listConnections } from "./contract.ts";
import { authenticateBearer, issueApiToken, noteCallsWrite } from "./index.ts";

// What people see of the clients that act for them, and what they change.

type Listed = OutputOf<typeof listConnections>["connections"][number];

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;
let workspace_id: string;
let general: string;
const open = new Map<string, number>();

beforeAll(async () => {
  house = await House.open({ ports: { openCalls: (connection_id) => open.get(connection_id) ?? 0 } });
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
  const project = await house.ports.store.read.selectFrom("projects").selectAll().executeTakeFirstOrThrow();
  workspace_id = project.workspace_id;
  general = project.project_id;
});
beforeEach(() => {
  house.opened.signals.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  expect(house.errors).toEqual([]);
  expect(house.opened.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function list(person: SignedIn = owner): Promise<Listed[]> {
  const { connections } = await house.call<OutputOf<typeof listConnections>>(
    "list_connections",
    {},
    { ...person },
  );
  return connections;
}

async function find(connection_id: string): Promise<Listed | undefined> {
  return (await list()).find((connection) => connection.connection_id === connection_id);
}

async function token(email: string = OWNER.email) {
  return await issueApiToken(house.ports.store, { email, scopes: ["osfoundry:read"], label: "Nightly" });
}

async function idOf({ access_token }: Tokens): Promise<string> {
  return (await authenticateBearer(house.ports, access_token))?.connection_id ?? "";
}

/** Entries of the audit log since it had so many. */
async function auditSince(count: number) {
  const all = house.ports.store.read.selectFrom("audit").selectAll().orderBy("sequence");
  return (await all.execute()).slice(count);
}

async function auditCount(): Promise<number> {
  return (await auditSince(0)).length;
}

function move(minutes: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
}

/** Notes a call of each label ("" is none) as the server does. */
async function note(connection_id: string, labels: readonly string[], at = new Date().toISOString()) {
  const agents = labels.filter((label) => label !== "").map((label) => ({ label, at }));
  const noted = { workspace_id, connection_id, person_id: owner.person_id, at, agents };
  await house.ports.store.write(noteCallsWrite, [noted]);
}

async function newcomer(name: string): Promise<SignedIn & { person_id: string; email: string }> {
  const email = `${name}@example.test`;
  const room = await house.ports.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  const { link } = await house.call<{ link: string }>(
    "invite_to_room",
    { room_id: room.resource_id },
    { ...owner },
  );
  const kept: { secret?: string; proof?: string } = {};
  await house.call(
    "accept_invitation",
    { secret: new URL(link).hash.slice(1), name, email, password: "a long enough sentence" },
    kept,
  );
  const { person_id } = await house.ports.store.read
    .selectFrom("persons")
    .select("person_id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { secret: kept.secret ?? "", proof: kept.proof ?? "", person_id, email };
}

describe("presence", () => {
  test("is told by the server's clock from the last call", async () => {
    const { connection_id } = await token();
    expect(await find(connection_id)).toMatchObject({ presence: "never", waiting: 0 });
    await note(connection_id, [""]);
    const at = Date.now();
    const told = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: at + minutes * 60_000 });
      return (await find(connection_id))?.presence;
    };
    expect(await told(0)).toBe("online");
    expect(await told(1.9)).toBe("online");
    expect(await told(2.1)).toBe("recent");
    expect(await told(14.9)).toBe("recent");
    expect(await told(15.1)).toBe("away");
    expect(await told(24 * 60 - 1)).toBe("away");
    expect(await told(24 * 60 + 1)).toBe("offline");
  });

  test("of a client that holds a call open is online, however long ago it began", async () => {
    const { connection_id } = await token();
    await note(connection_id, [""], "2026-01-01T00:00:00.000Z");
    expect(await find(connection_id)).toMatchObject({ presence: "offline", waiting: 0 });
    open.set(connection_id, 2);
    expect(await find(connection_id)).toMatchObject({ presence: "online", waiting: 2 });
    open.clear();
  });
});

describe("a noted call", () => {
  test("is told to the person when it is the first, or of a new agent, and else found by who looks", async () => {
    const { connection_id } = await token();
    house.opened.signals.length = 0;
    const told = { kind: "person", person_id: owner.person_id } as const satisfies Signal;
    await note(connection_id, [""], "2026-02-01T00:00:00.000Z");
    expect(house.opened.signals).toEqual([told]);
    await note(connection_id, ["build", "docs"], "2026-02-01T00:01:00.000Z");
    expect(house.opened.signals).toEqual([told, told]);
    await note(connection_id, ["", "build"], "2026-02-01T00:02:00.000Z");
    expect(house.opened.signals).toHaveLength(2);
    expect(await find(connection_id)).toMatchObject({
      last_call_at: "2026-02-01T00:02:00.000Z",
      agents: [
        { label: "build", last_call_at: "2026-02-01T00:02:00.000Z" },
        { label: "docs", last_call_at: "2026-02-01T00:01:00.000Z" },
      ],
    });
  });

  test("keeps the latest fifty agents of a connection, whatever an agent calls itself (agent-13)", async () => {
    const { connection_id } = await token();
    const other = await token();
    await note(other.connection_id, ["stays"]);
    for (let round = 0; round < 3; round += 1) {
      const labels = Array.from({ length: 40 }, (_, index) => `agent-${round}-${index}`);
      await note(connection_id, labels, `2026-03-0${round + 1}T00:00:00.000Z`);
    }
    const agents = (await find(connection_id))?.agents ?? [];
    expect(agents).toHaveLength(50);
    expect(agents.filter(({ label }) => label.startsWith("agent-2-"))).toHaveLength(40);
    expect(agents.filter(({ label }) => label.startsWith("agent-1-"))).toHaveLength(10);
    expect((await find(other.connection_id))?.agents).toHaveLength(1);
  });

  test("of a connection that ended meanwhile leaves nothing behind", async () => {
    const { connection_id } = await token();
    await house.call("revoke_connection", { connection_id }, { ...owner });
    house.opened.signals.length = 0;
    await note(connection_id, ["late"]);
    expect(house.opened.signals).toEqual([]);
    const left = house.ports.store.read.selectFrom("connection_agents").selectAll();
    expect(await left.where("connection_id", "=", connection_id).execute()).toEqual([]);
  });
});

test("what a connection asked for before it ended, and was still being checked then, comes too late (agent-5)", async () => {
  const { token: secret, connection_id } = await token();
  const principal = await authenticateBearer(house.ports, secret);
  const [begun, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const checkFiles = async () => {
    begun.resolve();
    await checked.promise;
    return { diagnostics: [] };
  };
  const room = await house.ports.store.read.selectFrom("resources").selectAll().executeTakeFirstOrThrow();
  const files = { "src/App.tsx": "export default () => null;" };
  const input = { room_id: room.resource_id, name: "Late", files, idempotency_key: "a-late-one" };
  const { handler } = bounds.find(({ operation }) => operation.name === "propose_room_snippet_app")!;
  const late = handler({ ...house.ports, principal, checkFiles } as never, input as never);
  await begun.promise;
  await house.call("revoke_connection", { connection_id }, { ...owner });
  checked.resolve();
  await expect(late).rejects.toMatchObject({ body: { code: "not_found" } });
  expect(await house.ports.store.read.selectFrom("proposals").selectAll().execute()).toEqual([]);
});

describe("a login", () => {
  test("of a client works until the last thing that it could present is over", async () => {
    const client = await Client.register(house);
    const tokens = await connect(visitor, client);
    const connection_id = await idOf(tokens);
    expect(await find(connection_id)).toMatchObject({
      login: "working",
      redirect_host: "127.0.0.1",
      loopback: true,
    });
    house.sql("update oidc_items set expires_at = 1 where kind = 'AccessToken'");
    expect(await find(connection_id)).toMatchObject({ login: "working" });
    house.sql("update oidc_items set expires_at = 1 where kind = 'RefreshToken'");
    expect(await find(connection_id)).toMatchObject({ login: "expired" });
  });

  test("of an API token ends with it, and stays in sight until it is revoked", async () => {
    const { connection_id, expires_at } = await token();
    expect(await find(connection_id)).toMatchObject({ login: "working", expires_at });
    expect(await find(connection_id)).not.toHaveProperty("redirect_host");
    house.sql(
      "update connections set expires_at = '2026-01-01T00:00:00.000Z' where connection_id = ?",
      connection_id,
    );
    expect(await find(connection_id)).toMatchObject({ login: "expired" });
    await house.call("revoke_connection", { connection_id }, { ...owner });
    expect(await find(connection_id)).toBeUndefined();
  });
});

describe("the projects of a connection", () => {
  beforeAll(async () => {
    await house.call("create_project", { workspace_id, name: "Side" }, { ...owner });
  });

  async function change(connection_id: string, project_ids: string[], by: SignedIn = owner) {
    return await house.call("change_connection_projects", { connection_id, project_ids }, { ...by });
  }

  test("are changed by its person, to any of those offered, at once and on the record", async () => {
    const { connection_id } = await token();
    const side = (await find(connection_id))?.possible_projects.find(({ name }) => name === "Side");
    const before = await auditCount();
    house.opened.signals.length = 0;
    await change(connection_id, [side?.project_id ?? ""]);
    expect(await find(connection_id)).toMatchObject({
      projects: [{ name: "Side" }],
      possible_projects: [{ name: "General" }, { name: "Side" }],
    });
    expect(house.opened.signals).toEqual([
      { kind: "connection", connection_id },
      { kind: "person", person_id: owner.person_id },
    ]);
    expect(await auditSince(before)).toMatchObject([
      { action: "connection.projects_changed", actor_name: "Owner", subject: "Nightly", detail: "Side" },
    ]);
  });

  test("are never none, never another's, and never changed by another or after the end (client-11)", async () => {
    const { connection_id } = await token();
    const guest = await newcomer("seatless");
    house.sql("insert into projects values (?, 'proj_foreign', 'Foreign', '2026-01-01')", workspace_id);
    const refused = { body: { code: "not_found" } };
    await expect(change(connection_id, ["proj_foreign"])).rejects.toMatchObject(refused);
    await expect(change(connection_id, [general, "proj_foreign"])).rejects.toMatchObject(refused);
    await expect(change(connection_id, [])).rejects.toMatchObject(refused);
    await expect(change(connection_id, [general], guest)).rejects.toMatchObject(refused);
    expect((await find(connection_id))?.projects).toHaveLength(2);
    await house.call("revoke_connection", { connection_id }, { ...owner });
    await expect(change(connection_id, [general])).rejects.toMatchObject(refused);
  });
});

describe("who leaves or is taken out", () => {
  const ways = [
    ["leave_workspace", false],
    ["remove_member", true],
  ] as const;

  test.each(ways)(
    "by %s takes every connection along, for good (member-1, member-2)",
    async (operation, byOwner) => {
      const name = operation.replace("_", "-");
      const person = await newcomer(name);
      const api = await token(person.email);
      const client = await Client.register(house);
      const tokens = await connect(new Visitor(house, person), client);
      const mine = await token();
      const before = await auditCount();
      house.opened.signals.length = 0;
      const input = { workspace_id, ...(byOwner && { person_id: person.person_id }) };
      await house.call(operation, input, { ...(byOwner ? owner : person) });

      expect(await authenticateBearer(house.ports, api.token)).toBeUndefined();
      expect(await authenticateBearer(house.ports, tokens.access_token)).toBeUndefined();
      expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await authenticateBearer(house.ports, mine.token)).toBeDefined();
      expect(house.opened.signals).toContainEqual({ kind: "connection", connection_id: api.connection_id });
      expect(house.opened.signals).toContainEqual({ kind: "person", person_id: person.person_id });
      const revoked = (await auditSince(before)).filter(({ action }) => action === "connection.revoked");
      expect(new Set(revoked.map(({ subject }) => subject))).toEqual(new Set(["Nightly", "Test agent"]));
      expect(revoked).toHaveLength(2);

      // Back in the workspace, and in the project too.
      house.sql("insert into members values (?, ?, 'member', '2026-01-01')", workspace_id, person.person_id);
      house.sql(
        "insert into project_members values (?, ?, ?, '2026-01-01')",
        workspace_id,
        general,
        person.person_id,
      );
      expect(await authenticateBearer(house.ports, api.token)).toBeUndefined();
      expect(await authenticateBearer(house.ports, tokens.access_token)).toBeUndefined();
      expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await list(person)).toEqual([]);
    },
  );

  test("cannot be somebody else without the role for it, and nothing ends then", async () => {
    const person = await newcomer("bystander");
    const { token: mine } = await token();
    const input = { workspace_id, person_id: owner.person_id };
    await expect(house.call("remove_member", input, { ...person })).rejects.toMatchObject({
      body: { code: "forbidden" },
    });
    await expect(house.call("leave_workspace", { workspace_id }, { ...owner })).rejects.toMatchObject({
      body: { code: "conflict_state" },
    });
    expect(await authenticateBearer(house.ports, mine)).toBeDefined();
  });
});

describe("the audit log", () => {
  test("tells how a connection came, and how it ended", async () => {
    const client = await Client.register(house);
    const before = await auditCount();
    const [one, two, three] = [
      await connect(visitor, client),
      await connect(visitor, client, { scope: "osfoundry:read" }),
      await connect(visitor, client),
    ];
    const ids = [await idOf(one), await idOf(two), await idOf(three)];
    await house.call("revoke_connection", { connection_id: ids[0] }, { ...owner });
    await fetch(`${house.origin}/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id, token: two.refresh_token }),
    });
    await client.refresh(three.refresh_token);
    move(1);
    await client.refresh(three.refresh_token);
    await token();
    const made = {
      action: "connection.made",
      actor_kind: "person",
      actor_name: "Owner",
      subject: "Test agent",
    };
    expect(await auditSince(before)).toMatchObject([
      { ...made, detail: "osfoundry:read osfoundry:write in General, Side" },
      { ...made, detail: "osfoundry:read in General, Side" },
      made,
      {
        action: "connection.revoked",
        actor_kind: "person",
        actor_id: owner.person_id,
        subject: "Test agent",
      },
      { action: "connection.revoked", actor_kind: "agent", actor_id: ids[1], subject: "Test agent" },
      { action: "connection.reuse_detected", actor_kind: "server", subject: "Test agent" },
      { action: "connection.made", actor_kind: "server", subject: "Nightly" },
    ]);
  });
});

test("a client that asks for more gets a connection of its own, and the page can tell what is new", async () => {
  const client = await Client.register(house);
  const less = await connect(visitor, client, { scope: "osfoundry:read" });
  const { pathname } = new URL(
    (await visitor.get(client.authorizeUrl())).headers.get("location") ?? "",
    house.origin,
  );
  expect(await (await visitor.post(`${pathname}/read`)).json()).toMatchObject({
    scopes: ["osfoundry:read", "osfoundry:write"],
    held_scopes: ["osfoundry:read"],
  });
  const more = await connect(visitor, client);
  expect(await idOf(more)).not.toBe(await idOf(less));
  expect((await authenticateBearer(house.ports, less.access_token))?.scopes).toEqual(["osfoundry:read"]);
  expect((await authenticateBearer(house.ports, more.access_token))?.scopes).toEqual([
    "osfoundry:read",
    "osfoundry:write",
  ]);
});
