import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  arrive,
  Client,
  connect,
  letIn,
  type Tokens,
  Visitor,
} from "../../packages/features/src/testing/visitor.ts";
import { ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { startHouse } from "../../packages/server/src/testing/house.fixture.ts";
import { bearer, call, MCP } from "../../packages/server/src/testing/mcp.fixture.ts";
import { changeRows } from "../testkit/data-folder.ts";
import { makeElsewhere } from "../testkit/elsewhere.ts";
import { FACES, isRefused } from "../testkit/faces.ts";
import { Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";
import { joinTeam, type Place, placeOf } from "../testkit/team.ts";

// Tokens and other secrets, stolen or guessed: where they are taken, what for, how long, and where they must not stand.

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

let server: TestServer;
let owner: Person;
let visitor: Visitor;
let client: Client;
let place: Place;
let api: string;
/** Every secret of this file, for the search in the log at its end. */
const secrets = new Set<string>();

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_LOG: "debug", ANTEROOM_RATE_PER_ADDRESS: "0" } });
  owner = await Person.signIn(server.origin);
  const { cookie = "", "anteroom-proof": proof = "" } = owner.headers;
  visitor = new Visitor(server, { secret: "", proof, cookie });
  client = await Client.register(server);
  place = await placeOf(owner);
  api = await adminToken(server);
  for (const secret of [api, proof, ...secretsOf(cookie)]) secrets.add(secret);
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

/** The values of a Cookie header. */
function secretsOf(cookie: string): string[] {
  return cookie.split("; ").map((pair) => pair.slice(pair.indexOf("=") + 1));
}

async function connected(changes: Record<string, string> = {}): Promise<Tokens> {
  const tokens = await connect(visitor, client, changes);
  secrets.add(tokens.access_token).add(tokens.refresh_token);
  return tokens;
}

async function works(token: string): Promise<boolean> {
  const asked = { port: server.port, token, name: "read_connection", input: {} };
  return !isRefused(await FACES["the API"](asked));
}

/** What the token endpoint answers. */
async function told(answer: Promise<Response>): Promise<Partial<Tokens> & { error?: string }> {
  return (await (await answer).json()) as Partial<Tokens> & { error?: string };
}

/** Sends a form to the token endpoint as it is written. */
async function tokenForm(...form: (readonly [string, string])[]) {
  const body = new URLSearchParams(form.map(([name, value]) => [name, value]));
  return await told(fetch(`${server.origin}/token`, { method: "POST", body }));
}

