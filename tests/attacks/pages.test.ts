import { readFileSync } from "node:fs";
import { personOperations } from "@anteroom/features/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrive, Client, type Visitor } from "../../packages/features/src/testing/visitor.ts";
import { type Answered, ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { consenting } from "../testkit/consenting.ts";
import { Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, OWNER, TestServer } from "../testkit/server.ts";

// A page of somebody else's in the browser in which the owner is signed in.

const COMPANY = {
  ANTEROOM_OIDC: "example",
  ANTEROOM_OIDC_EXAMPLE_ISSUER: "https://sign-in.example.test",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_ID: "anteroom",
  ANTEROOM_OIDC_EXAMPLE_CLIENT_SECRET: "a secret of the company",
  ANTEROOM_OIDC_EXAMPLE_DOMAINS: "example.test",
};

let server: TestServer;
let owner: Person;
let visitor: Visitor;
/** Of the owner too, in another browser. */
let otherProof: string;
let pending: Proposed;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ env: COMPANY });
  owner = await Person.signIn(server.origin);
  otherProof = (await Person.signIn(server.origin)).headers["anteroom-proof"] ?? "";
  visitor = await consenting(server.origin);
  const agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  const args = { room_id, name: "Waiting", files: labelApp("x"), idempotency_key: "pages-attacks" };
  pending = await agent.ask<Proposed>("propose_room_snippet_app", args);
});
afterAll(async () => await server?.[Symbol.asyncDispose]());

type Headers = NonNullable<Asked["headers"]>;

/** Requests as another page can have them sent, each by what it changes of one that our page sends. */
const OTHER_PAGES: readonly (readonly [string, () => Headers])[] = [
  ["another site's", () => ({ origin: "https://attacker.example" })],
  ["a sandboxed frame's", () => ({ origin: "null" })],
  ["no page's", () => ({ origin: undefined })],
  ["a lookalike's", () => ({ origin: `${server.origin}.attacker.example` })],
  ["another lookalike's", () => ({ origin: `http://attacker.example:${server.port}` })],
  ["a user's at another site", () => ({ origin: `${server.origin}@attacker.example` })],
  ["another port's", () => ({ origin: "http://localhost:1" })],
  ["another scheme's", () => ({ origin: server.origin.replace("http:", "https:") })],
  ["ours and another's", () => ({ origin: `${server.origin}, https://attacker.example` })],
];
const FORMS = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "text/plain; application/json",
  undefined,
];

/** Everything that a person's browser can have changed here, as our own page asks for it. */
interface Door {
  readonly path: string;
  readonly headers: Headers;
  readonly body: object;
  /** Whether it is there for people who are not signed in, whose page has no proof. */
  readonly open: boolean;
}

function operations(): Door[] {
  return personOperations.map((operation) => ({
    path: `/api/v1/${operation.name}`,
    headers: owner.headers,
    body: {},
    open: "open" in operation,
  }));
}

/** The doors that are no operations: where clients and devices are let in. */
async function requests(): Promise<Door[]> {
  const client = await Client.register(server);
  const consent = await arrive(visitor, client.authorizeUrl());
  const asked = await fetch(`${server.origin}/device_authorization`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client.id }),
  });
  const { user_code } = (await asked.json()) as { user_code: string };
  const body = { user_code, allow: false };
  const cookies = visitor.cookieLines.map((line) => line.split(";")[0]);
  return [`${consent}/read`, `${consent}/decide`, "/device/read", "/device/decide"].map((path) => ({
    path,
    headers: { ...owner.headers, cookie: [owner.headers["cookie"], ...cookies].join("; ") },
    body,
    open: false,
  }));
}

/** Sends what other pages can send to a door; returns what should have been refused and was not. */
async function forge({ path, headers, body, open }: Door): Promise<string[]> {
  const send = async (change: Headers, more: Partial<Asked> = {}) =>
    await ask(server.port, { path, body, ...more, headers: { ...headers, ...change } });
  const proofs = [undefined, "", "x".repeat(43), otherProof].map((proof) => ({ "anteroom-proof": proof }));
  const tried: (readonly [string, Promise<Answered>, ...number[]])[] = [
    ...OTHER_PAGES.map(([name, change]) => [name, send(change()), 403] as const),
    ...FORMS.map((type) => [`by ${type}`, send({ "content-type": type }), 400, 415] as const),
    ...["GET", "HEAD"].map((method) => [method, send({}, { method, body: undefined }), 405] as const),
    ...(open ? [] : proofs.map((proof) => [JSON.stringify(proof), send(proof), 403] as const)),
  ];
  const wrong: string[] = [];
  for (const [name, answer, ...expected] of tried) {
    const answered = await answer;
    if (!expected.includes(answered.status) || answered.headers["set-cookie"] !== undefined) {
      wrong.push(`${path} ${name}: ${answered.status}`);
    }
  }
  return wrong;
}

