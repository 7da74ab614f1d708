import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Client,
  connect,
  letIn,
  type Tokens,
  type Visitor,
} from "../../packages/features/src/testing/visitor.ts";
import { readSettings } from "../../packages/server/src/config.ts";
import { startServer } from "../../packages/server/src/start.ts";
import { ask } from "../../packages/server/src/testing/ask.fixture.ts";
import { Agent } from "../testkit/agent.ts";
import { consenting } from "../testkit/consenting.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Cases O1, O2, O4, O5 and O7 of the reported faults, against a running server.

const MCP = "/api/v1/external-mcp";
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "read_connection", arguments: {} },
};

let server: TestServer;
let visitor: Visitor & { readonly cookie: string };

beforeAll(async () => {
  server = await TestServer.launch();
  visitor = await consenting(server.origin);
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

async function statusOf(token: string): Promise<number> {
  return (await new Agent(server.origin, token).post(JSON.stringify(CALL))).status;
}

/** Changes rows behind the running server's back, as time would. */
function sql(statement: string, ...values: string[]): void {
  const db = new DatabaseSync(join(server.data, "anteroom.sqlite"), { timeout: 5000 });
  db.prepare(statement).run(...values);
  db.close();
}

describe("O1: the way from the first refusal to the documents", () => {
  const PUBLIC = "https://anteroom.example.test";
  let proxied: Awaited<ReturnType<typeof startServer>>;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "anteroom-proxied-"));
    const settings = readSettings({
      ANTEROOM_PORT: "0",
      ANTEROOM_DATA: data,
      ANTEROOM_LOG: "silent",
      ANTEROOM_PUBLIC_URL: PUBLIC,
      ANTEROOM_TRUST_PROXY: "1",
    });
    proxied = await startServer(settings);
  });
  afterAll(async () => {
    await proxied?.close();
    await rm(data, { recursive: true, force: true });
  });

  const places = [
    ["on this machine", () => ({ port: server.port, origin: server.origin, headers: {} })],
    [
      "behind a proxy with another name",
      () => ({
        port: proxied.port,
        origin: PUBLIC,
        headers: {
          host: "anteroom.example.test",
          "x-forwarded-proto": "https",
          "x-forwarded-for": "192.0.2.9",
        },
      }),
    ],
  ] as const;

  test.each(places)("%s, with a slash at the end and without one (proxy-2)", async (_, place) => {
    const { port, origin, headers } = place();
    for (const path of [MCP, `${MCP}/`]) {
      const refused = await ask(port, { path, body: CALL, headers });
      expect(refused.status).toBe(401);
      const challenge = refused.headers["www-authenticate"] ?? "";
      expect(challenge).toContain('error="invalid_token"');
      const named = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
      expect(named).toBe(`${origin}/.well-known/oauth-protected-resource${MCP}`);
      for (const document of [new URL(named).pathname, "/.well-known/oauth-protected-resource"]) {
        const found = await ask(port, { method: "GET", path: document, headers });
        expect(found.status).toBe(200);
        // The strings that clients compare, byte for byte (duty 1).
        expect(found.json).toMatchObject({ resource: `${origin}${MCP}`, authorization_servers: [origin] });
      }
    }
    const documents = await ask(port, {
      method: "GET",
      path: "/.well-known/oauth-authorization-server",
      headers,
    });
    expect(documents.json).toMatchObject({ issuer: origin, token_endpoint: `${origin}/token` });
  });

  test("no well-known address is ever answered by the web app", async () => {
    for (const path of [
      "/.well-known/",
      "/.well-known",
      "/.well-known/x",
      `/.well-known/oauth-authorization-server${MCP}`,
    ]) {
      const found = await ask(server.port, { method: "GET", path, headers: { accept: "text/html" } });
      expect([path, found.status, found.text.includes("<html")]).toEqual([path, 404, false]);
    }
  });
});

describe("O2: answers on the loopback", () => {
  test.each([
    ["http://127.0.0.1/callback", "http://127.0.0.1:57470/callback"],
    ["http://127.0.0.1/callback", "http://localhost:1024/callback"],
    ["http://localhost/callback", "http://127.0.0.1:1024/callback"],
    ["http://localhost/callback", "http://localhost:57470/callback"],
  ])("registered as %s may be given at %s", async (registered, redirect_uri) => {
    const client = await Client.register(server, { redirect_uris: [registered] });
    const back = await letIn(visitor, client.authorizeUrl({ redirect_uri }));
    expect(back.origin + back.pathname).toBe(redirect_uri);
    const exchanged = await client.exchange(back.searchParams.get("code") ?? "", { redirect_uri });
    expect(exchanged.status).toBe(200);
  });

  test.each(["http://127.0.0.1:57470/other", "http://[::1]:9/callback"])(
    "registered elsewhere are refused at %s by a page",
    async (redirect_uri) => {
      const client = await Client.register(server);
      const refused = await visitor.get(client.authorizeUrl({ redirect_uri }));
      expect([refused.status, refused.headers.get("location")]).toEqual([400, null]);
      expect(await refused.text()).toContain("This client cannot be connected");
    },
  );
});

