import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Cases J1 to J10 of the reported faults, as far as proposals and the people's pages reach.

const APP = "export default () => <p>ok</p>;";
const SMILE = "\u{1f600}";
let server: TestServer;
let agent: Agent;
let owner: Person;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

function proposal(change: object = {}) {
  return { room_id, name: "App", files: { "src/App.tsx": APP }, idempotency_key: "json-case-0", ...change };
}

/** A tools/call as raw text, so that what no JSON writer would emit can be sent. */
function rawCall(args: string, id = "1"): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"propose_room_snippet_app","arguments":${args}}}`;
}

async function pendingCount(): Promise<number> {
  const room = await agent.ask<{ your_pending: unknown[] }>("read_room", { room_id });
  return room.your_pending.length;
}

describe("J1: lengths count code points", () => {
  test("200 emoji are a name, and read back identical; 201 are refused", async () => {
    const name = SMILE.repeat(200);
    const made = await agent.ask<Proposed & { name: string }>(
      "propose_room_snippet_app",
      proposal({ name, idempotency_key: "json-j1-200" }),
    );
    expect(made.name).toBe(name);
    expect((await owner.card(made.proposal_id)).name).toBe(name);
    const refusal = await agent.refusal("propose_room_snippet_app", proposal({ name: SMILE.repeat(201) }));
    expect(refusal).toMatchObject({ code: "invalid_arguments" });
    expect(`${refusal.where}`).toContain("name");
  });

  test("keys of 8 and 128 emoji are taken, 7 and 129 refused", async () => {
    for (const length of [8, 128]) {
      const args = proposal({ name: `Key ${length}`, idempotency_key: SMILE.repeat(length) });
      expect((await agent.ask<Proposed>("propose_room_snippet_app", args)).state).toBe("pending");
    }
    for (const length of [7, 129]) {
      const args = proposal({ idempotency_key: SMILE.repeat(length) });
      expect((await agent.refusal("propose_room_snippet_app", args)).code).toBe("invalid_arguments");
    }
  });
});

describe("J3, J4: NUL and lone surrogates", () => {
  const places = {
    "a name": { name: "a@b" },
    "a file's text": { files: { "src/App.tsx": `${APP} // @` } },
    "a path": { files: { "src/App.tsx": APP, "src/a@b.ts": "1" } },
    "the key": { idempotency_key: "json-@-key" },
    "the Room": { room_id: "room_@" },
  };
  for (const [what, change] of Object.entries(places)) {
    test.each(["\\u0000", "\\ud83d", "\\udc00"])(
      `in ${what}: %s is refused before any write`,
      async (escape) => {
        const before = await pendingCount();
        const { status, json } = await agent.post(
          rawCall(JSON.stringify(proposal(change)).replace("@", escape)),
        );
        expect(status).toBeLessThan(500);
        expect(json.result?.isError ?? json.error?.code).toBeTruthy();
        expect(await pendingCount()).toBe(before);
      },
    );
  }

  test("the same key works with corrected text", async () => {
    const args = proposal({ name: "Corrected", idempotency_key: "json-corrected" });
    const bad = JSON.stringify({ ...args, name: "Corr@ected" }).replace("@", "\\u0000");
    expect((await agent.callRaw(rawCall(bad))).isError).toBe(true);
    expect((await agent.ask<Proposed>("propose_room_snippet_app", args)).replayed).toBe(false);
  });
});

describe("J5: duplicate keys", () => {
  test.each([
    ["a file twice", `{"files":{"src/App.tsx":"HARMLESS","src/App.tsx":"OTHER"}}`],
    ["spelt by an escape", `{"files":{"src/App.tsx":"HARMLESS","src/\\u0041pp.tsx":"OTHER"}}`],
    ["an argument twice", `{"name":"A","name":"B"}`],
  ])("%s: refused as an invalid request", async (_, args) => {
    const { status, json } = await agent.post(rawCall(args));
    expect(status).toBe(400);
    expect(json.error?.code).toBe(-32600);
  });

  test("the method twice: refused", async () => {
    const { json } = await agent.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}`);
    expect(json.error?.code).toBe(-32600);
  });

  test("a decision with a duplicate key decides nothing", async () => {
    const made = await agent.ask<Proposed>(
      "propose_room_snippet_app",
      proposal({ name: "Twice", idempotency_key: "json-j5-twice" }),
    );
    const body = `{"proposal_id":"${made.proposal_id}","proposal_id":"${made.proposal_id}"}`;
    expect((await owner.post("decline_proposal", body)).status).toBe(400);
    expect((await owner.card(made.proposal_id)).state).toBe("pending");
  });
});

describe("J7: content types and the byte order mark", () => {
  test.each(["text/plain", "text/plain; application/json", "application/x-www-form-urlencoded", ""])(
    "%j is refused with 415 and no effect",
    async (type) => {
      const before = await pendingCount();
      const body = new TextEncoder().encode(rawCall(JSON.stringify(proposal({ name: "Typed" }))));
      expect((await agent.post(body, { "content-type": type })).status).toBe(415);
      expect((await owner.post("list_needs_approval", "{}", { "content-type": type })).status).toBe(415);
      expect(await pendingCount()).toBe(before);
    },
  );

  test("a charset is fine, and a byte order mark is not a part of the first key", async () => {
    const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`;
    const typed = await agent.post(list, { "content-type": "application/json;charset=utf-8" });
    expect(typed.status).toBe(200);
    const marked = await agent.post(new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(list)]));
    expect([200, 400]).toContain(marked.status);
    if (marked.status === 400) expect(marked.json.error?.code).toBe(-32700);
  });
});

describe("J8: request ids", () => {
  test.each(['"abc-1"', '"1"', "0", '""', "-7", "9007199254740991"])("%s comes back exactly", async (id) => {
    const { text } = await agent.post(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
    expect(text).toContain(`"id":${id}`);
  });

  test.each(["9007199254740993", "1.5", "null", "1e400", "{}"])("%s is refused with -32600", async (id) => {
    const { json } = await agent.post(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
    expect(json.error?.code).toBe(-32600);
  });
});

describe("J10: batches", () => {
  const one = rawCall(JSON.stringify({ name: "Batch" }));
  test.each([`[${one},${one}]`, "[]", "[1]"])("%s: one -32600, nothing executed", async (body) => {
    const before = await pendingCount();
    const { status, json } = await agent.post(body);
    expect(status).toBe(400);
    expect(json.error?.code).toBe(-32600);
    expect(await pendingCount()).toBe(before);
  });
});

test("a body over 4 MiB is refused with 413", async () => {
  const { status } = await agent.post(rawCall(JSON.stringify(proposal({ name: "x".repeat(5 << 20) }))));
  expect(status).toBe(413);
});
