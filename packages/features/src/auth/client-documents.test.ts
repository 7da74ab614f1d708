import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticateBearer } from "./index.ts";
import { House, type SignedIn } from "../testing/house.ts";
import { arrive, Client, connect, type Consent, type Tokens, Visitor } from "../testing/visitor.ts";

// Clients whose id is the https address of their metadata (duty 11).

const ID = "https://agent.example.test/client.json";

let house: House;
let owner: SignedIn & { person_id: string };
let visitor: Visitor;
/** What is asked of the outside, and how the outside answers. */
let asked: string[] = [];
let respond: (req: IncomingMessage, res: ServerResponse) => void;
const outside = createServer((req, res) => respond(req, res));

function document(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    client_id: ID,
    client_name: "Documented agent",
    redirect_uris: ["http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
    ...changes,
  };
}

function serve(body: unknown, headers: Record<string, string> = {}, status = 200): void {
  respond = (_, res) => {
    res.writeHead(status, { "content-type": "application/json", ...headers });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

beforeAll(async () => {
  outside.listen(0, "127.0.0.1");
  await once(outside, "listening");
});
beforeEach(async () => {
  const { port } = outside.address() as AddressInfo;
  asked = [];
  house = await House.open({
    ports: {
      clientMetadata: true,
      // The guard itself is the server's; this outside is on the loopback.
      fetchOutside: async (url, init) => {
        asked.push(String(url));
        const { pathname } = new URL(url);
        return await fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, redirect: "manual" });
      },
    },
  });
  owner = await house.setUp();
  visitor = new Visitor(house, owner);
  serve(document());
});
afterEach(async () => {
  vi.useRealTimers();
  expect(house.errors).toEqual([]);
  await house[Symbol.asyncDispose]();
});
afterAll(() => outside.close());

function client(id = ID): Client {
  return new Client(house, { client_id: id }, "http://127.0.0.1/callback");
}

/** What the person gets to see who follows the client's link. */
async function follow(id = ID, changes: Record<string, string> = {}): Promise<string> {
  const response = await visitor.get(client(id).authorizeUrl(changes));
  const location = response.headers.get("location");
  return location?.startsWith("/consent/") ? "consent" : `${response.status} ${location ?? ""}`.trim();
}

async function refresh({ refresh_token }: Tokens) {
  const response = await client().refresh(refresh_token);
  return { status: response.status, ...((await response.json()) as Tokens) };
}

function wait(seconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
}

