import { personOperations } from "@anteroom/features/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// Who decides, on what, and how often (case R7, R9): a person, on exactly what was seen, once.

let server: TestServer;
let token: string;
let agent: Agent;
let owner: Person;
let member: Person;
let room_id: string;
let count = 0;
let proposal: Proposed;

beforeAll(async () => {
  server = await TestServer.launch({ env: { ANTEROOM_PENDING_LIMIT: "0" } });
  token = await adminToken(server);
  agent = new Agent(server.origin, token);
  owner = await Person.signIn(server.origin);
  room_id = await agent.roomId();
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id });
  const who = { name: "Member", email: "member@example.test", password: "another long sentence" };
  member = await Person.join(link, who);
});
afterAll(async () => await server[Symbol.asyncDispose]());

beforeEach(async () => {
  count += 1;
  proposal = await propose(`App ${count}`, `first ${count}`);
});

async function propose(name: string, text: string): Promise<Proposed> {
  const args = { room_id, name, files: labelApp(text), idempotency_key: `decision-${name}-${text}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", args);
}

async function launcher(): Promise<string[]> {
  const { apps } = await agent.ask<{ apps: { instance_id: string }[] }>("list_room_apps", {
    room_id,
    limit: 50,
  });
  return apps.map((app) => app.instance_id);
}

test("two approvals at once: one wins, the other is told, and there is one tab", async () => {
  const approval = approvalOf(await owner.card(proposal.proposal_id));
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await owner.post("approve_proposal", approval)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  expect((await launcher()).filter((id) => id === proposal.instance_id)).toHaveLength(1);
});

test("approve and decline at once: one final state", async () => {
  const { files_seen, ...seen } = approvalOf(await owner.card(proposal.proposal_id));
  const answers = await Promise.all([
    owner.post("approve_proposal", { ...seen, files_seen }),
    owner.post("decline_proposal", seen),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const { state } = await agent.ask<Proposed>("read_proposal", { proposal_id: proposal.proposal_id });
  expect((await launcher()).includes(proposal.instance_id)).toBe(state === "approved");
});

test("a card that was superseded while open cannot be approved; the new one can (agent-11)", async () => {
  const stale = approvalOf(await owner.card(proposal.proposal_id));
  const next = await propose(`App ${count}`, `second ${count}`);
  expect(next).toMatchObject({ revision: 2, state: "pending" });
  const refused = await owner.post("approve_proposal", stale);
  expect(refused.status).toBe(409);
  expect(await owner.card(proposal.proposal_id)).toMatchObject({
    state: "superseded",
    superseded_by: next.proposal_id,
  });
  expect(await launcher()).not.toContain(next.instance_id);
  await owner.approve(next.proposal_id);
  expect(await launcher()).toContain(next.instance_id);
});

test.each(["revision", "name", "digest", "runtime"])(
  "a decision on another %s is stale (agent-11)",
  async (field) => {
    const approval = approvalOf(await owner.card(proposal.proposal_id));
    const other = { ...approval, [field]: field === "revision" ? 7 : "other" };
    const { status, json } = await owner.post("approve_proposal", other);
    expect(status).toBe(409);
    expect(json["error"]).toMatchObject({ code: "conflict_state", where: field });
    expect(await launcher()).not.toContain(proposal.instance_id);
  },
);

test("approving without having read every file is refused, whatever the page says (phish-2)", async () => {
  const approval = { ...approvalOf(await owner.card(proposal.proposal_id)), files_seen: [] };
  expect((await owner.post("approve_proposal", approval)).status).toBe(409);
  expect(await launcher()).not.toContain(proposal.instance_id);
});

test("while an app of that name stands, the next of that name changes nothing until it is let in as its update", async () => {
  const { proposal_id, instance_id, digest } = proposal;
  await owner.approve(proposal_id);
  const next = await propose(`  aPP   ${count} `, "other");
  expect(next).toMatchObject({ revision: 2, state: "pending" });
  const run = async () => await owner.do<{ digest: string }>("open_app", { room_id, instance_id });
  expect((await run()).digest).toBe(digest);
  const approval = { ...approvalOf(await owner.card(next.proposal_id)), as: "update" };
  const other = await owner.post("approve_proposal", {
    ...approval,
    updates: { instance_id, digest: next.digest },
  });
  expect(other.json["error"]).toMatchObject({ code: "conflict_state", where: "updates" });
  await owner.do("approve_proposal", { ...approval, updates: { instance_id, digest } });
  expect(await run()).toMatchObject({ digest: next.digest, name: `App ${count}`, revision: 2 });
  expect(await launcher()).not.toContain(next.instance_id);
});

test("a member who does not own the Room learns nothing of a pending proposal", async () => {
  const { proposal_id } = proposal;
  const approval = approvalOf(await owner.card(proposal_id));
  for (const [operation, input] of [
    ["open_proposal", { proposal_id }],
    ["approve_proposal", approval],
    ["request_changes", { ...approval, comments: [{ body: "x" }] }],
  ] as const) {
    expect((await member.post(operation, input)).status).toBe(404);
  }
  expect(await member.do("list_needs_approval")).toEqual({ waiting: [], decided: [], yours: [] });
  expect(await member.do("open_room", { room_id })).not.toHaveProperty("waiting");
  expect((await member.post("open_app", { room_id, instance_id: proposal.instance_id })).status).toBe(404);
});

describe("no bearer token reaches a person's operation (agent-1, token-4, shell-6)", () => {
  test.each(personOperations.map(({ name }) => name))("%s", async (name) => {
    const response = await fetch(`${server.origin}/api/v1/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        origin: server.origin,
      },
      body: JSON.stringify({ proposal_id: proposal.proposal_id }),
    });
    expect(response.ok).toBe(false);
    const tool = await agent.post(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }),
    );
    expect(tool.json.error?.code).toBe(-32602);
    expect((await owner.card(proposal.proposal_id)).state).toBe("pending");
  });
});
