import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  arrive,
  Client,
  connect,
  letIn,
  register,
  type Tokens,
  Visitor,
} from "../../packages/features/src/testing/visitor.ts";
import { ask } from "../../packages/server/src/testing/ask.fixture.ts";
import { type House, startHouse } from "../../packages/server/src/testing/house.fixture.ts";
import { bearer } from "../../packages/server/src/testing/mcp.fixture.ts";
import { consenting } from "../testkit/consenting.ts";
import { FACES } from "../testkit/faces.ts";
import { rowsOf } from "../testkit/rows.ts";
import type { Person } from "../testkit/person.ts";
import { joinTeam, type Place, placeOf, type TeamMember } from "../testkit/team.ts";

// A hostile client at the doors of OAuth: it registers under any name, and may have stolen what others were sent.

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const REDIRECT = "http://127.0.0.1/callback";

let house: House;
let place: Place;
let member: TeamMember;
/** The owner's browser, at a new address for each test, so that none takes another's share of requests. */
let visitor: Visitor;

beforeAll(async () => {
  house = await startHouse({ ANTEROOM_TRUST_PROXY: "1" });
  place = await placeOf(house.owner);
  member = await joinTeam(house.owner, place, { name: "Member", role: "member" });
});
beforeEach(() => {
  visitor = browserOf(house.owner);
});
afterAll(async () => await house?.[Symbol.asyncDispose]());

/** A browser in which somebody is signed in. */
function browserOf({ headers }: Person): Visitor {
  const { cookie = "", "anteroom-proof": proof = "" } = headers;
  return new Visitor(house, { secret: "", proof, cookie });
}

/** Whom a token acts for, or the status of its refusal. */
async function actsFor(token: string): Promise<string | number> {
  const asked = { port: house.port, token, name: "read_connection", input: {} };
  const { status, json } = await FACES["the API"](asked);
  return status === 200 ? json.person.name : status;
}

async function codeFor(client: Client, by = visitor): Promise<string> {
  return (await letIn(by, client.authorizeUrl())).searchParams.get("code") ?? "";
}

/** What a client is told at the token endpoint. */
async function told(answer: Promise<Response>): Promise<Partial<Tokens> & { error?: string }> {
  return (await (await answer).json()) as Partial<Tokens> & { error?: string };
}

/** Sends a form to the token endpoint as it is written. */
async function tokenForm(form: readonly (readonly [string, string])[], headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form.map(([name, value]) => [name, value]));
  return await told(fetch(`${house.origin}/token`, { method: "POST", body, headers }));
}

