import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../packages/server/src/config.ts";
import { startServer } from "../../packages/server/src/start.ts";
import { type Answered, ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { MCP } from "../../packages/server/src/testing/mcp.fixture.ts";
import { OWNER } from "../testkit/server.ts";

// Headers that a client sends and a proxy in front passes on, against a server that trusts its proxy, one that
// does not although it is known by a public address, and one that stands alone.

const PUBLIC = "https://room.example.test";
const OUR_HOST = "room.example.test";
const EVIL = "attacker.example";

type Headers = NonNullable<Asked["headers"]>;

interface Place {
  readonly port: number;
  readonly origin: string;
  /** What comes with each request as it should. */
  readonly usual: Headers;
}

const parts = new AsyncDisposableStack();
let trusting: Place;
let wary: Place;
let alone: Place;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "anteroom-proxied-"));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  async function start(name: string, env: Record<string, string>): Promise<Place> {
    const running = await startServer(
      readSettings({
        ANTEROOM_PORT: "0",
        ANTEROOM_DATA: join(folder, name),
        ANTEROOM_LOG: "silent",
        ANTEROOM_OWNER_EMAIL: OWNER.email,
        ANTEROOM_OWNER_PASSWORD: OWNER.password,
        ...env,
      }),
    );
    parts.defer(() => running.close());
    const { port, origin } = running;
    return { port, origin, usual: { host: new URL(origin).host } };
  }
  const known = { ANTEROOM_PUBLIC_URL: PUBLIC };
  trusting = await start("trusting", { ...known, ANTEROOM_TRUST_PROXY: "1" });
  wary = await start("wary", known);
  alone = await start("alone", {});
});
afterAll(async () => await parts.disposeAsync());

const PLACES = [
  ["a server that trusts its proxy", () => trusting],
  ["a server that does not", () => wary],
  ["a server that stands alone", () => alone],
] as const;

async function get({ port, usual }: Place, path: string, headers: Headers = {}): Promise<Answered> {
  return await ask(port, { method: "GET", path, headers: { accept: "text/html", ...usual, ...headers } });
}

async function post(place: Place, operation: string, input: object, headers: Headers = {}) {
  const all = { ...place.usual, origin: place.origin, ...headers };
  return await ask(place.port, { path: `/api/v1/${operation}`, body: input, headers: all });
}

/** Tries something that anybody may once more than one address may in a minute; returns how the last one ended. */
async function tryTooOften(place: Place, headersOf: (count: number) => Headers): Promise<number> {
  let status = 0;
  for (let count = 0; count <= 60; count += 1) {
    ({ status } = await post(place, "read_set_up", { secret: "x" }, headersOf(count)));
  }
  return status;
}