describe("another page changes nothing", () => {
  test("by any operation, by GET, by a form, or without our page's proof (page-1, page-2, page-6, net-9)", async () => {
    const doors = operations();
    const before = rowsOf(server.data);
    for (const door of doors) expect(await forge(door)).toEqual([]);
    expect(rowsOf(server.data)).toEqual(before);
    // What our own page sends comes through to where its input is read.
    for (const { path, headers } of doors) {
      const { status, json } = await ask(server.port, { path, body: "{", headers });
      expect([path, status, json.error.code]).toEqual([path, 400, "invalid_arguments"]);
    }
  });

  test("where clients and devices are let in (page-1, page-2, net-9)", async () => {
    const doors = await requests();
    for (const door of doors) expect(await forge(door)).toEqual([]);
    for (const { path, headers, body } of doors) {
      expect((await ask(server.port, { path, body, headers })).status, path).toBe(200);
    }
  });
});

describe("what a browser is shown", () => {
  /** Every page that the web app knows, by its own table of routes. */
  function pages(): string[] {
    const routes = readFileSync(new URL("../../packages/web/src/app/routes.tsx", import.meta.url), "utf8");
    const found = Array.from(routes.matchAll(/path="([^"]+)"/gu), ([, path = ""]) => path);
    expect(found.length).toBeGreaterThan(12);
    return found.map((path) => path.replace(/:\w+/u, pending.proposal_id));
  }

  const get = async (path: string, headers: Headers = {}) =>
    await ask(server.port, { method: "GET", path, headers: { accept: "text/html", ...headers } });

  test("can be framed by nobody, keeps no opener, and stays with its person (page-3, page-8)", async () => {
    const cookie = owner.headers["cookie"];
    const errors = ["/nowhere", "/authorize?client_id=gone", "/authorize/gone"];
    for (const path of [...pages(), ...errors]) {
      for (const { headers, text } of [await get(path), await get(path, { cookie })]) {
        expect(text, path).toMatch(/^<!doctype html>/iu);
        expect(headers, path).toMatchObject({
          "content-security-policy": expect.stringMatching(
            /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/u,
          ),
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "referrer-policy": expect.stringMatching(/^(?:same-origin|no-referrer)$/u),
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        });
      }
    }
  });

  test("that is no page cannot be taken for one, nor be loaded into one (page-3, page-4)", async () => {
    const runtime = `/rt/${(await owner.card(pending.proposal_id)).runtime}`;
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/u.exec((await get("/")).text)?.[1] ?? "";
    for (const path of [asset, `${runtime}/compile.js`]) {
      expect((await get(path)).headers, path).toMatchObject({
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
    }
    const frame = (await get(`${runtime}/frame.html`)).headers["content-security-policy"];
    expect(frame).toContain(`frame-ancestors ${server.origin};`);
    expect(frame).toContain("sandbox allow-scripts allow-forms");
    for (const path of ["/assets/gone.js", "/rt/gone/frame.html", "/api/v1/gone", "/api/v1/live", "/jwks"]) {
      const { headers, text } = await get(path);
      expect(headers["content-type"], path).toMatch(/^application\/(?:json|jwk-set\+json)/u);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
      expect(text, path).not.toContain("<");
    }
  });

  test("changes nothing by being asked for (net-9)", async () => {
    const before = rowsOf(server.data);
    const others = ["/authorize?client_id=gone", "/sign-in/callback/example?code=x&state=y", "/jwks"];
    const provider = [
      "/sign-in/with/example?return=/",
      "/sign-in/with/example?link=1",
      "/api/v1/openapi.json",
    ];
    for (const path of [...pages(), ...others, ...provider]) {
      for (const method of ["GET", "HEAD"]) {
        await ask(server.port, {
          method,
          path,
          headers: { ...owner.headers, "sec-fetch-site": "same-origin" },
        });
      }
    }
    expect(rowsOf(server.data)).toEqual(before);
  });

  test("is shown under no name but ours, whatever else points here (page-5)", async () => {
    const { port } = server;
    const names = ["attacker.example", `attacker.example:${port}`, `localhost.attacker.example:${port}`];
    const near = [
      `localhost:${port}.attacker.example`,
      "localhost",
      `localhost.:${port}`,
      `x@localhost:${port}`,
    ];
    const asked = ["/", "/sign-in", "/api/v1/live", "/sign-in/with/example", "/authorize", "/assets/gone.js"];
    for (const host of [...names, ...near]) {
      for (const path of asked) {
        const answered = await get(path, { ...owner.headers, host });
        expect([host, path, answered.status], answered.text).toEqual([host, path, 421]);
        expect(answered.text).not.toContain(owner.headers["anteroom-proof"]);
      }
      for (const path of ["/api/v1/sign_in", "/api/v1/open_home", "/device/read", "/consent/x/read"]) {
        const headers = { ...owner.headers, host };
        expect((await ask(port, { path, body: OWNER, headers })).status, `${host} ${path}`).toBe(421);
      }
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
      expect(
        (await ask(port, { path: "/api/v1/open_home", body: {}, headers: { ...owner.headers, host } }))
          .status,
      ).toBe(200);
    }
  });

  test("leads nowhere else, however its address is written (page-7)", async () => {
    const elsewhere = [
      "//attacker.example",
      "/\\attacker.example",
      "/.//attacker.example",
      "/\t/attacker.example",
    ];
    const schemes = [
      "https://attacker.example/",
      "javascript:alert(1)",
      "/x/..//attacker.example",
      "\t//attacker.example",
    ];
    const places = [...elsewhere, ...schemes];
    const asked = [
      ...places.filter((place) => /^\/\S+$/u.test(place)),
      ...places.map((place) => `/sign-in/with/example?return=${encodeURIComponent(place)}`),
      ...places.map((place) => `/sign-in/callback/example?state=x&return=${encodeURIComponent(place)}`),
      ...places.map((place) => `/authorize?client_id=gone&redirect_uri=${encodeURIComponent(place)}`),
    ];
    // Under another of our own names pages lead to the one that is shown.
    for (const host of [`localhost:${server.port}`, `127.0.0.1:${server.port}`]) {
      for (const path of asked) {
        const { location } = (await get(path, { host })).headers;
        const leads = new URL(location ?? "/", server.origin);
        expect([path, leads.origin], location).toEqual([path, server.origin]);
        expect(leads.searchParams.get("return") ?? "/", path).toBe("/");
      }
    }
    const own = await get("/sign-in/with/example?return=/rooms/x", { "sec-fetch-site": "cross-site" });
    expect(own.headers.location).toBe(`${server.origin}/sign-in?return=%2Frooms%2Fx`);
  });
});

describe("a sign-in that somebody else planted", () => {
  test("is not the one that a person gets by signing in, and ends by that (page-6)", async () => {
    const attacker = await Person.signIn(server.origin);
    const planted = attacker.headers["cookie"] ?? "";
    const [name = ""] = planted.split("=");
    for (const cookie of [planted, `${name}=${"x".repeat(43)}`]) {
      const victim = Person.holding(server.origin, { cookie });
      await victim.do("sign_in", OWNER);
      expect(victim.headers["cookie"]).not.toContain(/=([^;]+)/u.exec(cookie)?.[1]);
      await victim.do("open_home");
    }
    expect((await attacker.post("open_home")).status).toBe(401);
  });

  test("cannot be begun at a company's provider by another site's page (page-6)", async () => {
    const visit = async (from: string | undefined) =>
      await ask(server.port, {
        method: "GET",
        path: "/sign-in/with/example?return=/connected",
        headers: { ...owner.headers, "sec-fetch-site": from },
      });
    for (const from of ["cross-site", "same-site"]) {
      const { headers } = await visit(from);
      expect([headers.location, headers["set-cookie"]]).toEqual([
        `${server.origin}/sign-in?return=%2Fconnected`,
        undefined,
      ]);
    }
    // By a press on ours it is; this provider cannot be reached, so the person is told that it failed.
    expect((await visit("same-origin")).headers.location).toContain("problem=failed");
  });
});
