import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent } from "../testkit/agent.ts";
import { STAND_UP_TIMER } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// The reference's own test calls for Rooms: half of the bad ones pass the schema, so the server must see them.

let server: TestServer;
let agent: Agent;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch();
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

function call(change: object = {}) {
  return {
    room_id,
    name: "Stand-up timer",
    files: STAND_UP_TIMER,
    idempotency_key: "reference-call-1",
    ...change,
  };
}

test("the good call passes", async () => {
  const made = await agent.ask("propose_room_snippet_app", call());
  expect(made).toMatchObject({ state: "pending", kind: "snippet", files_count: 2, revision: 1 });
});

const CASES = {
  "no src/App.tsx": [{ files: { "src/app.tsx": "x" } }, "missing_entry"],
  "an absolute path": [{ files: { ...STAND_UP_TIMER, "/etc/hosts": "x" } }, "invalid_path"],
  "a path that climbs": [{ files: { ...STAND_UP_TIMER, "src/../../x.ts": "x" } }, "invalid_path"],
  "a backslash": [{ files: { ...STAND_UP_TIMER, "src\\x.ts": "x" } }, "invalid_path"],
  "a name of 201 characters": [{ name: "x".repeat(201) }, "invalid_arguments"],
  "a key of 7 characters": [{ idempotency_key: "1234567" }, "invalid_arguments"],
  "an extra field": [{ visibility: "public" }, "invalid_arguments"],
  "a file that is an object": [{ files: { "src/App.tsx": { text: "x" } } }, "invalid_arguments"],
} as const;

test.each(Object.entries(CASES))(
  "%s is refused, and nothing waits in the Room for it",
  async (_, [change, code]) => {
    const before = await agent.ask<{ your_pending: unknown[] }>("read_room", { room_id });
    const refusal = await agent.refusal("propose_room_snippet_app", call(change));
    expect(refusal.code).toBe(code);
    expect(refusal.message).not.toBe("");
    const after = await agent.ask<{ your_pending: unknown[] }>("read_room", { room_id });
    expect(after.your_pending).toEqual(before.your_pending);
  },
);

test("status reads back thin: identity and launcher state, from the proposal on", async () => {
  const { instance_id } = await agent.ask<{ instance_id: string }>("propose_room_snippet_app", call());
  const status = await agent.ask("read_room_app_status", { room_id, instance_id });
  expect(status).toEqual({
    instance_id,
    name: "Stand-up timer",
    launcher: { state: "pending_review" },
    version: 1,
  });
  expect(await agent.ask("list_room_apps", { room_id, limit: 50 })).toEqual({ apps: [] });
  expect((await agent.refusal("list_room_apps", { room_id, limit: 51 })).code).toBe("invalid_arguments");
});