describe("a token is taken", () => {
  test("in its header alone: in no address, body, cookie or other header (token-1)", async () => {
    const { access_token } = await connected();
    for (const token of [api, access_token]) {
      const ways: Record<string, Pick<Asked, "headers"> & { query?: string; more?: object }> = {
        "access_token in the query": { query: `?access_token=${token}` },
        "token in the query": { query: `?token=${token}` },
        "a header in the query": { query: `?authorization=Bearer%20${token}` },
        "the body": { more: { access_token: token, authorization: `Bearer ${token}` } },
        "a bare header": { headers: { authorization: token } },
        Basic: { headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString("base64")}` } },
        "two tokens": { headers: { authorization: `Bearer x, Bearer ${token}` } },
        "another header": {
          headers: { "x-authorization": `Bearer ${token}`, "proxy-authorization": `Bearer ${token}` },
        },
        "a cookie": { headers: { cookie: `access_token=${token}; anteroom_${server.port}=${token}` } },
        "a stream's protocol": { headers: { "sec-websocket-protocol": `bearer, ${token}` } },
      };
      for (const [way, { query = "", more, headers }] of Object.entries(ways)) {
        for (const [path, body] of [
          [`/api/v1/read_connection${query}`, { ...more }],
          [`${MCP}${query}`, { ...call("read_connection", {}), ...more }],
        ] as const) {
          const answered = await ask(server.port, { path, body, headers: { ...headers } });
          expect([way, path.split("?")[0], answered.status]).toEqual([way, path.split("?")[0], 401]);
          expect(answered.text + JSON.stringify(answered.headers)).not.toContain(token);
        }
      }
      const form = new URLSearchParams({ access_token: token }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      expect((await ask(server.port, { path: MCP, body: form, headers })).status).toBe(415);
      expect(await works(token)).toBe(true);
    }
  });

  test("and stands in no error text, whatever goes wrong with the call (token-1)", async () => {
    const refusals: Asked[] = [
      { path: "/api/v1/nothing" },
      { path: "/api/v1/read_room" },
      { path: "/api/v1/read_room", body: { room_id: api } },
      { path: "/api/v1/read_room", body: `{"room_id": "${api}` },
      { path: "/api/v1/read_room", headers: { "content-type": api } },
      { path: "/api/v1/read_connection", headers: { "anteroom-agent": api } },
      { path: "/api/v1/read_connection", headers: { origin: api } },
      { path: MCP, body: call(api, {}) },
      { path: MCP, body: call("read_room", { room_id: api }) },
      { path: MCP, body: { jsonrpc: "2.0", id: 1, method: api } },
      { path: MCP, headers: { "mcp-protocol-version": api } },
      { path: MCP, headers: { accept: api } },
    ];
    for (const { headers, body = {}, path } of refusals) {
      const answered = await ask(server.port, { path, body, headers: { ...bearer(api), ...headers } });
      expect([path, body, isRefused(answered)]).toEqual([path, body, true]);
      expect(answered.text + JSON.stringify(answered.headers)).not.toContain(api);
    }
  });

  test("for no page, and shows no page whose it is (token-4)", async () => {
    const { access_token } = await connected();
    const consent = await arrive(visitor, client.authorizeUrl());
    const pages = ["/", "/account", "/connected", `/rooms/${place.room_id}`, consent, "/device"];
    for (const token of [api, access_token]) {
      for (const headers of [bearer(token), { cookie: `anteroom_${server.port}=${token}` }]) {
        for (const path of pages) {
          const { text } = await ask(server.port, { method: "GET", path, headers });
          expect([path, /name="anteroom-proof" content="([^"]*)"/.exec(text)?.[1]]).toEqual([path, ""]);
        }
        const live = await ask(server.port, { method: "GET", path: "/api/v1/live", headers });
        expect(live.status).toBe(401);
      }
    }
    const own = await ask(server.port, { method: "GET", path: "/", headers: owner.headers });
    expect(own.text).toContain(`content="${owner.headers["anteroom-proof"]}"`);
  });
});

describe("kinds of secrets", () => {
  interface Use {
    /** The kinds that this use takes. */
    readonly of: readonly string[];
    readonly works: (secret: string) => Promise<boolean>;
  }

  const ok = async (asked: Asked) => (await ask(server.port, asked)).status === 200;
  const given = async (answer: Promise<Response>) => (await told(answer)).access_token !== undefined;

  /** One secret of each kind, each of which works where it belongs. */
  async function ofEachKind() {
    const tokens = await connected();
    const sign = await Person.signIn(server.origin);
    const [signIn = "", device = ""] = secretsOf(sign.headers["cookie"] ?? "");
    const shown = await fetch(`${server.origin}/device_authorization`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id }),
    });
    const { device_code = "", user_code = "" } = (await shown.json()) as Record<string, string>;
    const { workspace_id, project_id } = place;
    const decision = { user_code, allow: true, workspace_id, project_ids: [project_id] };
    if ((await visitor.post("/device/decide", decision)).status !== 200) throw new Error("not let in");
    const { person_id } = await joinTeam(owner, place, { name: "Forgetful", role: "guest" });
    const reset = await owner.do<{ link: string }>("create_reset_link", { workspace_id, person_id });
    const invited = await owner.do<{ link: string }>("invite_to_workspace", { workspace_id, role: "guest" });
    return {
      api,
      access: tokens.access_token,
      refresh: tokens.refresh_token,
      code: (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "",
      registration: String(client.registration["registration_access_token"]),
      client: client.id,
      signIn,
      browser: device,
      proof: sign.headers["anteroom-proof"] ?? "",
      device_code,
      user_code,
      invitation: new URL(invited.link).hash.slice(1),
      reset: new URL(reset.link).hash.slice(1),
      sign,
    };
  }

  test("pass for one another at no door (client-15)", async () => {
    const { sign, ...kinds } = await ofEachKind();
    const open = (operation: string) => async (secret: string) =>
      (await new Visitor(server).post(`/api/v1/${operation}`, { secret })).status === 200;
    const uses: Record<string, Use> = {
      "the MCP endpoint": {
        of: ["api", "access"],
        works: async (secret) =>
          await ok({ path: MCP, body: call("read_connection", {}), headers: bearer(secret) }),
      },
      "the API": { of: ["api", "access"], works },
      "a browser's cookie": {
        of: ["signIn"],
        works: async (secret) => {
          const cookie = `anteroom_${server.port}=${secret}`;
          return await ok({ path: "/api/v1/open_home", body: {}, headers: { ...sign.headers, cookie } });
        },
      },
      "a page's proof": {
        of: ["proof"],
        works: async (secret) => {
          const headers = { ...sign.headers, "anteroom-proof": secret };
          return await ok({ path: "/api/v1/open_home", body: {}, headers });
        },
      },
      "a registration": {
        of: ["registration"],
        works: async (secret) => {
          const { pathname: path } = new URL(String(client.registration["registration_client_uri"]));
          return await ok({ method: "GET", path, headers: bearer(secret) });
        },
      },
      "an invitation": { of: ["invitation"], works: open("read_invitation") },
      "a reset": { of: ["reset"], works: open("read_reset") },
      "a refresh": { of: ["refresh"], works: async (secret) => await given(client.refresh(secret)) },
      "a code": { of: ["code"], works: async (secret) => await given(client.exchange(secret)) },
      "a device": {
        of: ["device_code"],
        works: async (device_code) => await given(client.token({ grant_type: DEVICE_GRANT, device_code })),
      },
    };
    for (const secret of Object.values(kinds)) {
      expect(secret.length).toBeGreaterThan(7);
      if (secret !== client.id) secrets.add(secret);
    }
    for (const [use, { of, works: tried }] of Object.entries(uses)) {
      for (const [kind, secret] of Object.entries(kinds)) {
        if (!of.includes(kind)) expect([use, kind, await tried(secret)]).toEqual([use, kind, false]);
      }
    }
    // Each still opens its own door: what failed has used up and ended nothing.
    for (const [use, { of, works: tried }] of Object.entries(uses)) {
      for (const kind of of as (keyof typeof kinds)[]) {
        expect([use, kind, await tried(kinds[kind])]).toEqual([use, kind, true]);
      }
    }
  });
});

