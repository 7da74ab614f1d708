import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  arrive,
  Client,
  connect,
  letIn,
  type Tokens,
  type Visitor,
} from "../../packages/features/src/testing/visitor.ts";
import { Agent } from "../testkit/agent.ts";
import { consenting } from "../testkit/consenting.ts";
import { TestServer } from "../testkit/server.ts";

// What clients meet at a running server between sign-in and call; the numbered duties stand in research/oauth.md.

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "read_connection", arguments: {} },
};

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await TestServer.launch();
  visitor = await consenting(server.origin);
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

const call = (token: string, tool = "read_connection") =>
  new Agent(server.origin, token).post(JSON.stringify({ ...CALL, params: { name: tool, arguments: {} } }));

describe("a token", () => {
  test("that is over or unknown gets 401 invalid_token, never 403 (duty 10)", async () => {
    const { access_token } = await connect(visitor, await Client.register(server));
    expect((await call(access_token)).status).toBe(200);
    const db = new DatabaseSync(join(server.data, "anteroom.sqlite"), { timeout: 5000 });
    db.exec("update oidc_items set expires_at = 1 where kind = 'AccessToken'");
    db.close();
    await expect.poll(async () => (await call(access_token)).status).toBe(401);
    for (const token of [access_token, "never-was-a-token"]) {
      const refused = await call(token);
      expect(refused.status).toBe(401);
      expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    }
  });

  test("with too small a scope gets 403 insufficient_scope with all it should ask for, and gets it (duty 10)", async () => {
    const client = await Client.register(server);
    const less = await connect(visitor, client, { scope: "osfoundry:read" });
    const refused = await call(less.access_token, "propose_room_snippet_app");
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    expect(challenge).toContain('error="insufficient_scope"');
    const scope = /scope="([^"]+)"/.exec(challenge)?.[1];
    expect(scope).toBe("osfoundry:read osfoundry:write");
    const more = await connect(visitor, client, { scope });
    expect((await call(more.access_token, "propose_room_snippet_app")).status).toBe(200);
  });

  test("serves the MCP endpoint and the agents' REST face, and no query keeps it out (duty 17)", async () => {
    const { access_token } = await connect(visitor, await Client.register(server));
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const rest = await fetch(`${server.origin}/api/v1/read_connection`, {
      method: "POST",
      body: "{}",
      headers,
    });
    expect(rest.status).toBe(200);
    const narrowed = await fetch(`${server.origin}/api/v1/external-mcp?tools=rooms`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      headers: { ...headers, accept: "application/json" },
    });
    expect(narrowed.status).toBe(200);
  });
});

