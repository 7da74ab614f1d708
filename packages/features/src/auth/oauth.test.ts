import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { OutputOf } from "../kernel/operation.ts";
import type { listConnections } from "./contract.ts";
import { authenticateBearer } from "./index.ts";
import { House, type SignedIn } from "../testing/house.ts";
import { arrive, Client, connect, letIn, type Tokens, Visitor } from "../testing/visitor.ts";

// The way of a client from its registration to its last token, over HTTP and a real store. "Duty" is a number
// of research/oauth.md, "case" one of the reported faults.

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
});
afterEach(() => {
  vi.useRealTimers();
  expect(house.errors).toEqual([]);
  expect(house.opened.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function caller(tokens: Tokens) {
  return await authenticateBearer(house.ports, tokens.access_token);
}

/** The connections of a client that the person sees. */
async function listed(client: Client) {
  const rows = await house.ports.store.read
    .selectFrom("connections")
    .select("connection_id")
    .where("client_id", "=", client.id)
    .execute();
  const own = new Set(rows.map(({ connection_id }) => connection_id));
  const list = await house.call<OutputOf<typeof listConnections>>("list_connections", {}, { ...owner });
  expect(list).toMatchObject({
    total: list.connections.length,
    endpoint: `${house.origin}/api/v1/external-mcp`,
  });
  return list.connections.filter(({ connection_id }) => own.has(connection_id));
}

async function read<T = Record<string, unknown>>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

describe("a client", () => {
  test("that the person lets in acts for that person, in that workspace and those projects", async () => {
    const client = await Client.register(house);
    const tokens = await connect(visitor, client);
    expect(tokens).toMatchObject({
      token_type: "Bearer",
      expires_in: 3600,
      scope: "osfoundry:read osfoundry:write",
    });
    const principal = await caller(tokens);
    expect(principal).toMatchObject({
      kind: "agent",
      person_id: owner.person_id,
      client_name: "Test agent",
      scopes: ["osfoundry:read", "osfoundry:write"],
    });
    expect(await listed(client)).toEqual([
      {
        connection_id: principal?.connection_id,
        kind: "oauth",
        client_name: "Test agent",
        workspace: { workspace_id: principal?.workspace_id, name: "Workshop" },
        projects: [{ project_id: expect.stringMatching(/^proj_/), name: "General" }],
        possible_projects: [{ project_id: expect.stringMatching(/^proj_/), name: "General" }],
        scopes: ["osfoundry:read", "osfoundry:write"],
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        login: "working",
        presence: "never",
        waiting: 0,
        agents: [],
        redirect_host: "127.0.0.1",
        loopback: true,
      },
    ]);
  });

  test("gets its own state back, and is told who answers (duty 9) (client-6)", async () => {
    const back = await letIn(visitor, (await Client.register(house)).authorizeUrl());
    expect(back.origin + back.pathname).toBe("http://127.0.0.1/callback");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: "st4te",
      iss: house.origin,
    });
  });

  test("that connects again gets a second connection of its own", async () => {
    const client = await Client.register(house);
    const first = await connect(visitor, client);
    const second = await connect(visitor, client);
    expect((await caller(first))?.connection_id).not.toBe((await caller(second))?.connection_id);
    expect(await listed(client)).toHaveLength(2);
  });

  test("is out at once when the person revokes it; others stay (token-2)", async () => {
    const client = await Client.register(house);
    const gone = await connect(visitor, client);
    const stays = await connect(visitor, client);
    const connection_id = (await caller(gone))?.connection_id ?? "";
    house.opened.signals.length = 0;
    await house.call("revoke_connection", { connection_id }, { ...owner });
    expect(await caller(gone)).toBeUndefined();
    expect((await client.refresh(gone.refresh_token)).status).toBe(400);
    expect(await caller(stays)).toBeDefined();
    expect(await listed(client)).toHaveLength(1);
    expect(house.opened.signals).toEqual([
      { kind: "connection", connection_id },
      { kind: "person", person_id: owner.person_id },
    ]);
  });

  test.each(["access_token", "refresh_token"] as const)(
    "ends its connection by revoking its %s",
    async (kind) => {
      const client = await Client.register(house);
      const tokens = await connect(visitor, client);
      const answered = await fetch(`${house.origin}/revoke`, {
        method: "POST",
        body: new URLSearchParams({ client_id: client.id, token: tokens[kind] }),
      });
      expect(answered.status).toBe(200);
      expect(await caller(tokens)).toBeUndefined();
      expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
      expect(await listed(client)).toEqual([]);
    },
  );

  test("cannot revoke another client's token (client-2)", async () => {
    const tokens = await connect(visitor, await Client.register(house));
    const other = await Client.register(house);
    await fetch(`${house.origin}/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: other.id, token: tokens.access_token }),
    });
    expect(await caller(tokens)).toBeDefined();
  });

  test("is out when its person leaves the workspace (duty 13)", async () => {
    const client = await Client.register(house);
    const tokens = await connect(visitor, client);
    house.sql("update members set person_id = 'gone' where person_id = ?", owner.person_id);
    expect(await caller(tokens)).toBeUndefined();
    const refreshed = await client.refresh(tokens.refresh_token);
    expect([refreshed.status, await read(refreshed)]).toEqual([
      400,
      { error: "invalid_grant", error_description: expect.any(String) },
    ]);
    house.sql("update members set person_id = ? where person_id = 'gone'", owner.person_id);
  });

  test("is out when its connection is nowhere (duty 13)", async () => {
    const client = await Client.register(house);
    const tokens = await connect(visitor, client);
    house.sql("delete from connections where client_id = ?", client.id);
    expect(await caller(tokens)).toBeUndefined();
    expect((await client.refresh(tokens.refresh_token)).status).toBe(400);
  });

  test("is answered at the scheme that it registered (duty 3)", async () => {
    const redirect_uris = ["editor://auth/done"];
    const client = await Client.register(house, { redirect_uris, application_type: "web" });
    const back = await letIn(visitor, client.authorizeUrl());
    expect(back.href).toMatch(/^editor:\/\/auth\/done\?code=/);
    expect((await client.exchange(back.searchParams.get("code") ?? "")).status).toBe(200);
    const elsewhere = await visitor.get(client.authorizeUrl({ redirect_uri: "editor://auth/other" }));
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([400, null]);
  });

  test("is answered at the loopback of IPv6 at any port, once that is registered (duty 3, case O2)", async () => {
    const client = await Client.register(house, { redirect_uris: ["http://[::1]/callback"] });
    const back = await letIn(visitor, client.authorizeUrl({ redirect_uri: "http://[::1]:57470/callback" }));
    expect(back.host).toBe("[::1]:57470");
  });

  test("learns that its access token is over after an hour (token-3)", async () => {
    const tokens = await connect(visitor, await Client.register(house));
    const now = Date.now() / 1000;
    expect(await authenticateBearer(house.ports, tokens.access_token, now + 3590)).toBeDefined();
    expect(await authenticateBearer(house.ports, tokens.access_token, now + 3601)).toBeUndefined();
  });

  test("has a token for this address alone (duty 5) (client-5)", async () => {
    const { access_token } = await connect(visitor, await Client.register(house));
    const elsewhere = { ...house.ports, origin: "https://other.example.test" };
    expect(await authenticateBearer(elsewhere, access_token)).toBeUndefined();
  });

  test("may keep a secret, shown once and kept as a hash", async () => {
    const client = await Client.register(house, { token_endpoint_auth_method: "client_secret_post" });
    const client_secret = client.secret ?? "";
    const back = await letIn(visitor, client.authorizeUrl());
    const code = back.searchParams.get("code") ?? "";
    expect((await client.exchange(code)).status).toBe(401);
    expect((await client.exchange(code, { client_secret: "wrong" })).status).toBe(401);
    expect((await client.exchange(code, { client_secret })).status).toBe(200);
    const { registration_client_uri, registration_access_token } = client.registration;
    const seen = await fetch(String(registration_client_uri), {
      headers: { authorization: `Bearer ${String(registration_access_token)}` },
    });
    expect(seen.status).toBe(200);
    expect(await seen.text()).not.toContain('client_secret"');
  });
});

describe("a refresh token", () => {
  test("used by two at once gives both a session that goes on (duty 4, case O4)", async () => {
    const client = await Client.register(house);
    const { refresh_token } = await connect(visitor, client);
    const answers = await Promise.all([client.refresh(refresh_token), client.refresh(refresh_token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = (await Promise.all(answers.map(async (answer) => await read<Tokens>(answer)))) as [
      Tokens,
      Tokens,
    ];
    expect(one.refresh_token).not.toBe(two.refresh_token);
    for (const tokens of [one, two]) {
      expect(await caller(tokens)).toBeDefined();
      expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
    }
  });

  test("used again after the grace time ends its own connection and no other (duty 4, case O4) (client-7)", async () => {
    const client = await Client.register(house);
    const first = await connect(visitor, client);
    const other = await connect(visitor, client);
    const next = await read<Tokens>(await client.refresh(first.refresh_token));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    const replayed = await client.refresh(first.refresh_token);
    expect([replayed.status, (await read(replayed))["error"]]).toEqual([400, "invalid_grant"]);
    expect(await caller(next)).toBeUndefined();
    expect((await client.refresh(next.refresh_token)).status).toBe(400);
    expect(await caller(other)).toBeDefined();
    expect((await client.refresh(other.refresh_token)).status).toBe(200);
    expect(await listed(client)).toHaveLength(1);
  });

  test("that was used stays used when the clock is set back", async () => {
    const client = await Client.register(house);
    const first = await connect(visitor, client);
    const next = await read<Tokens>(await client.refresh(first.refresh_token));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    const replayed = await client.refresh(first.refresh_token);
    expect([replayed.status, (await read(replayed))["error"]]).toEqual([400, "invalid_grant"]);
    expect(await caller(next)).toBeUndefined();
  });

  test("is used 240 times an hour, by all who hold it together", async () => {
    const client = await Client.register(house);
    let tokens = await connect(visitor, client);
    for (let count = 0; count < 240; count += 1) {
      tokens = await read<Tokens>(await client.refresh(tokens.refresh_token));
    }
    const refused = await client.refresh(tokens.refresh_token);
    expect([refused.status, (await read(refused))["error"]]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    // What was refused did not use it up.
    expect(await caller(tokens)).toBeDefined();
  });

  test("works for its own client alone", async () => {
    const { refresh_token } = await connect(visitor, await Client.register(house));
    expect((await (await Client.register(house)).refresh(refresh_token)).status).toBe(400);
  });
});

describe("a code", () => {
  test("works once; used again, it ends what it gave (duty 12) (client-1)", async () => {
    const client = await Client.register(house);
    const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
    const tokens = await read<Tokens>(await client.exchange(code));
    const again = await client.exchange(code);
    expect([again.status, (await read(again))["error"]]).toEqual([400, "invalid_grant"]);
    expect(await caller(tokens)).toBeUndefined();
    expect(await listed(client)).toEqual([]);
  });

  test("gives tokens once when it is presented twice at the same time (duty 15) (client-1)", async () => {
    const client = await Client.register(house);
    const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
    const answers = await Promise.all([client.exchange(code), client.exchange(code)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  test.each([
    ["another redirect", { redirect_uri: "http://localhost/callback" }],
    ["a wrong verifier", { code_verifier: "x".repeat(43) }],
    ["an empty verifier", { code_verifier: "" }],
    ["another resource", { resource: "https://other.example.test/mcp" }],
  ])("is refused with %s (duty 12, case O5) (client-2, client-3)", async (_, changes) => {
    const client = await Client.register(house);
    const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
    const answered = await client.exchange(code, changes);
    expect(answered.status).toBe(400);
    expect(await read(answered)).not.toHaveProperty("access_token");
  });

  test("is refused without a verifier, and from another client (duty 12, case O5) (client-2, client-3)", async () => {
    const client = await Client.register(house);
    const other = await Client.register(house);
    const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: client.redirect };
    expect((await client.token(form)).status).toBe(400);
    const stolen = await other.token({ ...form, code_verifier: client.verifier });
    expect((await read(stolen))["error"]).toBe("invalid_grant");
  });
});

describe("what is stored", () => {
  test("lets nobody present anything (shell-1)", async () => {
    const client = await Client.register(house, { token_endpoint_auth_method: "client_secret_post" });
    const page = await arrive(visitor, client.authorizeUrl());
    const back = await letIn(visitor, client.authorizeUrl());
    const code = back.searchParams.get("code") ?? "";
    const client_secret = client.secret ?? "";
    const first = await read<Tokens>(await client.exchange(code, { client_secret }));
    const next = await read<Tokens>(await client.refresh(first.refresh_token, { client_secret }));
    const stored = house.stored();
    expect(stored).toContain(client.id);
    const secrets = {
      interaction: page.slice("/consent/".length),
      code,
      client_secret,
      registration_access_token: String(client.registration["registration_access_token"]),
      first_access: first.access_token,
      first_refresh: first.refresh_token,
      next_access: next.access_token,
      next_refresh: next.refresh_token,
      sign_in: owner.secret,
      proof: owner.proof,
      password: "correct horse battery",
    };
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret.length, what).toBeGreaterThan(20);
      expect(stored.includes(secret), what).toBe(false);
    }
  });

  test("outlives the process: requests and tokens go on under the same keys (duty 14)", async () => {
    const client = await Client.register(house);
    const tokens = await connect(visitor, client);
    const before = await (await fetch(`${house.origin}/jwks`)).text();
    const page = await arrive(visitor, client.authorizeUrl());
    await house.restart();
    expect(await (await fetch(`${house.origin}/jwks`)).text()).toBe(before);
    expect((await visitor.post(`${page}/read`)).status).toBe(200);
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200);
  });

  test("does not pile up: what ended goes with what comes", async () => {
    const client = await Client.register(house);
    const count = async () =>
      (
        await house.ports.store.read
          .selectFrom("oidc_items")
          .select("id")
          .where("kind", "=", "Interaction")
          .execute()
      ).length;
    for (let times = 0; times < 3; times += 1) await visitor.get(client.authorizeUrl());
    house.sql("update oidc_items set expires_at = 1 where kind = 'Interaction'");
    for (let times = 0; times < 20; times += 1) await visitor.get(client.authorizeUrl());
    expect(await count()).toBe(20);
  });
});
