import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// People who lose their place in a running server: whatever they or their agents held open, kept, or handed
// out before gives them nothing any more.

const PASSWORD = "another long sentence";

interface Member {
  readonly person: Person;
  readonly person_id: string;
  readonly email: string;
}

let server: TestServer;
let owner: Person;
let workspace_id: string;
let project_id: string;
let room_id: string;
let count = 0;

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  const home = await owner.do<{
    workspaces: { workspace_id: string; projects: { project_id: string; rooms: { room_id: string }[] }[] }[];
  }>("open_home");
  ({ workspace_id } = home.workspaces[0]!);
  ({ project_id } = home.workspaces[0]!.projects[0]!);
  ({ room_id } = home.workspaces[0]!.projects[0]!.rooms[0]!);
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function invite(by: Person, wanted: { role: string; room_id?: string }): Promise<string> {
  return (await by.do<{ link: string }>("invite_to_workspace", { workspace_id, ...wanted })).link;
}

async function joinBy(link: string): Promise<Member> {
  count += 1;
  const email = `member${count}@example.test`;
  const person = await Person.join(link, { name: `Member ${count}`, email, password: PASSWORD });
  const home = await person.do<{ person: { person_id: string } }>("open_home");
  return { person, email, person_id: home.person.person_id };
}

/** Somebody new in the owner's Room. */
async function join(role: "admin" | "member" | "guest"): Promise<Member> {
  return await joinBy(await invite(owner, { role, room_id }));
}

async function agentOf({ email }: Member): Promise<Agent> {
  return new Agent(server.origin, await adminToken(server, { email }));
}

async function remove({ person_id }: Member): Promise<void> {
  await owner.do("remove_member", { workspace_id, person_id });
}

async function makeRoom(by: Person): Promise<string> {
  return (await by.do<{ room_id: string }>("create_room", { project_id, name: `Room ${count}` })).room_id;
}

async function propose(agent: Agent, into: string): Promise<Proposed> {
  count += 1;
  const name = `App ${count}`;
  return await agent.ask<Proposed>("propose_room_snippet_app", {
    room_id: into,
    name,
    files: labelApp(name),
    idempotency_key: `members-${count}`,
  });
}

const rpc = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });

async function untilHeld(by: Person, proposal_id: string): Promise<void> {
  await expect
    .poll(async () => (await by.do<{ waiting: boolean }>("open_proposal", { proposal_id })).waiting)
    .toBe(true);
}

describe.each(["member", "guest", "admin"] as const)("whoever is taken out, as %s,", (role) => {
  test("ends every held call of their agents, whose tokens open nothing any more (member-1)", async () => {
    const leaver = await join(role);
    const agent = await agentOf(leaver);
    const { proposal_id } = await propose(agent, room_id);
    const { last_sequence } = await agent.ask<{ last_sequence: number }>("read_room", { room_id });
    const poll = {
      resource_type: "room",
      resource_id: room_id,
      after_sequence: last_sequence,
      wait_seconds: 50,
    };
    const held = [
      agent.post(rpc("read_proposal", { proposal_id, wait_seconds: 50 })),
      agent.post(rpc("poll_resource_events", poll)),
    ];
    await untilHeld(owner, proposal_id);
    const began = performance.now();
    await remove(leaver);
    for (const answer of await Promise.all(held)) {
      expect(answer.status === 401 || answer.json.result?.isError === true).toBe(true);
      expect(answer.text).not.toContain("pending");
    }
    // The promise is "within 2 s"; a held call that was forgotten would end after 50.
    expect(performance.now() - began).toBeLessThan(10_000);
    for (const [tool, args] of [
      ["read_connection", {}],
      ["read_room", { room_id }],
      ["find_resources", {}],
    ] as const) {
      expect((await agent.post(rpc(tool, args))).status, tool).toBe(401);
    }
  });

  test("hears no more of the Room on a page that stays open, and every page is empty (member-1)", async () => {
    const leaver = await join(role);
    const page = await leaver.person.openPage();
    const approved = await propose(await agentOf(await join("member")), room_id);
    await remove(leaver);
    expect(await page.next()).toMatchObject({ event: "person" });
    await owner.approve(approved.proposal_id);
    // What the page hears next is its own person's; nothing of the Room came before.
    await (await Person.signIn(server.origin, { email: leaver.email, password: PASSWORD })).do("sign_out");
    expect((await page.next())?.event).toBe("person");
    page.close();
    const { person } = leaver;
    for (const [operation, input] of [
      ["open_room", { room_id }],
      ["list_room_members", { room_id }],
      ["open_app", { room_id, instance_id: approved.instance_id }],
      ["open_proposal", { proposal_id: approved.proposal_id }],
      ["read_workspace", { workspace_id }],
      ["list_audit", { workspace_id }],
      ["create_room", { project_id, name: "Back in" }],
      ["create_project", { workspace_id, name: "Back in" }],
      ["invite_to_workspace", { workspace_id, role: "guest" }],
      ["rename_workspace", { workspace_id, name: "Mine" }],
      ["change_role", { workspace_id, person_id: leaver.person_id, role: "owner" }],
      ["leave_workspace", { workspace_id }],
    ] as const) {
      expect((await person.post(operation, input)).status, operation).toBe(404);
    }
    expect(await person.do("open_home")).toMatchObject({ workspaces: [] });
    expect(await person.do("list_needs_approval")).toEqual({ waiting: [], decided: [], yours: [] });
  });
});

