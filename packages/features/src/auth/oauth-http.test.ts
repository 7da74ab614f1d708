import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { House, type SignedIn } from "../testing/house.ts";
import { arrive, Client, type Consent, register, Visitor } from "../testing/visitor.ts";

// What the doors answer besides the way itself: documents, guards of the consent page, limits.

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
});
beforeEach(() => {
  visitor = new Visitor(house, owner);
});
afterEach(() => {
  expect(house.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

const RESOURCE = "/.well-known/oauth-protected-resource";
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

describe("the documents", () => {
  test.each([RESOURCE, `${RESOURCE}/api/v1/external-mcp`])(
    "tell at %s where tokens come from (duty 2)",
    async (path) => {
      const answered = await fetch(house.origin + path);
      expect(answered.headers.get("access-control-allow-origin")).toBe("*");
      expect(await answered.json()).toMatchObject({
        resource: `${house.origin}/api/v1/external-mcp`,
        authorization_servers: [house.origin],
        scopes_supported: ["osfoundry:read", "osfoundry:write"],
      });
    },
  );

  test("describe what is there, at our own address whatever the request says (duties 1, 2 and 9) (proxy-2)", async () => {
    const answered = await fetch(`${house.origin}/.well-known/oauth-authorization-server`, {
      headers: { "x-forwarded-host": "evil.example.test", "x-forwarded-proto": "https" },
    });
    const metadata = (await answered.json()) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: house.origin,
      authorization_endpoint: `${house.origin}/authorize`,
      token_endpoint: `${house.origin}/token`,
      registration_endpoint: `${house.origin}/register`,
      revocation_endpoint: `${house.origin}/revoke`,
      scopes_supported: ["osfoundry:read", "osfoundry:write"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: expect.arrayContaining(["authorization_code", "refresh_token", DEVICE_GRANT]),
      device_authorization_endpoint: `${house.origin}/device_authorization`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      authorization_response_iss_parameter_supported: true,
    });
    const endpoints = Object.keys(metadata).filter((key) => key.endsWith("_endpoint"));
    expect(endpoints).toHaveLength(5);
    expect(JSON.stringify(metadata)).not.toMatch(/evil|client_id_metadata/);
  });

  test.each(["/.well-known/oauth-authorization-server/api/v1/external-mcp", "/.well-known/anything"])(
    "do not pretend at %s (duty 2, case O1)",
    async (path) => {
      const answered = await fetch(house.origin + path);
      expect([answered.status, await answered.json()]).toEqual([404, { error: "not_found" }]);
    },
  );

  test("and the endpoints of programs may be asked by scripts of any site (duty 8)", async () => {
    for (const path of ["/token", "/register", "/revoke", "/device_authorization", RESOURCE]) {
      const answered = await fetch(house.origin + path, {
        method: "OPTIONS",
        headers: {
          origin: "https://inspector.example.test",
          "access-control-request-headers": "mcp-protocol-version",
        },
      });
      expect([answered.status, answered.headers.get("access-control-allow-headers")]).toEqual([
        204,
        "mcp-protocol-version",
      ]);
    }
  });
});

describe("the consent page", () => {
  let page: string;
  let client: Client;

  beforeEach(async () => {
    client = await Client.register(house, { client_name: "Agent\u202e \u0007of the day" });
    page = await arrive(visitor, client.authorizeUrl({ scope: "osfoundry:read" }));
  });

  async function read(): Promise<Consent> {
    return (await (await visitor.post(`${page}/read`)).json()) as Consent;
  }

  async function everything() {
    const [workspace] = (await read()).workspaces;
    return {
      allow: true,
      workspace_id: workspace?.workspace_id,
      project_ids: workspace?.projects.map(({ project_id }) => project_id),
    };
  }

  async function connectionCount(): Promise<number> {
    const all = house.ports.store.read.selectFrom("connections").selectAll();
    return (await all.where("client_id", "=", client.id).execute()).length;
  }

  test("shows who asks, for what, and where answers go (duty 18) (client-12, phish-3)", async () => {
    expect(await read()).toEqual({
      client_name: "Agent of the day",
      client_verified: false,
      redirect_host: "127.0.0.1",
      loopback: true,
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

  test.each(["read", "decide"])("answers %s to nobody else (client-10, page-1, page-2)", async (action) => {
    const body = await everything();
    const path = `${page}/${action}`;
    const statusOf = async (answer: Promise<Response>) => (await answer).status;
    expect(await statusOf(visitor.post(path, body, { cookie: "" }))).toBe(401);
    expect(await statusOf(visitor.post(path, body, { origin: "https://evil.example.test" }))).toBe(403);
    expect(await statusOf(visitor.post(path, body, { origin: "null" }))).toBe(403);
    expect(await statusOf(visitor.post(path, body, { "anteroom-proof": "" }))).toBe(403);
    expect(await statusOf(visitor.post(path, body, { "anteroom-proof": "x".repeat(43) }))).toBe(403);
    expect(await statusOf(new Visitor(house, owner).post(path, body))).toBe(404);
    expect(await statusOf(visitor.get(path))).toBe(405);
    expect(await connectionCount()).toBe(0);
  });

  test("lets the person turn the client away", async () => {
    const decided = await visitor.post(`${page}/decide`, { allow: false });
    const { redirect_to } = (await decided.json()) as { redirect_to: string };
    const back = new URL((await visitor.get(redirect_to)).headers.get("location") ?? "");
    expect(back.searchParams.get("error")).toBe("access_denied");
    expect(back.searchParams.get("iss")).toBe(house.origin);
    expect(await connectionCount()).toBe(0);
  });

  test("decides once (client-10)", async () => {
    const body = await everything();
    const answers = await Promise.all([
      visitor.post(`${page}/decide`, body),
      visitor.post(`${page}/decide`, body),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await visitor.post(`${page}/read`)).status).toBe(404);
    expect((await visitor.post(`${page}/decide`, { allow: false })).status).toBe(404);
    expect(await connectionCount()).toBe(1);
  });

  test("seats a client only in projects of the person's own (duty 13) (client-11)", async () => {
    const body = await everything();
    house.sql(
      "insert into projects values (?, 'proj_other', 'Other', '2026-01-01')",
      String(body.workspace_id),
    );
    house.sql(
      "insert into workspaces (workspace_id, name, created_at, confirm_minutes) values ('ws_other', 'Elsewhere', '2026-01-01', 0)",
    );
    const decide = async (changes: object) =>
      (await visitor.post(`${page}/decide`, { ...body, ...changes })).status;
    expect(await decide({ project_ids: [] })).toBe(400);
    expect(await decide({ project_ids: "General" })).toBe(400);
    expect(await decide({ allow: "yes" })).toBe(400);
    expect(await decide({ project_ids: ["proj_other"] })).toBe(404);
    expect(await decide({ project_ids: [...(body.project_ids ?? []), "proj_other"] })).toBe(404);
    expect(await decide({ workspace_id: "ws_other" })).toBe(404);
    expect(await connectionCount()).toBe(0);
    // What was refused left the request open.
    expect(await decide({})).toBe(200);
  });

  test("gives one code for one decision, however often the browser comes back (client-10)", async () => {
    const decided = await visitor.post(`${page}/decide`, await everything());
    const { redirect_to } = (await decided.json()) as { redirect_to: string };
    const backs = await Promise.all(Array.from({ length: 8 }, async () => await visitor.get(redirect_to)));
    const codes = backs.filter(({ headers }) => headers.get("location")?.includes("code="));
    expect(codes).toHaveLength(1);
    expect(backs.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  test("has nothing to give before the person decided", async () => {
    const uid = page.slice("/consent/".length);
    const early = await visitor.get(`/authorize/${uid}`);
    expect(early.headers.get("location") ?? "").not.toContain("code=");
  });
});

describe("registering", () => {
  test("takes what real clients send (duties 3 and 7)", async () => {
    const answered = await register(house, {
      client_name: "Editor",
      client_uri: "",
      logo_uri: null,
      grant_types: ["authorization_code", "refresh_token", DEVICE_GRANT],
      response_types: ["code", "token"],
      redirect_uris: [
        "https://editor.example.test/redirect",
        "http://localhost:33418/",
        "editor://auth/done",
        "test.example.editor:/done",
      ],
      token_endpoint_auth_method: "none",
      application_type: "web",
      scope: "openid profile osfoundry:read",
      sector_identifier_uri: "http://169.254.169.254/",
      jwks_uri: "http://169.254.169.254/",
      contacts: "nobody",
    });
    expect(answered.status).toBe(201);
    const registered = (await answered.json()) as Record<string, unknown>;
    expect(registered).toMatchObject({
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token", DEVICE_GRANT],
      response_types: ["code"],
      redirect_uris: [
        "https://editor.example.test/redirect",
        "http://localhost:33418/",
        "http://127.0.0.1:33418/",
        "editor://auth/done",
        "test.example.editor:/done",
      ],
      registration_client_uri: expect.stringContaining(`${house.origin}/register/`),
    });
    expect(registered).not.toHaveProperty("client_secret");
    expect(JSON.stringify(registered)).not.toContain("169.254");
  });

  test("keeps a name of one line and a hundred characters, however it was written (client-12)", async () => {
    const answered = await register(house, {
      client_name: `Editor\r\n\u202e\u0000${"x".repeat(10_000)}`,
      redirect_uris: ["http://127.0.0.1/callback"],
    });
    const { client_name } = (await answered.json()) as { client_name: string };
    expect(client_name).toBe(`Editor ${"x".repeat(93)}`);
  });

  test.each([
    ["http off the loopback", "http://evil.example.test/callback"],
    ["a user in the address", "http://user:pass@127.0.0.1/callback"],
    ["a lookalike of the loopback", "http://localhost.evil.example.test/callback"],
    ["a script", "javascript:alert(1)//"],
    ["a document", "data:text/html,x"],
    ["a program of the system", "ms-word:ofe|u|https://evil.example.test/x"],
    ["a program of the system, as an address", "search-ms://query=x"],
    ["a host without slashes", "https:agent.example.test"],
    ["a scheme alone", "agent:done"],
    ["a fragment", "https://agent.example.test/callback#x"],
    ["no address", "callback"],
    ["a line break", "https://agent.example.test/\ncallback"],
    ["a number", 7],
  ])("refuses %s", async (_, redirect) => {
    const answered = await register(house, { redirect_uris: ["http://127.0.0.1/callback", redirect] });
    expect([answered.status, ((await answered.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_redirect_uri",
    ]);
  });

  test.each([[[]], [{ redirect_uris: [] }], ["text"], [null]])("refuses %j", async (body) => {
    expect((await register(house, body)).status).toBe(400);
  });

  test("is limited for each address, as the trusted proxy tells it (duty 7) (net-6, proxy-1)", async () => {
    for (let count = 0; count < 60; count += 1) {
      expect((await register(house, {}, "10.0.0.1, 192.0.2.1")).status).toBe(400);
    }
    const refused = await register(house, {}, "10.0.0.2, 192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await register(house, {}, "192.0.2.1, 192.0.2.2")).status).toBe(400);
  });
});

describe("asking to be let in", () => {
  test("is limited for each address: every request is kept for an hour (net-6)", async () => {
    const ask = async (from: string) =>
      (
        await fetch(`${house.origin}/authorize?client_id=nobody`, {
          redirect: "manual",
          headers: { "x-forwarded-for": from },
        })
      ).status;
    for (let count = 0; count < 120; count += 1) expect(await ask("192.0.2.7")).toBe(400);
    expect(await ask("192.0.2.7")).toBe(429);
    expect(await ask("192.0.2.8")).toBe(400);
  });

  test("takes some words and no more", async () => {
    const client = await Client.register(house);
    const answered = await visitor.get(client.authorizeUrl({ state: "s".repeat(9000) }));
    expect(answered.status).toBe(400);
    expect(await answered.text()).toContain("This client cannot be connected");
    expect((await visitor.get(client.authorizeUrl({ state: "s".repeat(4000) }))).status).toBe(303);
  });
});

test("a client that is not known gets 401 invalid_client for its tokens (duty 7)", async () => {
  const client = await Client.register(house);
  const answered = await client.token({ client_id: "gone", grant_type: "refresh_token", refresh_token: "x" });
  expect([answered.status, ((await answered.json()) as { error: string }).error]).toEqual([
    401,
    "invalid_client",
  ]);
});

test("programs get JSON, whatever they say they accept", async () => {
  const client = await Client.register(house);
  const answered = await client.token({ grant_type: "refresh_token" }, { accept: "text/html" });
  expect(answered.headers.get("content-type")).toContain("application/json");
});

test("too large a body is refused, and the connection goes on (net-7)", async () => {
  const client = await Client.register(house);
  expect((await client.token({ junk: "x".repeat(200_000) })).status).toBe(413);
  expect((await client.token({ grant_type: "refresh_token" })).status).toBe(400);
});

test("a body without end is cut off (net-7)", async () => {
  const { hostname, port } = new URL(house.address);
  const socket = connectSocket(Number(port), hostname);
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write("POST /register HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const send = (): void => void (socket.writable && socket.write(chunk, send));
  send();
  await closed;
  expect((await fetch(house.address + RESOURCE)).status).toBe(200);
});

test("cookies stay on this host and port, out of reach of scripts and other sites' requests", async () => {
  const client = await Client.register(house);
  await visitor.get(client.authorizeUrl());
  const { port } = new URL(house.origin);
  expect(visitor.cookieLines).toHaveLength(4);
  for (const line of visitor.cookieLines) {
    expect(line).toMatch(new RegExp(`^anteroom-(consent|resume)-${port}(\\.sig)?=`));
    expect(line).toMatch(/; path=\/(consent|authorize)\/[\w-]+;/);
    expect(line).toMatch(/; httponly/);
    expect(line).toMatch(/; samesite=lax/);
    expect(line).not.toMatch(/domain=/);
  }
});

test("behind a proxy everything is at the public address, and cookies only travel over HTTPS (proxy-2, proxy-3)", async () => {
  await using proxied = await House.open({ origin: "https://anteroom.example.test" });
  const metadata = await (await fetch(`${proxied.address}/.well-known/oauth-authorization-server`)).text();
  expect(metadata).toContain('"issuer":"https://anteroom.example.test"');
  expect(metadata).not.toContain(proxied.address);
  const redirect_uris = ["https://agent.example.test/callback"];
  const registered = await fetch(`${proxied.address}/register`, {
    method: "POST",
    body: JSON.stringify({ redirect_uris, token_endpoint_auth_method: "none" }),
  });
  const client = new Client(
    proxied,
    (await registered.json()) as Record<string, unknown>,
    redirect_uris[0] ?? "",
  );
  expect(client.registration["registration_client_uri"]).toContain("https://anteroom.example.test/register/");
  const asked = await fetch(proxied.address + client.authorizeUrl(), { redirect: "manual" });
  expect(asked.headers.get("location")).toMatch(/^\/consent\//);
  const lines = asked.headers.getSetCookie();
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(line).toMatch(/^__Secure-anteroom-(consent|resume).*; secure/);
});

test("a client that hangs up while sending is no failure of the server", async () => {
  const { hostname, port } = new URL(house.address);
  const socket = connectSocket(Number(port), hostname);
  await once(socket, "connect");
  socket.write("POST /token HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ngrant");
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  expect((await fetch(house.address + RESOURCE)).status).toBe(200);
  // afterEach sees that nothing was reported.
});
