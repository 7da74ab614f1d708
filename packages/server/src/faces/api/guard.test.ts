import { agentOperations, personOperations } from "@anteroom/features/contract";
import type { Bound } from "@anteroom/features/kernel/context";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask, type Asked } from "../../testing/ask.fixture.ts";
import {
  COOKIE,
  type FaceServer,
  PROOF,
  READER,
  STALE,
  startFaceServer,
  WRITER,
} from "../../testing/face-server.fixture.ts";

/** Every operation of the contract, with a handler that only notes that it was reached. */
const reached: string[] = [];
const bounds: Bound[] = [...agentOperations, ...personOperations].map((operation) => ({
  operation: { ...operation, input: { type: "object" }, output: { type: "object" } },
  handler: async () => {
    reached.push(operation.name);
    return {};
  },
}));

let server: FaceServer;
beforeAll(async () => {
  server = await startFaceServer({ bounds });
});
afterAll(async () => await server[Symbol.asyncDispose]());
beforeEach(() => void (reached.length = 0));

const names = personOperations.map(({ name }) => name);
const closed = personOperations.filter((operation) => !("open" in operation)).map(({ name }) => name);

/** What our own page sends, with something changed. */
async function fromPage(name: string, change: Asked["headers"] = {}, more: Partial<Asked> = {}) {
  const own = { origin: server.origin, cookie: `anteroom_${server.port}=${COOKIE}`, "anteroom-proof": PROOF };
  return await ask(server.port, {
    path: `/api/v1/${name}`,
    body: {},
    ...more,
    headers: { ...own, ...change },
  });
}

