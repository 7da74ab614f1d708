import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Cases I1 to I6 of the reported faults: one key, one card, whatever is lost on the way.

let server: TestServer;
let agent: Agent;
let room_id: string;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
});
afterAll(async () => await server[Symbol.asyncDispose]());

function call(label: string, idempotency_key: string) {
  return { room_id, name: label, files: labelApp(label), idempotency_key };
}

const propose = async (args: object, by = agent) => await by.ask<Proposed>("propose_room_snippet_app", args);

async function createdEvents(name: string): Promise<number> {
  const query = { resource_type: "room", resource_id: room_id, after_sequence: 0, limit: 100 };
  let count = 0;
  for (let after_sequence = 0; ;) {
    const page = await agent.ask<{
      events: { type: string; data: { name?: string } }[];
      next_sequence: number;
      has_more: boolean;
    }>("poll_resource_events", { ...query, after_sequence });
    count += page.events.filter(
      (event) => event.type === "proposal.created" && event.data.name === name,
    ).length;
    if (!page.has_more) return count;
    after_sequence = page.next_sequence;
  }
}

test("I1: the same key with other content is a conflict, and the first card stands", async () => {
  const first = await propose(call("One", "idem-case-i1"));
  for (const change of [{ files: labelApp("One.") }, { name: "Two" }]) {
    const refusal = await agent.refusal("propose_room_snippet_app", {
      ...call("One", "idem-case-i1"),
      ...change,
    });
    expect(refusal.code).toBe("conflict_idempotency");
  }
  const again = await propose(call("One", "idem-case-i1"));
  expect(again).toMatchObject({ proposal_id: first.proposal_id, digest: first.digest, replayed: true });
  expect(await createdEvents("One")).toBe(1);
});

test("I1: the order of keys and white space of the JSON are no other content", async () => {
  const files = { "src/App.tsx": labelApp("Order")["src/App.tsx"], "src/a.ts": "export {};" };
  const first = await propose({ ...call("Order", "idem-order"), files });
  const turned = { "src/a.ts": files["src/a.ts"], "src/App.tsx": files["src/App.tsx"] };
  const args = { idempotency_key: "idem-order", files: turned, name: "Order", room_id };
  const spaced = JSON.stringify(
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "propose_room_snippet_app", arguments: args },
    },
    null,
    3,
  );
  const again = (await agent.callRaw(spaced)).structuredContent as Proposed;
  expect(again).toMatchObject({ proposal_id: first.proposal_id, replayed: true });
});

test("I2: twenty equal calls at once make one card and one event, and each caller gets its id (agent-9)", async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, async () => await propose(call("Twenty", "idem-case-i2"))),
  );
  expect(new Set(all.map((made) => made.proposal_id)).size).toBe(1);
  expect(all.filter((made) => !made.replayed)).toHaveLength(1);
  expect(await createdEvents("Twenty")).toBe(1);
});

test("I3: a key belongs to its connection; another one's use of it shows no trace (agent-9)", async () => {
  const other = new Agent(server.origin, await adminToken(server));
  const mine = await propose(call("Mine", "idem-same"));
  const theirs = await propose(call("Theirs", "idem-same"), other);
  expect(theirs.replayed).toBe(false);
  expect(theirs.proposal_id).not.toBe(mine.proposal_id);
});

test("an identical pending proposal is never doubled, whatever the key", async () => {
  const first = await propose(call("Identical", "idem-identical-1"));
  const second = await propose(call("Identical", "idem-identical-2"));
  expect(second).toMatchObject({ proposal_id: first.proposal_id, replayed: true });
  expect(await createdEvents("Identical")).toBe(1);
});

test("I5: a refused call does not use up its key", async () => {
  const missing = { ...call("Later", "idem-case-i5"), room_id: "room_that_is_not" };
  expect((await agent.refusal("propose_room_snippet_app", missing)).code).toBe("not_found");
  const broken = { ...call("Later", "idem-case-i5"), files: { "src/App.tsx": "export default (" } };
  expect((await agent.refusal("propose_room_snippet_app", broken)).code).toBe("does_not_compile");
  expect((await propose(call("Later", "idem-case-i5"))).replayed).toBe(false);
});

test("I6: a reply lost after the commit costs nothing: the retry finds the card, also after a restart", async () => {
  const args = call("Lost", "idem-case-i6");
  const token = await adminToken(server);
  await sendAndHangUp(token, args);
  const careful = new Agent(server.origin, token);
  // The card is there although nobody heard of it.
  await expect.poll(async () => await createdEvents("Lost")).toBe(1);
  const retried = await propose(args, careful);
  expect(retried.replayed).toBe(true);
  server = await server.restart();
  expect(await propose(args, careful)).toMatchObject({ proposal_id: retried.proposal_id, replayed: true });
  expect(await createdEvents("Lost")).toBe(1);
});

test("a replay after a decision tells the state of now, and how to propose again on purpose", async () => {
  const owner = await Person.signIn(server.origin);
  const first = await propose(call("Decided", "idem-decided"));
  await owner.decline(first.proposal_id, "Not this one.");
  const again = await propose(call("Decided", "idem-decided"));
  expect(again).toMatchObject({ proposal_id: first.proposal_id, state: "declined", replayed: true });
  expect(again.next_step).toContain("another idempotency_key");
  const fresh = await propose(call("Decided", "idem-decided-again"));
  expect(fresh).toMatchObject({ state: "pending", replayed: false });
});

/** Sends a whole call and drops the connection before its reply. */
async function sendAndHangUp(token: string, args: object): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "propose_room_snippet_app", arguments: args },
  });
  const head = [
    "POST /api/v1/external-mcp HTTP/1.1",
    `Host: localhost:${server.port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const socket = connect(server.port, "localhost");
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`, () => resolve());
  });
  // Whatever the server answers, nobody reads it.
  socket.destroySoon();
}