test("scripts of any site may ask what clients ask, and read why they were refused (duty 8)", async () => {
  // At the endpoint itself a page needs to be ours, under whichever name of the loopback.
  const own = server.origin.replace("localhost", "127.0.0.1");
  const any = "https://inspector.example.test";
  for (const [path, origin] of [
    ["/api/v1/external-mcp", own],
    ["/token", any],
    ["/register", any],
    ["/revoke", any],
    ["/device_authorization", any],
  ] as const) {
    const preflight = await fetch(server.origin + path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect([path, preflight.status]).toEqual([path, 204]);
    const answered = await fetch(server.origin + path, {
      method: "POST",
      body: "{}",
      headers: { origin, "content-type": "application/json" },
    });
    expect(["*", origin]).toContain(answered.headers.get("access-control-allow-origin"));
    expect(answered.headers.get("access-control-expose-headers")?.toLowerCase()).toContain(
      "www-authenticate",
    );
  }
});

describe("the pages on which a client is let in", () => {
  test("are framed by nobody, run no script but ours, and are kept by no cache (page-3)", async () => {
    const client = await Client.register(server);
    const consent = await arrive(visitor, client.authorizeUrl());
    for (const path of [consent, "/device", "/authorize?client_id=gone"]) {
      const page = await visitor.get(path);
      const policy = page.headers.get("content-security-policy") ?? "";
      expect([
        path,
        policy.includes("frame-ancestors 'none'"),
        policy.includes("default-src 'none'"),
      ]).toEqual([path, true, true]);
      expect(policy).not.toMatch(/script-src [^;]*unsafe/);
      expect(page.headers.get("cache-control")).toContain("no-store");
      expect(page.headers.get("content-type")).toContain("text/html");
    }
  });

  test("take no decision by a form, by GET, or from another page (page-1, page-2)", async () => {
    const client = await Client.register(server);
    const consent = await arrive(visitor, client.authorizeUrl());
    expect((await visitor.get(`${consent}/decide`)).status).toBe(405);
    for (const headers of [
      { origin: "https://evil.example.test" },
      { origin: "null" },
      { "anteroom-proof": "" },
      { origin: server.origin.replace(/:\d+$/, ":1") },
    ]) {
      expect((await visitor.post(`${consent}/decide`, { allow: false }, headers)).status).toBe(403);
    }
    expect((await visitor.post(`${consent}/decide`, { allow: false })).status).toBe(200);
  });
});

test("a device is let in from another machine, over a restart of the server", async () => {
  let place = await TestServer.launch();
  try {
    const client = await Client.register(place);
    const asked = await fetch(`${place.origin}/device_authorization`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id }),
    });
    const shown = (await asked.json()) as Record<string, string>;
    expect(shown["verification_uri"]).toBe(`${place.origin}/device`);
    place = await place.restart();
    const person = await consenting(place.origin);
    const { user_code = "", device_code = "" } = shown;
    const read = await person.post("/device/read", { user_code });
    const { workspaces } = (await read.json()) as {
      workspaces: { workspace_id: string; projects: { project_id: string }[] }[];
    };
    const decided = await person.post("/device/decide", {
      user_code,
      allow: true,
      workspace_id: workspaces[0]?.workspace_id,
      project_ids: workspaces[0]?.projects.map(({ project_id }) => project_id),
    });
    expect(decided.status).toBe(200);
    const tokens = (await (await client.token({ grant_type: DEVICE_GRANT, device_code })).json()) as Tokens;
    const agent = new Agent(place.origin, tokens.access_token);
    expect(await agent.ask("read_connection", {})).toMatchObject({ person: { name: expect.any(String) } });
  } finally {
    await place[Symbol.asyncDispose]();
  }
});

test("a client's document is never fetched from inside, even where the operator wants documents (client-9)", async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  inside.listen(0, "127.0.0.1");
  await once(inside, "listening");
  const { port } = inside.address() as AddressInfo;
  await using eager = await TestServer.launch({ env: { ANTEROOM_CLIENT_METADATA: "1" } });
  const person = await consenting(eager.origin);
  const metadata = await person.get("/.well-known/oauth-authorization-server");
  expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: true });
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f000001", "127.1"]) {
    const client = new Client(
      eager,
      { client_id: `https://${host}:${port}/client.json` },
      "http://127.0.0.1/callback",
    );
    const refused = await person.get(client.authorizeUrl());
    expect([host, refused.status, refused.headers.get("location")]).toEqual([host, 400, null]);
  }
  expect(connections).toBe(0);
  inside.close();
});

test("neither tokens nor codes stand in the log (token-1)", async () => {
  await using talkative = await TestServer.launch({ env: { ANTEROOM_LOG: "debug" } });
  const person = await consenting(talkative.origin);
  const client = await Client.register(talkative);
  const back = await letIn(person, client.authorizeUrl());
  const code = back.searchParams.get("code") ?? "";
  const tokens = (await (await client.exchange(code)).json()) as Tokens;
  await new Agent(talkative.origin, tokens.access_token).ask("read_connection", {});
  await person.get("/device?user_code=BCDF-GHJK");
  await client.refresh("wrong-refresh-token");
  const log = () => talkative.log.join("\n");
  await expect.poll(log).toMatch(/"\/token".*"\/token"/s);
  const { registration_access_token } = client.registration;
  for (const secret of [
    code,
    tokens.access_token,
    tokens.refresh_token,
    "BCDF-GHJK",
    "wrong-refresh-token",
    String(registration_access_token),
    person.cookie.split("=")[1] ?? "",
  ]) {
    expect([secret.length > 5, log().includes(secret)]).toEqual([true, false]);
  }
});
