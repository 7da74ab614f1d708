import { agentOperations, personOperations } from "@anteroom/features/contract";
import { bind } from "@anteroom/features/kernel/context";
import { defineOperation } from "@anteroom/features/kernel/operation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOperations } from "../../operations.ts";
import { ask, type Asked } from "../../testing/ask.fixture.ts";
import {
  COOKIE,
  DEVICE,
  echo,
  fail,
  type FaceServer,
  PROOF,
  READER,
  startFaceServer,
  WRITER,
} from "../../testing/face-server.fixture.ts";
import { openApiDocument } from "./openapi.ts";

const empty = { type: "object", properties: {}, additionalProperties: false } as const;
const greet = bind(
  defineOperation({
    name: "greet",
    audience: "person",
    open: true,
    description: "Signs somebody in.",
    input: empty,
    output: { type: "object" },
  }),
  async ({ browser, principal }) => ({
    proof: browser.signIn("secret-of-a-new-sign-in", {
      sign_in_id: "sin_new",
      expires_at: "2030-01-01T00:00:00.000Z",
    }),
    user_agent: browser.user_agent,
    ...(principal && { was: principal.person_id, sign_in_hash: browser.sign_in_hash }),
  }),
);
const leave = bind(
  defineOperation({
    name: "leave",
    audience: "person",
    description: "Signs out.",
    input: empty,
    output: empty,
  }),
  async ({ browser }) => {
    browser.signOut();
    return {};
  },
);

const vouch = bind(
  defineOperation({
    name: "vouch",
    audience: "person",
    description: "Confirms.",
    input: empty,
    output: empty,
  }),
  async ({ browser }) => {
    browser.confirm("secret-of-a-confirmation", "2030-01-01T00:00:00.000Z");
    return {};
  },
);

let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo, fail, greet, leave, vouch] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

const asAgent = (name: string, body: unknown, headers: Asked["headers"] = {}) =>
  ask(server.port, {
    path: `/api/v1/${name}`,
    body,
    headers: { authorization: `Bearer ${WRITER}`, ...headers },
  });

describe("an agent's operation", () => {
  test("answers with its output as it is", async () => {
    const { status, json, headers } = await asAgent("echo", { text: "x", times: 2 });
    expect([status, json]).toEqual([200, { said: "xx" }]);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["bad arguments", { text: 1 }, 400, "invalid_arguments", "text"],
    ["no JSON", "{", 400, "invalid_arguments", "line 1, column 2"],
    ["a key given twice", '{"text":"a","text":"b"}', 400, "invalid_arguments", "text"],
    ["a NUL", '{"text":"a\\u0000"}', 400, "invalid_arguments", "text"],
    ["a list", [], 400, "invalid_arguments", undefined],
    ["too much", `{"text":"${"x".repeat(4 * 1024 * 1024)}"}`, 413, "too_large", undefined],
  ])("%s", async (_, body, status, code, where) => {
    const answered = await asAgent("echo", body);
    expect([answered.status, answered.json.error.code, answered.json.error.where]).toEqual([
      status,
      code,
      where,
    ]);
  });

  test("refuses with the status of its reason, and breaks with nothing but an id", async () => {
    const refused = await asAgent("fail", { how: "refuse" });
    expect([refused.status, refused.json]).toEqual([
      409,
      { error: { code: "conflict_state", message: "Not now.", where: "how", hint: "Later." } },
    ]);
    const broken = await asAgent("fail", { how: "break" });
    expect([broken.status, broken.json.error.code]).toEqual([503, "unavailable"]);
    expect(broken.text).not.toContain("secret");
  });

  test("beyond the rate: 429 with Retry-After", async () => {
    await using limited = await startFaceServer({ bounds: [echo], perMinute: 1 });
    const call = () =>
      ask(limited.port, {
        path: "/api/v1/echo",
        body: { text: "x" },
        headers: { authorization: `Bearer ${READER}` },
      });
    expect((await call()).status).toBe(200);
    const { status, headers, json } = await call();
    expect([status, headers["retry-after"]]).toEqual([429, String(json.error.retry_after_seconds)]);
  });
});

