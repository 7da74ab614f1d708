import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { House, type SignedIn } from "../testing/house.ts";
import { arrive, Client, connect, letIn, type Tokens, Visitor } from "../testing/visitor.ts";
import { authenticateBearer } from "./index.ts";

// What a client may ask for at /authorize, and what it may not.

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;

beforeAll(async () => {
  house = await House.open();
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
});
afterEach(() => {
  expect(house.errors).toEqual([]);
  expect(house.opened.errors).toEqual([]);
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

async function caller(tokens: Tokens) {
  return await authenticateBearer(house.ports, tokens.access_token);
}

async function read<T = Record<string, unknown>>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

describe("a request to authorize", () => {
  test.each([
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["a challenge without its method", { code_challenge_method: undefined }],
    ["the plain method", { code_challenge_method: "plain" }],
    ["another resource", { resource: "https://other.example.test/mcp" }],
    ["a resource elsewhere on this host", { resource: "/api/v1/other" }],
    ["another response type", { response_type: "token" }],
    ["no question to the person", { prompt: "none" }],
  ])(
    "with %s is refused before the person is asked (duty 12, case O5) (client-3, client-5)",
    async (_, changes) => {
      const client = await Client.register(house);
      const answered = await visitor.get(client.authorizeUrl(changes));
      const back = new URL(answered.headers.get("location") ?? "");
      const told = new URLSearchParams(back.search || back.hash.slice(1));
      expect(told.get("error")).toMatch(/^[a-z_]+$/);
      expect(told.get("iss")).toBe(house.origin);
      expect(told.has("code")).toBe(false);
    },
  );

  test.each([
    ["a trailing slash", (resource: string) => `${resource}/`],
    ["a query", (resource: string) => `${resource}?tools=rooms`],
    ["capitals in the host", (resource: string) => resource.replace("http://", "HTTP://")],
  ])("may name our resource with %s (duties 5 and 17)", async (_, vary) => {
    const client = await Client.register(house);
    const resource = vary(`${house.origin}/api/v1/external-mcp`);
    const back = await letIn(visitor, client.authorizeUrl({ resource }));
    const exchanged = await client.exchange(back.searchParams.get("code") ?? "", { resource });
    const tokens = await read<Tokens>(exchanged);
    expect(await caller(tokens)).toBeDefined();
    expect((await client.refresh(tokens.refresh_token, { resource })).status).toBe(200);
  });

  test("asks for the scopes it wants: none means all, unknown ones are dropped (duty 6)", async () => {
    const client = await Client.register(house);
    const scopeOf = async (scope: string) => (await connect(visitor, client, { scope })).scope;
    expect(await scopeOf("osfoundry:read offline_access profile")).toBe("osfoundry:read");
    expect(await scopeOf("openid")).toBe("osfoundry:read osfoundry:write");
  });

  test("keeps the granted scopes on refresh, may narrow and never widens them (duty 6) (client-8)", async () => {
    const client = await Client.register(house);
    const granted = await connect(visitor, client);
    const kept = await read<Tokens>(await client.refresh(granted.refresh_token, { scope: "offline_access" }));
    expect(kept.scope).toBe("osfoundry:read osfoundry:write");
    const less = await read<Tokens>(await client.refresh(kept.refresh_token, { scope: "osfoundry:read" }));
    expect((await caller(less))?.scopes).toEqual(["osfoundry:read"]);

    const readOnly = await connect(visitor, client, { scope: "osfoundry:read" });
    const more = await client.refresh(readOnly.refresh_token, { scope: "osfoundry:write" });
    expect((await read(more))["error"]).toBe("invalid_scope");
  });

  test.each(["http://127.0.0.1:57470/callback", "http://localhost:1024/callback"])(
    "may be answered at %s, whatever port was registered (duty 3, case O2)",
    async (redirect_uri) => {
      const client = await Client.register(house, { redirect_uris: ["http://127.0.0.1:9/callback"] });
      expect(await arrive(visitor, client.authorizeUrl({ redirect_uri }))).toContain("/consent/");
    },
  );

  test.each([
    "http://127.0.0.1:57470/other",
    "http://[::1]:9/callback",
    "http://127.0.0.1.evil.example.test/callback",
    "http://127.0.0.1@evil.example.test/callback",
    "http://user@127.0.0.1/callback",
    "http://127.0.0.1:80\\@evil.example.test/callback",
    "https://127.0.0.1/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "nonsense",
  ])(
    "to be answered at %s gets our page, and nothing is sent (duty 12, case O2) (client-4, page-7)",
    async (redirect_uri) => {
      const client = await Client.register(house);
      const answered = await visitor.get(client.authorizeUrl({ redirect_uri }));
      expect(answered.status).toBe(400);
      expect(answered.headers.get("location")).toBeNull();
      expect(answered.headers.get("content-security-policy")).toContain("default-src 'none'");
      const page = await answered.text();
      expect(page).toContain("This client cannot be connected");
      expect(page).not.toContain("evil");
      expect(page).not.toMatch(/https?:\/\//);
    },
  );

  test("of an unknown client says what to do (duty 7)", async () => {
    const answered = await visitor.get(
      "/authorize?client_id=gone&response_type=code&redirect_uri=http://127.0.0.1/callback",
    );
    expect(answered.status).toBe(400);
    expect(await answered.text()).toContain("connect again");
  });

  test("never gets a page that is not ours, whatever answer mode it asks for (duty 14)", async () => {
    const client = await Client.register(house);
    for (const response_mode of ["form_post", "fragment", "web_message"]) {
      const wrong = client.authorizeUrl({ response_mode, code_challenge: undefined });
      const answered = await visitor.get(wrong);
      expect([
        answered.status,
        new URL(answered.headers.get("location") ?? "").searchParams.get("error"),
      ]).toEqual([303, "invalid_request"]);
    }
  });
});

test("browsers that are gone before they are answered are no failure of the server (case M6)", async () => {
  const { hostname, port } = new URL(house.address);
  const client = await Client.register(house);
  const gone = Array.from({ length: 20 }, async () => {
    const socket = connectSocket(Number(port), hostname);
    await once(socket, "connect");
    const closed = once(socket, "close");
    socket.write(`GET ${client.authorizeUrl()} HTTP/1.1\r\nhost: x\r\n\r\n`, () => socket.resetAndDestroy());
    await closed;
  });
  await Promise.all(gone);
  // The writes of requests that came before this one stand before its own.
  await visitor.get(client.authorizeUrl());
  // afterEach sees that nothing was reported.
});