describe("a code", () => {
  test("that a dozen bring at once is used at most once, and brought again ends what it gave (client-1)", async () => {
    const client = await Client.register(house);
    const other = await connect(visitor, client);
    const code = await codeFor(client);
    const all = await Promise.all(Array.from({ length: 12 }, async () => await told(client.exchange(code))));
    const given = all.flatMap(({ access_token }) => access_token ?? []);
    expect(given.length).toBeLessThanOrEqual(1);
    expect((await told(client.exchange(code))).error).toBe("invalid_grant");
    for (const token of given) expect(await actsFor(token)).toBe(401);
    expect(await actsFor(other.access_token)).toBe("Owner");
  });

  test("is redeemed by no other client and for no other address, also with its verifier (client-2)", async () => {
    const [client, thief] = [await Client.register(house), await Client.register(house)];
    const secretive = await Client.register(house, { token_endpoint_auth_method: "client_secret_basic" });
    const code = await codeFor(client);
    const form = {
      grant_type: "authorization_code",
      code,
      code_verifier: client.verifier,
      redirect_uri: REDIRECT,
    };
    const { redirect_uri: _redirect, ...noAddress } = form;
    const basic = `Basic ${Buffer.from(`${secretive.id}:${secretive.secret}`).toString("base64")}`;
    const thefts = [
      await told(thief.token(form)),
      await told(secretive.token(form, { authorization: basic })),
      // Who one is, said twice.
      await tokenForm([...Object.entries(form), ["client_id", client.id]], { authorization: basic }),
      await tokenForm([...Object.entries(form), ["client_id", thief.id], ["client_id", client.id]]),
      await tokenForm([...Object.entries(noAddress), ["client_id", client.id]]),
    ];
    for (const redirect_uri of [
      "http://localhost/callback",
      "http://127.0.0.1:80/callback",
      "http://127.0.0.1:8080/callback",
      "http://127.0.0.1/callback/",
      "http://127.0.0.1/callback?x",
      "https://evil.example.test/callback",
    ]) {
      thefts.push(await told(client.exchange(code, { redirect_uri })));
    }
    for (const theft of thefts) {
      expect(theft.access_token).toBeUndefined();
      expect(theft.error).toMatch(/^invalid_(?:grant|client|request)$/);
    }
    // It is its own client's still.
    expect(await actsFor((await told(client.exchange(code))).access_token ?? "")).toBe("Owner");
  });

  test("is asked for with one challenge, and redeemed with its one verifier (client-3)", async () => {
    const client = await Client.register(house);
    const url = client.authorizeUrl();
    const challenge = new URLSearchParams(url.split("?")[1]).get("code_challenge") ?? "";
    for (const polluted of [
      `${url}&code_challenge=${"x".repeat(43)}`,
      `${url}&code_challenge_method=plain`,
      client.authorizeUrl({ code_challenge_method: "s256" }),
      client.authorizeUrl({ code_challenge: "" }),
    ]) {
      const location = (await visitor.get(polluted)).headers.get("location") ?? "";
      expect(location).not.toContain("/consent/");
      expect(new URL(location, house.origin).searchParams.has("code")).toBe(false);
    }
    const code = await codeFor(client);
    const form = Object.entries({ client_id: client.id, grant_type: "authorization_code", code });
    const wrong = "x".repeat(43);
    for (const verifiers of [
      [["code_verifier", challenge]],
      [
        ["code_verifier", challenge],
        ["code_challenge_method", "plain"],
      ],
      [
        ["code_verifier", wrong],
        ["code_verifier", client.verifier],
      ],
      [["code_verifier", `${client.verifier} `]],
      [["code_verifier", client.verifier.slice(0, -1)]],
    ] as [string, string][][]) {
      const refused = await tokenForm([...form, ["redirect_uri", REDIRECT], ...verifiers]);
      expect([verifiers, refused.access_token]).toEqual([verifiers, undefined]);
    }
    expect((await told(client.exchange(code))).access_token).toBeDefined();
  });
});