describe("the word of a proxy", () => {
  test("counts nothing unless the operator says so (proxy-1)", async () => {
    for (const place of [wary, alone]) {
      const { host } = place.usual;
      for (const path of ["/", "/api/v1/live", "/authorize"]) {
        const forged = { host: EVIL, "x-forwarded-host": host, forwarded: `host=${String(host)}` };
        expect((await get(place, path, forged)).status, path).toBe(421);
      }
      expect((await get(place, "/", { "x-forwarded-host": EVIL })).status).toBe(200);
      const last = await tryTooOften(place, (count) => {
        const address = `192.0.2.${count}`;
        return { "x-forwarded-for": address, "x-real-ip": address, forwarded: `for=${address}` };
      });
      expect(last).toBe(429);
    }
  });

  test("counts as the nearest proxy said it, whatever came to that one (proxy-1)", async () => {
    const host = "10.0.0.7:4747";
    const said = async (forwarded: string | string[]) =>
      (await get(trusting, "/sign-in", { host, "x-forwarded-host": forwarded })).status;
    expect(await said(OUR_HOST)).toBe(200);
    expect(await said(`${EVIL}, ${OUR_HOST}`)).toBe(200);
    expect(await said(`${OUR_HOST}, ${EVIL}`)).toBe(421);
    expect(await said([OUR_HOST, EVIL])).toBe(421);
    expect(await said(`${OUR_HOST},`)).toBe(421);

    const nearest = (count: number) => [
      `192.0.2.${count}, 198.51.100.1`,
      `192.0.2.${count},198.51.100.1:${1024 + count}`,
      `"192.0.2.${count}", ::ffff:198.51.100.1`,
    ];
    const last = await tryTooOften(trusting, (count) => ({
      "x-forwarded-for": nearest(count)[count % 3],
      "x-real-ip": `192.0.2.${count}`,
      forwarded: `for=192.0.2.${count}`,
    }));
    expect(last).toBe(429);
    const other = { "x-forwarded-for": "198.51.100.1, 198.51.100.2" };
    expect((await post(trusting, "read_set_up", { secret: "x" }, other)).status).toBe(200);
  });

  test("counts all addresses of one IPv6 customer as one, however the proxy writes them (proxy-1)", async () => {
    const written = (count: number) =>
      [`2001:db8:1:2::${count}`, `[2001:db8:1:2::${count}]`, `[2001:db8:1:2::${count}]:${1024 + count}`][
        count % 3
      ];
    expect(await tryTooOften(trusting, (count) => ({ "x-forwarded-for": written(count) }))).toBe(429);
  });
});

/** Every header by which proxies tell, or are told, another address. */
const LIES: Headers = {
  forwarded: `for=${EVIL};host=${EVIL};proto=gopher`,
  "x-forwarded-proto": "gopher",
  "x-forwarded-port": "65000",
  "x-forwarded-prefix": `/${EVIL}`,
  "x-forwarded-server": EVIL,
  "x-forwarded-scheme": "gopher",
  "x-original-host": EVIL,
  "x-original-url": `/${EVIL}`,
  "x-rewrite-url": `/${EVIL}`,
  "x-host": EVIL,
  "x-http-host-override": EVIL,
  "x-http-method-override": "POST",
  referer: `https://${EVIL}/`,
};

describe.each(PLACES)("at %s", (_, placeOf) => {
  test("no header changes what documents, links and redirects say (proxy-2)", async () => {
    const place = placeOf();
    const { host } = place.usual;
    const farther = { "x-forwarded-host": place === trusting ? `${EVIL}, ${String(host)}` : EVIL };
    const registered = await ask(place.port, {
      path: "/register",
      headers: place.usual,
      body: { redirect_uris: ["https://agent.example.test/callback"], token_endpoint_auth_method: "none" },
    });
    const request = new URLSearchParams({
      response_type: "code",
      client_id: registered.json.client_id,
      redirect_uri: "https://agent.example.test/callback",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    });
    const paths = [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-authorization-server",
      "/api/v1/openapi.json",
      MCP,
      `/authorize?${request.toString()}`,
      "/authorize?client_id=gone",
      "/sign-in",
      "/sign-in/with/example?return=/rooms/x",
      "/nowhere",
    ];
    // What is new in every answer.
    const plain = ({ status, headers, text }: Answered) => {
      const { date: _date, "set-cookie": _cookies, ...rest } = headers;
      const said = JSON.stringify({ status, rest, text });
      return said.replaceAll(/[\w+/]{22}==/gu, "nonce").replaceAll(/\/consent\/[\w-]+/gu, "/consent");
    };
    for (const path of paths) {
      const lied = await get(place, path, { ...LIES, ...farther });
      expect(plain(lied), path).toBe(plain(await get(place, path)));
      expect(plain(lied)).not.toMatch(/attacker|gopher|65000/u);
    }
    const { location } = (await get(place, paths[4] ?? "", { ...LIES, ...farther })).headers;
    expect(new URL(location ?? "", place.origin).origin).toBe(place.origin);
  });

  test("a link that is made for somebody leads here (proxy-2)", async () => {
    const place = placeOf();
    const signedIn = await post(place, "sign_in", OWNER, LIES);
    const cookie = cookiesOf(signedIn).map((line) => line.split(";")[0]);
    const kept = { cookie: cookie.join("; "), "anteroom-proof": signedIn.json.proof };
    const { json: home } = await post(place, "open_home", {}, kept);
    const [workspace] = home.workspaces;
    const { workspace_id } = workspace;
    const invited = await post(
      place,
      "invite_to_workspace",
      { workspace_id, role: "guest" },
      { ...kept, ...LIES },
    );
    expect(new URL(invited.json.link).origin).toBe(place.origin);
    const asked = await post(place, "begin_add_passkey", {}, { ...kept, ...LIES });
    expect(asked.json.options.rp.id).toBe(new URL(place.origin).hostname);
  });
});