describe("a token is", () => {
  test("for our one endpoint, however many resources are named (client-5)", async () => {
    const ours = server.origin + MCP;
    const others = [
      "https://other.example.test/mcp",
      `${ours}/other`,
      server.origin,
      ours.replace("http:", "https:"),
    ];
    const tokens = await connected();
    for (const other of others) {
      for (const resources of [[other], [ours, other], [other, ours]]) {
        const query = resources.map((resource) => `&resource=${encodeURIComponent(resource)}`).join("");
        const refused = (await visitor.get(client.authorizeUrl() + query)).headers.get("location") ?? "";
        const error = new URL(refused, server.origin).searchParams.get("error");
        expect([resources, error]).toEqual([resources, "invalid_target"]);
      }
      const code = (await letIn(visitor, client.authorizeUrl())).searchParams.get("code") ?? "";
      expect((await told(client.exchange(code, { resource: other }))).error).toBe("invalid_target");
      const refreshed = await told(client.refresh(tokens.refresh_token, { resource: other }));
      expect(refreshed.access_token).toBeUndefined();
    }
    expect(await works(tokens.access_token)).toBe(true);
  });

  test("nobody's when another server made it, or somebody wrote it in the form of one (client-5)", async () => {
    await using elsewhere = await startHouse();
    expect(await works((await elsewhere.connect()).token)).toBe(false);
    const claims = { iss: server.origin, aud: server.origin + MCP, scope: "osfoundry:read", sub: "x" };
    for (const alg of ["none", "HS256", "ES256"]) {
      const parts = [{ alg, typ: "at+jwt", kid: "1" }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString("base64url"),
      );
      expect(await works(`${parts.join(".")}.`)).toBe(false);
    }
  });

  test("no wider than its scopes: by no face, no parameter and no other grant (client-8)", async () => {
    const tokens = await connected({ scope: "osfoundry:read" });
    const both = "osfoundry:read osfoundry:write";
    const refresh = [
      ["client_id", client.id],
      ["grant_type", "refresh_token"],
      ["refresh_token", tokens.refresh_token],
    ] as const;
    for (const scopes of [["osfoundry:write"], [both], ["osfoundry:read", "osfoundry:write"]]) {
      const widened = await tokenForm(...refresh, ...scopes.map((scope) => ["scope", scope] as const));
      expect([scopes, widened.error]).toEqual([scopes, expect.stringMatching(/^invalid_(?:scope|request)$/)]);
    }
    const kept = await told(client.refresh(tokens.refresh_token, { scope: "admin *" }));
    expect(kept.scope).toBe("osfoundry:read");
    for (const grant of [
      "client_credentials",
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:token-exchange",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
      "urn:openid:params:grant-type:ciba",
    ]) {
      const { access_token: token } = tokens;
      const form = { scope: both, subject_token: token, assertion: token, auth_req_id: token };
      const refused = await told(client.token({ grant_type: grant, ...form }));
      expect([grant, refused.error]).toEqual([grant, expect.stringMatching(/^(?:unsupported|invalid)_/)]);
    }
    const input = { room_id: place.room_id, name: "Wide", files: labelApp("x"), idempotency_key: "widened" };
    const asked = { port: server.port, name: "propose_room_snippet_app", input };
    const before = rowsOf(server.data);
    for (const [face, send] of Object.entries(FACES)) {
      for (const token of [tokens.access_token, kept.access_token ?? ""]) {
        const { status, headers } = await send({ ...asked, token });
        expect([face, status]).toEqual([face, 403]);
        expect(headers["www-authenticate"]).toContain("insufficient_scope");
      }
    }
    expect(rowsOf(server.data)).toEqual(before);
    expect(await works(kept.access_token ?? "")).toBe(true);
  });

  test("good for one workspace, though its person is in two (token-3)", async () => {
    const far = makeElsewhere(server.data, place.owner.person_id);
    const { room_id } = await owner.do<{ room_id: string }>("create_room", {
      project_id: far.project_id,
      name: "Far Room",
    });
    const { access_token } = await connected();
    for (const token of [api, access_token]) {
      for (const [face, send] of Object.entries(FACES)) {
        const asked = { port: server.port, token };
        const found = await send({ ...asked, name: "find_resources", input: {} });
        expect([face, isRefused(found), found.text.includes("Far Room")]).toEqual([face, false, false]);
        for (const [name, input] of [
          ["read_room", { room_id }],
          ["poll_resource_events", { resource_type: "room", resource_id: room_id, after_sequence: 0 }],
        ] as const) {
          const refused = await send({ ...asked, name, input });
          expect([face, name, refused.text.includes("not_found")]).toEqual([face, name, true]);
        }
      }
    }
    // Its person finds both.
    expect(JSON.stringify(await owner.do("open_home"))).toContain("Far Room");
  });

  test("over by itself: what its time is over for opens nothing and is not renewed (token-3)", async () => {
    const tokens = await connected();
    expect(await works(tokens.access_token)).toBe(true);
    expect(await works(api)).toBe(true);
    const now = Math.floor(Date.now() / 1000);
    changeRows(
      server.data,
      `update oidc_items set expires_at = ${now - 1} where kind in ('AccessToken', 'RefreshToken')`,
    );
    changeRows(server.data, "update api_tokens set expires_at = ?", new Date((now - 1) * 1000).toISOString());
    await expect.poll(async () => await works(tokens.access_token)).toBe(false);
    expect(await works(api)).toBe(false);
    expect((await told(client.refresh(tokens.refresh_token))).error).toBe("invalid_grant");
  });
});

test("and after all this no secret stands in the log, which told of every call (token-1)", async () => {
  const log = () => server.log.join("\n");
  await fetch(`${server.origin}/healthz?${[...secrets].join("&")}`, { headers: owner.headers });
  await expect.poll(log).toContain("/healthz");
  expect(secrets.size).toBeGreaterThan(20);
  for (const secret of secrets) expect([secret.length > 7, log().includes(secret)]).toEqual([true, false]);
});