describe("a client that publishes its metadata", () => {
  test("is announced, shown with the host that vouches for it, and let in like any other", async () => {
    const metadata = await fetch(`${house.origin}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ client_id_metadata_document_supported: true });
    const page = await arrive(visitor, client().authorizeUrl());
    const shown = (await (await visitor.post(`${page}/read`)).json()) as Consent;
    expect(shown).toMatchObject({
      client_name: "Documented agent",
      client_verified: false,
      client_host: "agent.example.test",
      redirect_host: "127.0.0.1",
      loopback: true,
    });
    const tokens = await connect(visitor, client());
    expect(await authenticateBearer(house.ports, tokens.access_token)).toMatchObject({
      client_name: "Documented agent",
    });
    expect(await refresh(tokens)).toMatchObject({ status: 200 });
    expect(asked).toEqual([ID]);
  });

  test("signs nobody else out when one of its installations is found out (duty 4)", async () => {
    const [one, two] = [await connect(visitor, client()), await connect(visitor, client())];
    await refresh(one);
    wait(31);
    expect(await refresh(one)).toMatchObject({ status: 400 });
    expect(await authenticateBearer(house.ports, two.access_token)).toBeDefined();
  });

  test("is asked for again when its document says so, within bounds", async () => {
    serve(document(), { "cache-control": "public, max-age=120" });
    for (let times = 0; times < 3; times += 1) expect(await follow()).toBe("consent");
    expect(asked).toHaveLength(1);
    wait(121);
    expect(await follow()).toBe("consent");
    expect(asked).toHaveLength(2);

    serve(document(), { "cache-control": "max-age=1" });
    wait(121);
    await follow();
    wait(30);
    await follow();
    expect(asked).toHaveLength(3);
    wait(31);
    serve(document(), { "cache-control": "max-age=99999999" });
    await follow();
    wait(86_401);
    await follow();
    expect(asked).toHaveLength(5);
  });

  test("goes on for a day while its host is down, and is out once its document is gone", async () => {
    const tokens = await connect(visitor, client());
    serve("down", {}, 503);
    wait(61);
    const next = await refresh(tokens);
    expect(next).toMatchObject({ status: 200 });
    respond = (req) => req.socket.destroy();
    wait(61);
    const later = await refresh(next);
    expect(later).toMatchObject({ status: 200 });
    serve("gone", {}, 404);
    wait(61);
    expect(await refresh(later)).not.toMatchObject({ status: 200 });
    serve("down", {}, 503);
    expect(await refresh(later)).not.toMatchObject({ status: 200 });
  });

  test("is asked for only so often, whoever names it (client-9)", async () => {
    serve("none", {}, 404);
    for (let count = 0; count < 30; count += 1) await follow(`https://agent.example.test/${count}.json`);
    expect(asked).toHaveLength(20);
    for (let count = 0; count < 130; count += 1) {
      visitor = new Visitor(house, owner);
      await follow(`https://agent.example.test/more-${count}.json`);
    }
    expect(asked).toHaveLength(120);
    serve(document());
    wait(61);
    expect(await follow()).toBe("consent");
    wait(30);
    serve("none", {}, 404);
    for (let count = 0; count < 130; count += 1) {
      visitor = new Visitor(house, owner);
      await follow(`https://agent.example.test/again-${count}.json`);
    }
    // Whose document is known stays let in.
    serve(document());
    wait(31);
    expect(await follow()).toBe("consent");
    expect(await follow("https://agent.example.test/strange.json")).toBe("400");
  });
});

test("a flood of documents that are good keeps no client out that was let in (client-9)", async () => {
  const tokens = await connect(visitor, client());
  wait(61);
  respond = ({ url = "" }, res) => {
    const client_id = `https://agent.example.test${url}`;
    res.setHeader("content-type", "application/json").end(JSON.stringify(document({ client_id })));
  };
  for (let count = 0; count < 120; count += 1) {
    visitor = new Visitor(house, owner);
    expect(await follow(`https://agent.example.test/flood-${count}.json`)).toBe("consent");
  }
  expect(await follow("https://agent.example.test/strange.json")).toBe("400");
  expect(await refresh(tokens)).toMatchObject({ status: 200 });
});

describe("nobody is let in by", () => {
  test.each<[string, unknown, Record<string, string>?, number?]>([
    ["another client's document", document({ client_id: "https://other.example.test/client.json" })],
    ["a document without an id", document({ client_id: undefined })],
    ["a document with a secret", document({ client_secret: "secret" })],
    ["a document that wants a secret", document({ token_endpoint_auth_method: "client_secret_post" })],
    ["a document that wants a key", document({ token_endpoint_auth_method: "private_key_jwt" })],
    ["a document without addresses for answers", document({ redirect_uris: [] })],
    ["a document with an answer by script", document({ redirect_uris: ["javascript:alert(1)//"] })],
    ["a document with an answer over plain HTTP", document({ redirect_uris: ["http://a.example.test/"] })],
    ["a list", "[]"],
    ["half a document", '{"client_id"'],
    ["a page", JSON.stringify(document()), { "content-type": "text/html" }],
    ["a large document", document({ junk: "x".repeat(17_000) })],
    ["an error", document(), {}, 500],
    ["a redirect", document(), { location: "https://other.example.test/" }, 302],
  ])("%s", async (_, body, headers, status) => {
    serve(body, headers, status);
    expect(await follow()).toBe("400");
    const refreshed = await client().refresh("any");
    expect([refreshed.status, await refreshed.json()]).toEqual([
      expect.any(Number),
      expect.objectContaining({ error: "invalid_client" }),
    ]);
  });

  test.each([
    "http://agent.example.test/client.json",
    "https://agent.example.test/../client.json",
    "https://user@agent.example.test/client.json",
    "https://agent.example.test/client.json#x",
    `https://agent.example.test/${"x".repeat(600)}`,
    "file:///etc/passwd",
  ])("the address %s, which is not even asked", async (id) => {
    expect(await follow(id)).toBe("400");
    expect(asked).toEqual([]);
  });

  test("an address that its document does not name", async () => {
    expect(await follow(ID, { redirect_uri: "http://127.0.0.1/other" })).toBe("400");
    expect(await follow(ID, { redirect_uri: "http://localhost:9/callback" })).toBe("consent");
  });
});

test("nothing is fetched, and nothing announced, unless the operator wants it (client-9)", async () => {
  const fetchOutside = async (url: string | URL) => await house.ports.fetchOutside(url);
  await using off = await House.open({ ports: { fetchOutside } });
  const person = new Visitor(off, await off.setUp());
  const answered = await person.get(
    new Client(off, { client_id: ID }, "http://127.0.0.1/callback").authorizeUrl(),
  );
  expect(answered.status).toBe(400);
  expect(asked).toEqual([]);
  const metadata = await fetch(`${off.origin}/.well-known/oauth-authorization-server`);
  expect(await metadata.json()).not.toHaveProperty("client_id_metadata_document_supported");
});
