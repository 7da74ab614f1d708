import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticateBearer } from "./index.ts";
import { House, type SignedIn } from "../testing/house.ts";
import { arrive, Client, type Consent, type Tokens, Visitor } from "../testing/visitor.ts";

// Sign-in of a client that has no browser (RFC 8628): it shows a code, and a person answers on another machine.

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

interface Shown {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;
let client: Client;
let address = 0;

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
});
beforeEach(async () => {
  client = await Client.register(house);
});
afterEach(() => {
  vi.useRealTimers();
  expect(house.errors).toEqual([]);
  expect(house.opened.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function ask(form: Record<string, string> = {}, from?: string): Promise<Response> {
  address += 1;
  return await fetch(`${house.origin}/device_authorization`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id, ...form }),
    headers: { "x-forwarded-for": from ?? `198.51.100.${address}` },
  });
}

async function show(form: Record<string, string> = {}): Promise<Shown> {
  return (await (await ask(form)).json()) as Shown;
}

async function poll(device_code: string, by = client) {
  const answered = await by.token({ grant_type: DEVICE_GRANT, device_code });
  return { status: answered.status, ...((await answered.json()) as Partial<Tokens> & { error?: string }) };
}

async function read(user_code: unknown, by = visitor): Promise<Response> {
  return await by.post("/device/read", { user_code });
}

async function allow(user_code: string, changes: object = {}): Promise<Response> {
  const { workspaces } = (await (await read(user_code)).json()) as Consent;
  const workspace_id = workspaces[0]?.workspace_id;
  const project_ids = workspaces[0]?.projects.map(({ project_id }) => project_id);
  return await visitor.post("/device/decide", {
    user_code,
    allow: true,
    workspace_id,
    project_ids,
    ...changes,
  });
}

async function connectionCount(): Promise<number> {
  const all = house.ports.store.read.selectFrom("connections").selectAll();
  return (await all.where("client_id", "=", client.id).execute()).length;
}