test("a card that was open before decides nothing; who took the Room over decides (member-1, member-4)", async () => {
  const [leaver, proposer] = [await join("member"), await join("member")];
  const own = await makeRoom(leaver.person);
  await leaver.person.do("add_room_member", { room_id: own, person_id: proposer.person_id });
  const { proposal_id } = await propose(await agentOf(proposer), own);
  const approval = approvalOf(await leaver.person.card(proposal_id));
  const { files_seen: _, ...seen } = approval;
  await remove(leaver);
  expect((await leaver.person.post("approve_proposal", approval)).status).toBe(404);
  expect((await leaver.person.post("decline_proposal", seen)).status).toBe(404);
  expect((await owner.card(proposal_id)).state).toBe("pending");
  await owner.approve(proposal_id);
});

test("who hands a Room over decides nothing in it from then on (member-7)", async () => {
  const [before, after] = [await join("member"), await join("member")];
  const own = await makeRoom(before.person);
  const { proposal_id } = await propose(await agentOf(before), own);
  const approval = approvalOf(await before.person.card(proposal_id));
  await before.person.do("transfer_room", { room_id: own, person_id: after.person_id });
  expect((await before.person.post("approve_proposal", approval)).status).toBe(404);
  // It is theirs to follow, as what their own agent proposed to somebody else.
  expect(await before.person.do("list_needs_approval")).toMatchObject({
    waiting: [],
    decided: [],
    yours: [{ proposal_id }],
  });
  await after.person.approve(proposal_id);
});

test("what their agents proposed stays for the owner to decide, marked, and is out of their reach", async () => {
  const leaver = await join("member");
  const agent = await agentOf(leaver);
  const [one, other] = [await propose(agent, room_id), await propose(agent, room_id)];
  expect(await owner.card(one.proposal_id)).not.toHaveProperty("person_left");
  await remove(leaver);
  expect(await owner.card(one.proposal_id)).toMatchObject({ state: "pending", person_left: true });
  await owner.approve(one.proposal_id);
  await owner.decline(other.proposal_id);
  expect((await agent.post(rpc("read_proposal", { proposal_id: one.proposal_id }))).status).toBe(401);
});

test("links that they made before let nobody in (member-3)", async () => {
  const leaver = await join("admin");
  const link = await invite(leaver.person, { role: "member", room_id });
  await remove(leaver);
  await expect(joinBy(link)).rejects.toThrow("404");
});

test("who comes back begins anew: no Room, no seat, no connection of before (member-2)", async () => {
  const leaver = await join("admin");
  const agent = await agentOf(leaver);
  await remove(leaver);
  const { hash } = new URL(await invite(owner, { role: "guest" }));
  await leaver.person.do("accept_invitation", { secret: hash.slice(1) });
  expect(await leaver.person.do("open_home")).toMatchObject({
    workspaces: [{ workspace_id, role: "guest", projects: [{ project_id, rooms: [] }] }],
  });
  expect((await agent.post(rpc("read_connection", {}))).status).toBe(401);
  expect(await leaver.person.do("list_connections")).toMatchObject({ connections: [] });
  expect((await leaver.person.post("open_room", { room_id })).status).toBe(404);
});

test("a role that was lowered opens nothing of the higher one on a page that was open (member-5)", async () => {
  const admin = await join("admin");
  await admin.person.do("list_audit", { workspace_id });
  await owner.do("change_role", { workspace_id, person_id: admin.person_id, role: "guest" });
  for (const [operation, input] of [
    ["list_audit", { workspace_id }],
    ["invite_to_workspace", { workspace_id, role: "guest" }],
    ["remove_member", { workspace_id, person_id: admin.person_id + "x" }],
    ["create_room", { project_id, name: "Guest's" }],
    ["create_project", { workspace_id, name: "Guest's" }],
    ["invite_to_room", { room_id }],
  ] as const) {
    expect((await admin.person.post(operation, input)).status, operation).toBe(403);
  }
});

test("a guest makes nothing and invites nobody, and is given no Room to own (member-6)", async () => {
  const guest = await join("guest");
  for (const [operation, input] of [
    ["create_project", { workspace_id, name: "Guest's" }],
    ["create_room", { project_id, name: "Guest's" }],
    ["invite_to_room", { room_id }],
    ["invite_to_workspace", { workspace_id, role: "guest", room_id: "room_none" }],
    ["invite_to_workspace", { workspace_id, role: "guest" }],
    ["add_room_member", { room_id, person_id: guest.person_id }],
  ] as const) {
    expect([403, 404], operation).toContain((await guest.person.post(operation, input)).status);
  }
  const handed = await owner.post("transfer_room", { room_id, person_id: guest.person_id });
  expect(handed.status).toBe(400);
});