describe("O4: one refresh token in two hands", () => {
  async function refresh(client: Client, refresh_token: string) {
    const response = await client.refresh(refresh_token);
    return { status: response.status, ...((await response.json()) as Tokens & { error?: string }) };
  }

  test("of one client: two at once, and a retry after a lost answer, leave a session that goes on", async () => {
    const client = await Client.register(server);
    const { refresh_token } = await connect(visitor, client);
    const both = await Promise.all([refresh(client, refresh_token), refresh(client, refresh_token)]);
    const retried = await refresh(client, refresh_token);
    for (const tokens of [...both, retried]) {
      expect(tokens.status).toBe(200);
      expect(await statusOf(tokens.access_token)).toBe(200);
      expect((await refresh(client, tokens.refresh_token)).status).toBe(200);
    }
  });

  test("an hour later: it ends that grant alone, and the audit log tells of it (client-7)", async () => {
    const client = await Client.register(server, { client_name: "Doubled agent" });
    const [first, other] = [await connect(visitor, client), await connect(visitor, client)];
    const next = await refresh(client, first.refresh_token);
    sql(
      "update oidc_items set consumed_at = consumed_at - 3600 where kind = 'RefreshToken' and consumed_at > 0",
    );
    expect(await refresh(client, first.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await statusOf(next.access_token)).toBe(401);
    expect(await refresh(client, next.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await statusOf(other.access_token)).toBe(200);
    const owner = await Person.signIn(server.origin);
    const home = await owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
    const { entries } = await owner.do<{ entries: object[] }>("list_audit", {
      workspace_id: home.workspaces[0]?.workspace_id,
    });
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "connection.reuse_detected", subject: "Doubled agent" }),
    );
  });
});

describe("O5: proof keys", () => {
  test("only S256 is announced, and nothing less is taken (client-3)", async () => {
    const metadata = await fetch(`${server.origin}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ code_challenge_methods_supported: ["S256"] });
    const client = await Client.register(server);
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: "plain" },
    ]) {
      const refused = await visitor.get(client.authorizeUrl(changes));
      const back = new URL(refused.headers.get("location") ?? "");
      expect([back.searchParams.get("error"), back.searchParams.get("code")]).toEqual([
        "invalid_request",
        null,
      ]);
    }
  });

  test.each([["wrong", "x".repeat(43)], ["empty", ""], ["absent"]])(
    "a code with a verifier that is %s gives nothing (client-3)",
    async (_, code_verifier?: string) => {
      const client = await Client.register(server);
      const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
      const refused = await client.token({
        grant_type: "authorization_code",
        code,
        redirect_uri: client.redirect,
        ...(code_verifier !== undefined && { code_verifier }),
      });
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ error: expect.stringMatching(/^invalid_(?:grant|request)$/) }),
      ]);
    },
  );
});

describe("O7: tokens of one kind for one place", () => {
  test("a token for another resource is refused with a challenge, and does nothing (client-5)", async () => {
    const client = await Client.register(server);
    const { access_token } = await connect(visitor, client);
    expect(await statusOf(access_token)).toBe(200);
    sql(
      "update oidc_items set payload = replace(payload, ?, ?) where kind = 'AccessToken'",
      `"aud":"${server.origin}${MCP}"`,
      '"aud":"https://other.example.test/mcp"',
    );
    // Readers remember for half a second at most what another process changed.
    await expect.poll(async () => await statusOf(access_token)).toBe(401);
    const refused = await new Agent(server.origin, access_token).post(JSON.stringify(CALL));
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test.each([
    ["a slash at the end", (resource: string) => `${resource}/`],
    ["capitals in the host", (resource: string) => resource.replace("localhost", "LOCALHOST")],
    ["a narrowed list of tools (duty 17)", (resource: string) => `${resource}?tools=rooms`],
  ])("our resource is the same with %s", async (_, vary) => {
    const client = await Client.register(server);
    const resource = vary(`${server.origin}${MCP}`);
    const back = await letIn(visitor, client.authorizeUrl({ resource }));
    const code = back.searchParams.get("code") ?? "";
    const tokens = (await (await client.exchange(code, { resource })).json()) as Tokens;
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  test("kinds of secrets do not pass for one another (client-15, token-4)", async () => {
    const client = await Client.register(server);
    const tokens = await connect(visitor, client);
    const api = await adminToken(server);
    const cookies = visitor.cookie.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
    const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
    const registration = String(client.registration["registration_access_token"]);
    for (const secret of [tokens.refresh_token, ...cookies, code, registration, client.id]) {
      expect(await statusOf(secret)).toBe(401);
    }
    for (const token of [tokens.access_token, api]) {
      expect((await client.refresh(token)).status).toBe(400);
      expect((await client.exchange(token)).status).toBe(400);
      for (const [operation, headers] of [
        ["open_home", { authorization: `Bearer ${token}` }],
        [
          "list_connections",
          { cookie: visitor.cookie.replaceAll(/=[^;]+/g, `=${token}`), "anteroom-proof": "x" },
        ],
      ] as const) {
        const answered = await fetch(`${server.origin}/api/v1/${operation}`, {
          method: "POST",
          body: "{}",
          headers: { "content-type": "application/json", origin: server.origin, ...headers },
        });
        expect([operation, answered.status]).toEqual([operation, operation === "open_home" ? 404 : 401]);
      }
    }
  });
});