function cookiesOf({ headers }: Answered): readonly string[] {
  return headers["set-cookie"] ?? [];
}

test("over HTTPS every cookie is bound to this host, and nothing private is kept by caches (proxy-3)", async () => {
  const signedIn = await post(trusting, "sign_in", OWNER);
  const [cookie] = cookiesOf(signedIn).map((line) => line.split(";")[0]);
  const kept = { cookie, "anteroom-proof": signedIn.json.proof };
  const client = await ask(trusting.port, {
    path: "/register",
    headers: trusting.usual,
    body: { redirect_uris: ["https://agent.example.test/callback"], token_endpoint_auth_method: "none" },
  });
  const challenge = `code_challenge=${"x".repeat(43)}&code_challenge_method=S256`;
  const authorize = `/authorize?response_type=code&client_id=${client.json.client_id}&${challenge}`;
  const answers: Record<string, Answered> = {
    registration: client,
    "signing in": signedIn,
    "a wrong password": await post(trusting, "sign_in", { ...OWNER, password: "wrong" }),
    "a client's request": await get(trusting, authorize),
    "its page": await get(trusting, "/consent/x", kept),
    "its question": await ask(trusting.port, {
      path: "/consent/x/read",
      body: {},
      headers: { ...trusting.usual, origin: PUBLIC, ...kept },
    }),
    "a code's question": await post(trusting, "../../device/read", {}, kept),
    token: await ask(trusting.port, { path: "/token", body: "grant_type=x", headers: trusting.usual }),
    MCP: await ask(trusting.port, { path: MCP, body: {}, headers: trusting.usual }),
    home: await get(trusting, "/", kept),
    "an operation": await post(trusting, "open_home", {}, kept),
    account: await post(trusting, "read_account", {}, kept),
    confirming: await post(trusting, "confirm", { password: OWNER.password }, kept),
    "a company's sign-in": await get(trusting, "/sign-in/with/example", kept),
    "a company's answer": await get(trusting, "/sign-in/callback/example?code=x", kept),
    "nothing there": await get(trusting, "/api/v1/gone", kept),
    "a wrong host": await get(trusting, "/", { ...kept, host: EVIL }),
    "signing out": await post(trusting, "sign_out", {}, kept),
  };
  const cookies = Object.values(answers).flatMap(cookiesOf);
  expect(cookies.length).toBeGreaterThan(7);
  for (const line of cookies) {
    const named = /^__Host-[^;]+; Path=\/;|^__Secure-[^;]+; path=\/(?:consent|authorize)\/[\w-]+;/u;
    expect(line).toMatch(named);
    expect(line).toMatch(/; secure(?:;|$)/iu);
    expect(line).toMatch(/; httponly(?:;|$)/iu);
    expect(line).toMatch(/; samesite=lax(?:;|$)/iu);
    expect(line).not.toMatch(/domain=/iu);
  }
  for (const [name, { headers }] of Object.entries(answers)) {
    expect([name, headers["cache-control"]]).toEqual([name, expect.stringContaining("no-store")]);
  }
  expect(answers["home"]?.headers["strict-transport-security"]).toBe("max-age=31536000");
});