describe("answers are sent", () => {
  const REGISTERED = ["https://agent.example.test/callback", "editor://auth/done", REDIRECT];

  test.each([
    "https://agent.example.test/callback/",
    "https://agent.example.test/callback?next=evil",
    "https://agent.example.test/callback#x",
    "https://agent.example.test/callback/../evil",
    "https://agent.example.test/callback/%2e%2e/evil",
    "https://agent.example.test/%63allback",
    "https://agent.example.test/CALLBACK",
    "https://agent.example.test:444/callback",
    "https://agent.example.test.evil.example.test/callback",
    "https://agent.example.test@evil.example.test/callback",
    "https://evil.example.test/?https://agent.example.test/callback",
    "http://agent.example.test/callback",
    "//agent.example.test/callback",
    "/callback",
    "editor://auth/done/more",
    "editor://auth@evil/done",
    "editor:auth/done",
    "editors://auth/done",
    "http://127.0.0.1/callback\r\nX-Evil: 1",
    " http://127.0.0.1/callback",
    "http://2130706433/callback",
    "http://127.0.0.2/callback",
    "http://127.0.0.1:99999/callback",
    "http://127.0.0.1:1@evil.example.test/callback",
    "JavaScript:alert(document.domain)//",
  ])("never to %j, which only looks registered (client-4)", async (redirect_uri) => {
    const client = await Client.register(house, { redirect_uris: REGISTERED });
    const evil = encodeURIComponent(redirect_uri);
    const good = client.authorizeUrl();
    for (const url of [
      client.authorizeUrl({ redirect_uri }),
      // The registered one is named too, before or after it.
      `${good}&redirect_uri=${evil}`,
      good.replace("redirect_uri=", `redirect_uri=${evil}&redirect_uri=`),
    ]) {
      const answered = await visitor.get(url);
      expect([answered.status, answered.headers.get("location")]).toEqual([400, null]);
      expect(answered.headers.has("x-evil")).toBe(false);
    }
    expect(await arrive(visitor, good)).toContain("/consent/");
  });

  test("under the name of the one who answers, whatever the answer is (client-6)", async () => {
    const client = await Client.register(house);
    const consent = await arrive(visitor, client.authorizeUrl());
    const decided = await visitor.post(`${consent}/decide`, { allow: false });
    const { redirect_to } = (await decided.json()) as { redirect_to: string };
    const answers = {
      granted: await letIn(visitor, client.authorizeUrl()),
      denied: new URL((await visitor.get(redirect_to)).headers.get("location") ?? ""),
      faulty: new URL(
        (await visitor.get(client.authorizeUrl({ response_type: "token" }))).headers.get("location") ?? "",
      ),
    };
    for (const [what, { search, hash }] of Object.entries(answers)) {
      const parameters = new URLSearchParams(search || hash.slice(1));
      expect([what, parameters.get("iss")]).toEqual([what, house.origin]);
      expect(parameters.get("state")).toBe("st4te");
    }
    const metadata = await fetch(`${house.origin}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({
      issuer: house.origin,
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe("the server asks nothing of an address that a client names", () => {
  let listener: Server;
  let allowed: Server;
  const heard: string[] = [];

  async function listen(name: string): Promise<Server> {
    const server = createServer((socket) => {
      heard.push(name);
      socket.destroy();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return server;
  }
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    [listener, allowed] = [await listen("listener"), await listen("allowed")];
  });
  afterAll(() => {
    listener.close();
    allowed.close();
  });

  test("while registering, authorizing or proving who it is (client-9)", async () => {
    const at = (path: string) => `http://127.0.0.1:${portOf(listener)}/${path}`;
    const uris = {
      jwks_uri: at("jwks"),
      logo_uri: at("logo"),
      client_uri: at("client"),
      policy_uri: at("policy"),
      tos_uri: at("tos"),
      sector_identifier_uri: at("sector"),
      initiate_login_uri: at("login"),
      backchannel_logout_uri: at("logout"),
      request_uris: [at("request")],
    };
    const client = await Client.register(house, uris);
    for (const token_endpoint_auth_method of ["private_key_jwt", "client_secret_jwt", "tls_client_auth"]) {
      const metadata = { redirect_uris: [REDIRECT], token_endpoint_auth_method, ...uris };
      expect((await register(house, metadata)).status).toBe(400);
    }
    const header = Buffer.from(JSON.stringify({ alg: "ES256", jku: at("jku"), x5u: at("x5u") }));
    const assertion = `${header.toString("base64url")}.e30.c2ln`;
    for (const change of [
      { request_uri: at("request") },
      { request: assertion },
      { client_id: at("document") },
      { client_id: at("document").replace("http:", "https:") },
      { registration: JSON.stringify(uris), client_id: undefined },
    ]) {
      await visitor.get(client.authorizeUrl(change));
    }
    const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    await client.token({
      grant_type: "client_credentials",
      client_assertion: assertion,
      client_assertion_type,
    });
    expect(JSON.stringify(rowsOf(house.data))).not.toContain(`127.0.0.1:${portOf(listener)}`);
    expect(heard).toEqual([]);
  });

  test("inside its network, where the operator takes metadata documents, unless it is named (client-9)", async () => {
    await using open = await startHouse({
      ANTEROOM_CLIENT_METADATA: "1",
      ANTEROOM_EGRESS_ALLOW: `127.0.0.1:${portOf(allowed)}`,
    });
    const person = await consenting(open.origin);
    const askAs = async (client_id: string) => {
      const client = new Client(open, { client_id }, REDIRECT);
      return (await person.get(client.authorizeUrl())).status;
    };
    const port = portOf(listener);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "127.1",
      "2130706433",
      "0x7f000001",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ]) {
      expect([host, await askAs(`https://${host}:${port}/client.json`)]).toEqual([host, 400]);
    }
    expect(heard).toEqual([]);
    expect(await askAs(`https://127.0.0.1:${portOf(allowed)}/client.json`)).toBe(400);
    expect(new Set(heard)).toEqual(new Set(["allowed"]));
  });
});