describe("a device", () => {
  test("shows a code and where to type it, and acts for who lets it in", async () => {
    const shown = await show({ scope: "osfoundry:read" });
    expect(shown).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${house.origin}/device`,
      verification_uri_complete: `${house.origin}/device?user_code=${shown.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(shown.device_code)).toMatchObject({ status: 400, error: "authorization_pending" });

    expect(await (await allow(shown.user_code)).json()).toEqual({ decided: true });
    const tokens = await poll(shown.device_code);
    expect(tokens).toMatchObject({ status: 200, token_type: "Bearer", scope: "osfoundry:read" });
    const principal = await authenticateBearer(house.ports, tokens.access_token ?? "");
    expect(principal).toMatchObject({
      person_id: owner.person_id,
      client_name: "Test agent",
      scopes: ["osfoundry:read"],
    });
    expect((await client.refresh(tokens.refresh_token ?? "")).status).toBe(200);
    const row = await house.ports.store.read
      .selectFrom("connections")
      .selectAll()
      .where("connection_id", "=", principal?.connection_id ?? "")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ redirect_host: null, loopback: 0 });
  });

  test("asks for all scopes and for our resource when it names none; another resource is refused", async () => {
    const { user_code } = await show({ scope: "openid" });
    expect(await (await read(user_code)).json()).toMatchObject({
      scopes: ["osfoundry:read", "osfoundry:write"],
    });
    const elsewhere = await ask({ resource: "https://other.example.test/mcp" });
    expect([elsewhere.status, await elsewhere.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_target" }),
    ]);
    expect((await ask({ resource: `${house.origin}/api/v1/external-mcp/?tools=rooms` })).status).toBe(200);
  });

  test("learns that it was turned away, and nothing is left of it (client-14)", async () => {
    const { user_code, device_code } = await show();
    expect((await visitor.post("/device/decide", { user_code, allow: false })).status).toBe(200);
    expect(await poll(device_code)).toMatchObject({ status: 400, error: "access_denied" });
    expect(await poll(device_code)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await connectionCount()).toBe(0);
  });

  test("that asks too often is told to slow down, and gets its tokens all the same", async () => {
    const { user_code, device_code } = await show();
    expect(await poll(device_code)).toMatchObject({ error: "authorization_pending" });
    expect(await poll(device_code)).toMatchObject({ status: 400, error: "slow_down" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5000 });
    expect(await poll(device_code)).toMatchObject({ error: "authorization_pending" });
    await allow(user_code);
    expect(await poll(device_code)).toMatchObject({ status: 200 });
  });

  test("learns that its time is over (net-10)", async () => {
    const { user_code, device_code } = await show();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    expect((await read(user_code)).status).toBe(404);
    expect(await poll(device_code)).toMatchObject({ status: 400, error: "expired_token" });
  });

  test("gets tokens once, also when it asks twice at the same time (duty 15) (client-14)", async () => {
    const { user_code, device_code } = await show();
    await allow(user_code);
    const answers = await Promise.all([poll(device_code), poll(device_code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  test("whose used code comes back is out, since somebody may hold a copy", async () => {
    const { user_code, device_code } = await show();
    await allow(user_code);
    const { access_token = "" } = await poll(device_code);
    expect(await authenticateBearer(house.ports, access_token)).toBeDefined();
    expect(await poll(device_code)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await authenticateBearer(house.ports, access_token)).toBeUndefined();
  });

  test("cannot use another client's code (client-14)", async () => {
    const { user_code, device_code } = await show();
    await allow(user_code);
    const other = await Client.register(house);
    expect(await poll(device_code, other)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await poll(device_code)).toMatchObject({ status: 200 });
  });

  test("may be a client that is nothing else and has no address for answers", async () => {
    client = await Client.register(house, { redirect_uris: [], grant_types: [DEVICE_GRANT] });
    const { user_code, device_code } = await show();
    await allow(user_code);
    expect(await poll(device_code)).toMatchObject({ status: 200 });
    const elsewhere = client.authorizeUrl({ redirect_uri: "http://127.0.0.1/callback" });
    const answered = await visitor.get(elsewhere);
    expect([answered.status, answered.headers.get("location")]).toEqual([400, null]);
  });

  test("must be known, and brings its secret if it has one", async () => {
    const unknown = await ask({ client_id: "gone" });
    expect([unknown.status, await unknown.json()]).toEqual([
      401,
      expect.objectContaining({ error: "invalid_client" }),
    ]);
    client = await Client.register(house, { token_endpoint_auth_method: "client_secret_post" });
    expect((await ask()).status).toBe(401);
    expect((await ask({ client_secret: client.secret ?? "" })).status).toBe(200);
  });

  test("begins at most 30 times a minute from one address (net-6)", async () => {
    for (let count = 0; count < 30; count += 1) expect((await ask({}, "192.0.2.30")).status).toBe(200);
    const refused = await ask({}, "192.0.2.30");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("keeps nothing in the store that anybody could present", async () => {
    const { user_code, device_code } = await show();
    const stored = house.stored();
    expect(stored).not.toContain(device_code);
    expect(stored).not.toContain(user_code);
    expect(stored).not.toContain(user_code.replace("-", ""));
  });
});

describe("the device page", () => {
  test("shows who asks, for what, and the code, before anything is decided (phish-4)", async () => {
    const { user_code } = await show({ scope: "osfoundry:read" });
    expect(await (await read(user_code)).json()).toEqual({
      device: true,
      user_code,
      client_name: "Test agent",
      client_verified: false,
      scopes: ["osfoundry:read"],
      held_scopes: [],
      person: { name: "Owner", email: "Owner@example.test" },
      workspaces: [
        {
          workspace_id: expect.stringMatching(/^ws_/),
          name: "Workshop",
          projects: [{ project_id: expect.stringMatching(/^proj_/), name: "General" }],
        },
      ],
    });
  });

  test("takes the code however it is typed", async () => {
    const { user_code } = await show();
    const typed = ` ${user_code.toLowerCase().replace("-", " – ")}.`;
    expect(await (await read(typed)).json()).toMatchObject({ user_code });
  });

  test.each(["read", "decide"])("answers %s to nobody else (page-1, page-2)", async (action) => {
    const { user_code } = await show();
    const body = { user_code, allow: false };
    const post = async (headers: Record<string, string>, by = visitor) =>
      (await by.post(`/device/${action}`, body, headers)).status;
    expect(await post({}, new Visitor(house))).toBe(401);
    expect(await post({ origin: "https://evil.example.test" })).toBe(403);
    expect(await post({ "anteroom-proof": "x".repeat(43) })).toBe(403);
    expect((await visitor.get(`/device/${action}`)).status).toBe(405);
    expect((await read(user_code)).status).toBe(200);
  });

  test("is ours alone: the stock pages of the authorization server answer nothing (duty 14)", async () => {
    const { user_code } = await show();
    const page = await visitor.get(`/device?user_code=${user_code}`);
    expect(await page.text()).toBe("the server's own page");
    for (const path of ["/device", "/device/some-interaction", "/session/end/confirm"]) {
      const posted = await visitor.post(path, { user_code, xsrf: "x", confirm: "yes" });
      expect(await posted.text()).toBe("the server's own page");
    }
    expect((await read(user_code)).status).toBe(200);
  });

  test("decides once, whichever way", async () => {
    const { user_code, device_code } = await show();
    const answers = await Promise.all([
      allow(user_code),
      allow(user_code),
      visitor.post("/device/decide", { user_code, allow: false }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2);
    expect((await read(user_code)).status).toBe(404);
    const polled = await poll(device_code);
    expect(await connectionCount()).toBe(polled.status === 200 ? 1 : 0);
  });

  test("seats a device only in projects of the person's own; what was refused leaves it waiting (client-11)", async () => {
    const { user_code, device_code } = await show();
    expect((await allow(user_code, { project_ids: [] })).status).toBe(400);
    expect((await allow(user_code, { project_ids: ["proj_other"] })).status).toBe(404);
    expect((await allow(user_code, { workspace_id: "ws_other" })).status).toBe(404);
    expect(await connectionCount()).toBe(0);
    expect(await poll(device_code)).toMatchObject({ error: "authorization_pending" });
    expect((await allow(user_code)).status).toBe(200);
  });

  test("does not know a code of another kind of request", async () => {
    const page = await arrive(visitor, client.authorizeUrl());
    expect((await read(page.slice("/consent/".length))).status).toBe(404);
    expect((await read(7)).status).toBe(404);
    expect((await read("")).status).toBe(404);
  });
});

test("codes can be guessed ten times a minute by one person, through whatever sign-in, and right ones do not count (net-10)", async () => {
  await using other = await House.open();
  const person = await other.setUp();
  const kept: { secret?: string; proof?: string } = {};
  await other.call("sign_in", { email: "owner@example.test", password: "correct horse battery" }, kept);
  const sign_ins = [person, { secret: kept.secret ?? "", proof: kept.proof ?? "" }];
  const [one, two] = sign_ins.map((signIn) => new Visitor(other, signIn)) as [Visitor, Visitor];
  const agent = await Client.register(other);
  const asked = await fetch(`${other.origin}/device_authorization`, {
    method: "POST",
    body: new URLSearchParams({ client_id: agent.id }),
  });
  const { user_code } = (await asked.json()) as Shown;
  for (let count = 0; count < 20; count += 1) expect((await read(user_code, one)).status).toBe(200);
  for (let count = 0; count < 10; count += 1) {
    expect((await read("BBBB-BBBB", count % 2 === 0 ? one : two)).status).toBe(404);
  }
  for (const by of [one, two]) {
    const refused = await read(user_code, by);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited" } });
  }
  expect((await two.post("/device/decide", { user_code, allow: false })).status).toBe(429);
});