describe("a person's operation", () => {
  const fromPage = (name: string, headers: Asked["headers"] = {}) =>
    ask(server.port, { path: `/api/v1/${name}`, body: {}, headers: { origin: server.origin, ...headers } });

  test("can sign a browser in, and tells its page the proof", async () => {
    const { status, json, headers } = await fromPage("greet", { "user-agent": "Browser/1" });
    expect([status, json]).toEqual([200, { proof: "proof-of-sin_new", user_agent: "Browser/1" }]);
    expect(headers["set-cookie"]?.[0]).toMatch(
      new RegExp(
        `^anteroom_${server.port}=secret-of-a-new-sign-in; Path=/; HttpOnly; SameSite=Lax; Expires=`,
        "u",
      ),
    );
  });

  test("knows who is signed in already, also where no sign-in is needed", async () => {
    const { json } = await fromPage("greet", { cookie: `anteroom_${server.port}=${COOKIE}` });
    expect(json).toMatchObject({ was: "pers_owner", sign_in_hash: `hash-of-${COOKIE}` });
  });

  test("that anybody may call is called so often from one address and no more (net-3)", async () => {
    await using limited = await startFaceServer({ bounds: [greet], triesPerMinute: 2 });
    const call = (from: string) =>
      ask(limited.port, {
        path: "/api/v1/greet",
        body: {},
        headers: { origin: limited.origin, "x-forwarded-for": from },
      });
    expect([(await call("192.0.2.1")).status, (await call("192.0.2.2")).status]).toEqual([200, 200]);
    // No proxy is trusted here, so all of them came from one address, whatever they say.
    const { status, json, headers } = await call("192.0.2.3");
    expect([status, json.error.code]).toEqual([429, "rate_limited"]);
    expect(headers["retry-after"]).toBe(String(json.error.retry_after_seconds));
  });

  test("that changes something is not called without end by one person; reading goes on, and so do apps", async () => {
    const common = { audience: "person", description: "Looks.", input: empty, output: empty } as const;
    const look = bind(defineOperation({ ...common, name: "look", reads: true }), async () => ({}));
    // An app is limited by itself: what it does takes nothing from its person, nor the other way round.
    const draw = bind(defineOperation({ ...common, name: "draw", by_app: true }), async () => ({}));
    await using limited = await startFaceServer({ bounds: [leave, look, draw], changesPerMinute: 2 });
    const call = async (name: string) => {
      const cookie = `anteroom_${limited.port}=${COOKIE}`;
      const headers = { origin: limited.origin, cookie, "anteroom-proof": PROOF };
      return (await ask(limited.port, { path: `/api/v1/${name}`, body: {}, headers })).status;
    };
    expect([await call("draw"), await call("draw"), await call("draw")]).toEqual([200, 200, 200]);
    expect([await call("leave"), await call("leave"), await call("leave")]).toEqual([200, 200, 429]);
    expect([await call("look"), await call("look"), await call("draw")]).toEqual([200, 200, 200]);
  });

  test("is not kept from its people by a flood from their address: their browsers are counted apart (net-2)", async () => {
    await using limited = await startFaceServer({ bounds: [greet], triesPerMinute: 2 });
    const call = async (device?: string) => {
      const cookie = device && `anteroom_device_${limited.port}=${device}`;
      const headers = { origin: limited.origin, cookie };
      return (await ask(limited.port, { path: "/api/v1/greet", body: {}, headers })).status;
    };
    expect([await call(), await call(), await call()]).toEqual([200, 200, 429]);
    // What was not made here is a stranger's.
    expect(await call("made-up-device-of-x")).toBe(429);
    expect([await call(DEVICE), await call(DEVICE), await call(DEVICE)]).toEqual([200, 200, 429]);
  });

  test("can confirm a browser, beside the sign-in that its cookie holds", async () => {
    const old = "a-confirmation-from-before";
    for (const cookie of [COOKIE, `${COOKIE}.${old}`]) {
      server.signIns.set(cookie, "pers_owner");
      const headers = {
        cookie: `anteroom_${server.port}=${cookie}`,
        "anteroom-proof": `proof-of-hash-of-${cookie}`,
      };
      const { headers: answered } = await fromPage("vouch", headers);
      expect(answered["set-cookie"]?.[0]).toContain(
        `anteroom_${server.port}=${COOKIE}.secret-of-a-confirmation; Path=/; HttpOnly`,
      );
    }
  });

  test("can sign a browser out", async () => {
    const cookie = `anteroom_${server.port}=${COOKIE}`;
    const { status, headers } = await fromPage("leave", { cookie, "anteroom-proof": PROOF });
    expect(status).toBe(200);
    expect(headers["set-cookie"]?.[0]).toContain("Max-Age=0");
  });
});

test.each(["nothing", "", "constructor", "echo/", "../echo"])("there is no operation %j", async (name) => {
  const { status, json } = await asAgent(name, {});
  expect([status, json.error.code]).toEqual([404, "not_found"]);
});

describe("the OpenAPI document", () => {
  test("is served as JSON, by GET alone", async () => {
    const { status, json } = await ask(server.port, { method: "GET", path: "/api/v1/openapi.json" });
    expect([status, json.openapi]).toEqual([200, "3.1.0"]);
    expect((await asAgent("openapi.json", {})).status).toBe(405);
  });

  test("holds every operation with the schemas it is checked by, and how to be let in", () => {
    const all = [...agentOperations, ...personOperations];
    const bounds = all.map((operation) => ({ operation, handler: async () => ({}) }));
    const document = openApiDocument({ ...server.parts, operations: createOperations(bounds) }) as {
      paths: Record<string, { post: Record<string, unknown> }>;
      components: { securitySchemes: object; responses: object };
    };
    expect(Object.keys(document.paths)).toEqual(all.map(({ name }) => `/api/v1/${name}`));
    for (const operation of all) {
      const { post } = document.paths[`/api/v1/${operation.name}`] ?? {};
      expect(post?.["requestBody"]).toEqual({
        required: true,
        content: { "application/json": { schema: operation.input } },
      });
      expect(post?.["responses"]).toMatchObject({
        200: { content: { "application/json": { schema: operation.output } } },
        default: { $ref: "#/components/responses/refused" },
      });
      const schemes = ((post?.["security"] ?? []) as object[]).flatMap((one) => Object.keys(one));
      for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme);
      expect(schemes.includes("token")).toBe(operation.audience === "agent");
    }
    expect(document.components.responses).toHaveProperty("refused");
  });
});