describe.each(names)("%s", (name) => {
  test("is reached from our own page", async () => {
    expect((await fromPage(name)).status).toBe(200);
    expect(reached).toEqual([name]);
  });

  test.each([
    ["another site's", "https://attacker.example", 403],
    ["an app frame's", "null", 403],
    ["a lookalike's", "http://localhost.attacker.example", 403],
    ["no page's", undefined, 403],
  ])("is not reached by %s request (app-5)", async (_, origin, status) => {
    expect((await fromPage(name, { origin })).status).toBe(status);
    expect(reached).toEqual([]);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("is not reached by %s", async (method) => {
    const { status, headers } = await fromPage(name, {}, { method, body: undefined });
    expect([status, headers.allow]).toEqual([405, "POST"]);
    expect(reached).toEqual([]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
  ])("is not reached by a body of type %s, which a form can send", async (type) => {
    expect((await fromPage(name, { "content-type": type })).status).toBe(415);
    expect((await fromPage(name, { "content-type": type, origin: "https://attacker.example" })).status).toBe(
      403,
    );
    expect(reached).toEqual([]);
  });

  test("is not there for a token, whatever else is sent along (agent-1)", async () => {
    for (const token of [READER, WRITER, "nobody-knows-it"]) {
      const authorization = `Bearer ${token}`;
      expect((await fromPage(name, { authorization })).status).toBe(404);
      expect(
        (await ask(server.port, { path: `/api/v1/${name}`, body: {}, headers: { authorization } })).status,
      ).toBe(404);
    }
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
    const headers = { authorization: `Bearer ${WRITER}` };
    const { json } = await ask(server.port, { path: "/api/v1/external-mcp", body: call, headers });
    expect(json.error.code).toBe(-32602);
    expect(reached).toEqual([]);
  });

  test("is not reached under a name of somebody else's that points here", async () => {
    expect((await fromPage(name, { host: "attacker.example" })).status).toBe(421);
    expect(reached).toEqual([]);
  });
});

describe.each(closed)("%s needs a sign-in and its proof (page-2)", (name) => {
  test.each([
    ["no cookie", { cookie: undefined }, 401],
    ["an unknown cookie", { cookie: "anteroom_1=x" }, 401],
    ["no proof", { "anteroom-proof": undefined }, 403],
    ["another sign-in's proof", { "anteroom-proof": "proof-of-hash-of-somebody-else" }, 403],
    ["an empty proof", { "anteroom-proof": "" }, 403],
  ])("%s", async (_, change, status) => {
    const answered = await fromPage(name, change);
    expect(answered.status).toBe(status);
    expect(answered.json.error.code).toBe(status === 401 ? "sign_in_required" : "forbidden");
    expect(reached).toEqual([]);
  });
});

const dangerous: string[] = personOperations
  .filter((operation) => "confirmed" in operation && operation.confirmed === true)
  .map(({ name }) => name);

test("what opens a sign-in or gives power away is dangerous", () => {
  expect(dangerous).toEqual(
    expect.arrayContaining([
      "change_password",
      "begin_add_passkey",
      "finish_add_passkey",
      "remove_passkey",
      "begin_second_factor",
      "finish_second_factor",
      "renew_recovery_codes",
      "remove_second_factor",
      "unlink_identity",
      "create_reset_link",
      "transfer_room",
      "set_workspace_policy",
      "change_role",
    ]),
  );
});

describe.each(closed)("%s with a sign-in that was not confirmed lately (shell-5)", (name) => {
  const stale = { cookie: "", "anteroom-proof": `proof-of-hash-of-${STALE}` };
  const danger = dangerous.includes(name);

  test(danger ? "is refused, and tells what is missing" : "is reached", async () => {
    const cookie = `anteroom_${server.port}=${STALE}`;
    const { status, json } = await fromPage(name, { ...stale, cookie });
    expect(status).toBe(danger ? 403 : 200);
    if (danger) expect(json.error.code).toBe("confirmation_required");
    expect(reached).toEqual(danger ? [] : [name]);
  });
});

test("with such a sign-in nobody is invited to lead a workspace; others are", async () => {
  const stale = { cookie: `anteroom_${server.port}=${STALE}`, "anteroom-proof": `proof-of-hash-of-${STALE}` };
  const invite = async (role: string) => await fromPage("invite_to_workspace", stale, { body: { role } });
  const refused = await invite("admin");
  expect([refused.status, refused.json.error.code, reached]).toEqual([403, "confirmation_required", []]);
  expect((await invite("member")).status).toBe(200);
});

test("without anything an agent is told to sign in, and reaches nothing", async () => {
  for (const name of closed) {
    expect((await ask(server.port, { path: `/api/v1/${name}`, body: {} })).status).toBe(401);
  }
  expect(reached).toEqual([]);
});

describe.each(agentOperations.map(({ name, scope }) => [name, scope] as const))("%s", (name, scope) => {
  const asAgent = (headers: NonNullable<Asked["headers"]>, more: Partial<Asked> = {}) =>
    ask(server.port, { path: `/api/v1/${name}`, body: {}, ...more, headers });

  test("is reached by a token of its scope", async () => {
    expect((await asAgent({ authorization: `Bearer ${WRITER}` })).status).toBe(200);
    expect(reached).toEqual([name]);
  });

  test("is not reached by a person's sign-in, nor without a token", async () => {
    expect((await fromPage(name)).status).toBe(401);
    const { status, headers, json } = await asAgent({});
    expect([status, json.error.code]).toEqual([401, "sign_in_required"]);
    expect(headers["www-authenticate"]).toContain("resource_metadata=");
    expect(reached).toEqual([]);
  });

  test("is not reached by a page of another site, by GET, or by text", async () => {
    const authorization = `Bearer ${WRITER}`;
    expect((await asAgent({ authorization, origin: "https://attacker.example" })).status).toBe(403);
    expect((await asAgent({ authorization }, { method: "GET", body: undefined })).status).toBe(405);
    expect((await asAgent({ authorization, "content-type": "text/plain" })).status).toBe(415);
    expect(reached).toEqual([]);
  });

  test("with too small a scope is refused, and told which to ask for", async () => {
    const { status, headers } = await asAgent({ authorization: `Bearer ${READER}` });
    expect(status).toBe(scope === "osfoundry:write" ? 403 : 200);
    if (status === 403) expect(headers["www-authenticate"]).toContain('error="insufficient_scope"');
  });
});