describe("a request to be let in", () => {
  test("is answered in the browser that it came by, and for the person there (client-10)", async () => {
    const client = await Client.register(house);
    const thief = browserOf(member.person);
    const own = { allow: true, workspace_id: place.workspace_id, project_ids: [place.project_id] };
    // The thief sends the owner a link to a page that waits for the thief's client.
    const lure = await arrive(thief, client.authorizeUrl());
    for (const action of ["read", "decide"]) {
      expect((await visitor.post(`${lure}/${action}`, own)).status).toBe(404);
    }
    const resume = `/authorize/${lure.slice("/consent/".length)}`;
    expect((await visitor.get(resume)).headers.get("location")).toBeNull();
    // The owner lets a client in, and the thief knows the address that its browser goes to next.
    const consent = await arrive(visitor, client.authorizeUrl());
    const decided = await visitor.post(`${consent}/decide`, own);
    const { redirect_to } = (await decided.json()) as { redirect_to: string };
    expect((await thief.get(redirect_to)).headers.get("location")).toBeNull();
    // Each gets what is theirs, once.
    const back = new URL((await visitor.get(redirect_to)).headers.get("location") ?? "");
    expect((await visitor.get(redirect_to)).headers.get("location")).toBeNull();
    const tokens = await told(client.exchange(back.searchParams.get("code") ?? ""));
    expect(await actsFor(tokens.access_token ?? "")).toBe("Owner");
    expect((await thief.post(`${lure}/decide`, own)).status).toBe(200);
    const theirs = new URL((await thief.get(resume)).headers.get("location") ?? "");
    const got = await told(client.exchange(theirs.searchParams.get("code") ?? ""));
    expect(await actsFor(got.access_token ?? "")).toBe("Member");
  });

  test("by a device is redeemed by nobody before it was answered, by no other, and once (client-14)", async () => {
    const [client, thief] = [await Client.register(house), await Client.register(house)];
    const asked = await fetch(`${house.origin}/device_authorization`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client.id }),
    });
    const { device_code = "", user_code = "" } = (await asked.json()) as Record<string, string>;
    const poll = async (by: Client, code = device_code) =>
      await told(by.token({ grant_type: DEVICE_GRANT, device_code: code }));
    expect((await poll(client)).error).toMatch(/^authorization_pending|slow_down$/);
    expect((await poll(client, user_code)).error).toBe("invalid_grant");
    expect((await poll(thief)).error).toBe("invalid_grant");
    const own = { allow: true, workspace_id: place.workspace_id, project_ids: [place.project_id] };
    expect((await visitor.post("/device/decide", { user_code, ...own })).status).toBe(200);
    expect((await poll(thief)).error).toBe("invalid_grant");
    expect((await told(client.exchange(device_code))).error).toBe("invalid_grant");
    const tokens = await poll(client);
    expect(await actsFor(tokens.access_token ?? "")).toBe("Owner");
    expect((await poll(client)).error).toBe("invalid_grant");
  });
});

test("another client's registration is neither read nor changed, with whatever token (client-13)", async () => {
  const [client, thief] = [await Client.register(house), await Client.register(house)];
  const tokens = await connect(visitor, client);
  const path = new URL(String(client.registration["registration_client_uri"])).pathname;
  const own = String(client.registration["registration_access_token"]);
  const manage = async (method: string, token: string, query = "") =>
    await ask(house.port, { method, path: path + query, headers: bearer(token) });
  const before = (await manage("GET", own)).json;
  const { token: api } = await house.connect();
  for (const token of [
    String(thief.registration["registration_access_token"]),
    api,
    tokens.access_token,
    tokens.refresh_token,
    client.id,
  ]) {
    for (const method of ["GET", "DELETE"]) expect((await manage(method, token)).status).toBe(401);
  }
  for (const method of ["PUT", "PATCH", "POST"]) expect((await manage(method, own)).status).toBe(405);
  const inQuery = await ask(house.port, { method: "DELETE", path: `${path}?access_token=${own}` });
  expect(inQuery.status).toBeGreaterThanOrEqual(400);
  // Registering under the same name and id takes neither over.
  const twin = await register(house, {
    ...before,
    client_id: client.id,
    redirect_uris: ["https://evil.example.test/"],
  });
  expect(((await twin.json()) as { client_id: string }).client_id).not.toBe(client.id);
  expect((await manage("GET", own)).json).toEqual(before);
  expect(await actsFor(tokens.access_token)).toBe("Owner");
});
