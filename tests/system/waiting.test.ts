import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// An agent waits in one held call, and is told; one that may no longer wait is let go.

let server: TestServer;
let agent: Agent;
let owner: Person;
let room_id: string;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch();
  agent = new Agent(server.origin, await adminToken(server));
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function propose(by = agent): Promise<Proposed> {
  count += 1;
  const args = {
    room_id,
    name: `W ${count}`,
    files: labelApp(`${count}`),
    idempotency_key: `waiting-${count}`,
  };
  return await by.ask<Proposed>("propose_room_snippet_app", args);
}

interface Decided {
  readonly state: string;
  readonly decision?: { readonly state: string; readonly reason?: string; readonly by: { name: string } };
}
interface Page {
  readonly events: readonly { sequence: number; type: string; untrusted: boolean }[];
  readonly next_sequence: number;
}

async function sequenceNow(): Promise<number> {
  return (await agent.ask<{ last_sequence: number }>("read_room", { room_id })).last_sequence;
}

async function untilHeld(proposal_id: string): Promise<void> {
  await expect
    .poll(async () => {
      const { waiting } = await owner.do<{ waiting: { proposal_id: string; waiting: boolean }[] }>(
        "list_needs_approval",
      );
      return waiting.find((row) => row.proposal_id === proposal_id)?.waiting;
    })
    .toBe(true);
}

test("one held read_proposal is told of the decision, with the person's reason", async () => {
  const { proposal_id } = await propose();
  const held = agent.ask<Decided>("read_proposal", { proposal_id, wait_seconds: 50 });
  await untilHeld(proposal_id);
  await owner.decline(proposal_id, "We have one in this Room.");
  const told = await held;
  expect(told.state).toBe("declined");
  expect(told.decision).toMatchObject({ state: "declined", reason: "We have one in this Room." });
});

test("an approval is told too, and then list_room_apps shows the tab", async () => {
  const { proposal_id, instance_id } = await propose();
  const held = agent.ask<Decided>("read_proposal", { proposal_id, wait_seconds: 50 });
  await untilHeld(proposal_id);
  await owner.approve(proposal_id);
  expect((await held).state).toBe("approved");
  const { apps } = await agent.ask<{ apps: { instance_id: string }[] }>("list_room_apps", { room_id });
  expect(apps.map((app) => app.instance_id)).toContain(instance_id);
});

test("a held poll wakes with exactly the new events, in order, and skips none", async () => {
  const after_sequence = await sequenceNow();
  const query = { resource_type: "room", resource_id: room_id, after_sequence, wait_seconds: 50 };
  const held = agent.ask<Page>("poll_resource_events", query);
  await propose();
  const page = await held;
  expect(page.events.map((event) => event.type)).toEqual(["proposal.created"]);
  expect(page.events[0]).toMatchObject({ sequence: after_sequence + 1, untrusted: true });
  expect(page.next_sequence).toBe(after_sequence + 1);
});

test("without anything new the call ends by itself and the cursor stays", async () => {
  const after_sequence = await sequenceNow();
  const query = { resource_type: "room", resource_id: room_id, after_sequence, wait_seconds: 1 };
  expect(await agent.ask<Page>("poll_resource_events", query)).toEqual({
    events: [],
    next_sequence: after_sequence,
    has_more: false,
  });
});

test("a cursor from beyond the log is refused instead of waiting for ever", async () => {
  const query = { resource_type: "room", resource_id: room_id, after_sequence: 1_000_000, wait_seconds: 50 };
  expect((await agent.refusal("poll_resource_events", query)).code).toBe("invalid_arguments");
});

test("another person's agent in the Room reads no event of the proposal, and its cursor still moves on (agent-3)", async () => {
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const email = "second@example.test";
  await Person.join(link, { name: "Second", email, password: "yet another sentence" });
  const other = new Agent(server.origin, await adminToken(server, { email }));
  const after_sequence = await sequenceNow();
  const { proposal_id, instance_id } = await propose();
  const query = { resource_type: "room", resource_id: room_id, after_sequence };
  expect(await other.ask<Page>("poll_resource_events", query)).toEqual({
    events: [],
    next_sequence: after_sequence + 1,
    has_more: false,
  });
  expect((await other.refusal("read_proposal", { proposal_id })).code).toBe("not_found");
  expect((await other.refusal("read_room_app_status", { room_id, instance_id })).code).toBe("not_found");
  await owner.approve(proposal_id);
  const after = await other.ask<Page>("poll_resource_events", query);
  expect(after.events.map((event) => event.type)).toEqual(["app.created"]);
});

test("revoking a connection ends its held call at once, and nothing of it works any more (agent-5)", async () => {
  const guest = new Agent(server.origin, await adminToken(server));
  const { proposal_id } = await propose(guest);
  const query = { resource_type: "room", resource_id: room_id, after_sequence: await sequenceNow() };
  const held = guest.post(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_proposal", arguments: { proposal_id, wait_seconds: 50 } },
    }),
  );
  await untilHeld(proposal_id);
  const { connections } = await owner.do<{ connections: { connection_id: string }[] }>("list_connections");
  const newest = connections[0]!;
  const began = performance.now();
  await owner.do("revoke_connection", { connection_id: newest.connection_id });
  await held;
  // The promise to people is "within 2 s"; a held call that was forgotten would end after 50.
  expect(performance.now() - began).toBeLessThan(10_000);
  const after = await guest.post(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "poll_resource_events", arguments: query },
    }),
  );
  expect(after.status).toBe(401);
});

test("a person taken out of the Room: the agent's held call ends, and the Room is gone for it", async () => {
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const email = "leaver@example.test";
  await Person.join(link, { name: "Leaver", email, password: "yet another sentence" });
  const leaver = new Agent(server.origin, await adminToken(server, { email }));
  const after_sequence = await sequenceNow();
  const query = { resource_type: "room", resource_id: room_id, after_sequence, wait_seconds: 50 };
  const held = leaver.call("poll_resource_events", query);
  const { members } = await owner.do<{ members: { person_id: string; email: string }[] }>(
    "list_room_members",
    {
      room_id,
    },
  );
  const { person_id } = members.find((one) => one.email === email)!;
  await owner.do("remove_room_member", { room_id, person_id });
  expect((await held).structuredContent).toMatchObject({ error: { code: "not_found" } });
  expect((await leaver.refusal("read_room", { room_id })).code).toBe("not_found");
});
