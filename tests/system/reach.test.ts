import { agentOperations, personOperations } from "@anteroom/features/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent, type Proposed } from "../testkit/agent.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { adminToken, anteroom, OWNER, TestServer } from "../testkit/server.ts";

// Whoever is not let into a Room learns by its ids, known by heart, no more than by made-up ones: people and
// agents who never were in it, who are seated elsewhere, and who were taken out of it or of the workspace.

const PASSWORD = "another long sentence";

let server: TestServer;
let owner: Person;
let agent: Agent;
let room_id: string;
let workspace_id: string;
let pending: Proposed;
let app: Proposed;
let comment_id: string;
const people: Record<string, Person> = {};
const agents: Record<string, Agent> = {};

beforeAll(async () => {
  server = await TestServer.launch();
  owner = await Person.signIn(server.origin);
  agent = new Agent(server.origin, await adminToken(server));
  room_id = await agent.roomId();
  app = await propose("App");
  await owner.approve(app.proposal_id);
  const asked = await propose("Pending");
  [comment_id = ""] = await owner.requestChanges(asked.proposal_id, [{ body: "Please." }]);
  pending = await propose("Pending", "other");

  const home = await owner.do<{ workspaces: { workspace_id: string }[] }>("open_home");
  workspace_id = home.workspaces[0]!.workspace_id;
  const { project_id } = await owner.do<{ project_id: string }>("create_project", {
    workspace_id,
    name: "Side",
  });
  const { room_id: sideRoom } = await owner.do<{ room_id: string }>("create_room", {
    project_id,
    name: "Side",
  });
  await join("outsider", sideRoom);
  const leaver = await join("leaver", room_id);
  const removed = await join("removed", room_id);
  agents["the owner's, seated elsewhere"] = new Agent(server.origin, await sideToken());
  await owner.do("remove_room_member", { room_id, person_id: leaver });
  await owner.do("remove_member", { workspace_id, person_id: removed });
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function propose(name: string, label = name): Promise<Proposed> {
  const args = { room_id, name, files: labelApp(label), idempotency_key: `reach-${label}` };
  return await agent.ask<Proposed>("propose_room_snippet_app", args);
}

/** Lets somebody new into a Room, with an agent of their own. */
async function join(name: string, into: string): Promise<string> {
  const email = `${name}@example.test`;
  const { link } = await owner.do<{ link: string }>("invite_to_room", { room_id: into });
  people[name] = await Person.join(link, { name, email, password: PASSWORD });
  agents[`the ${name}'s`] = new Agent(server.origin, await adminToken(server, { email }));
  const { members } = await owner.do<{ members: { person_id: string; email: string }[] }>(
    "list_room_members",
    {
      room_id: into,
    },
  );
  return members.find((member) => member.email === email)!.person_id;
}

async function sideToken(): Promise<string> {
  const args = ["admin", "token", "--for", OWNER.email, "--scope", "osfoundry:read,osfoundry:write"];
  const made = await anteroom([...args, "--project", "Side", "--json"], { ANTEROOM_DATA: server.data });
  return (JSON.parse(made.stdout) as { token: string }).token;
}

interface Ids {
  readonly room_id: string;
  readonly proposal_id: string;
  readonly instance_id: string;
  readonly comment_id: string;
}

/** The operations whose input names a Room, or something in one, so that none is forgotten here. */
function namingRooms(operations: typeof agentOperations | typeof personOperations): string[] {
  const named = ["room_id", "proposal_id", "resource_id"];
  return operations
    .filter(({ input }) => named.some((name) => "properties" in input && name in input.properties))
    .map(({ name }) => name);
}

/** Every call by which an agent names what is in the Room. */
function agentCalls(ids: Ids): [string, object][] {
  const { proposal_id, instance_id } = ids;
  const poll = { resource_type: "room", resource_id: ids.room_id, after_sequence: 0 };
  const files = labelApp("x");
  return [
    ["read_room", { room_id: ids.room_id }],
    ["list_room_apps", { room_id: ids.room_id }],
    ["read_room_app_status", { room_id: ids.room_id, instance_id }],
    ["read_proposal", { proposal_id }],
    ["read_proposal", { proposal_id, wait_seconds: 50 }],
    ["withdraw_proposal", { proposal_id }],
    [
      "reply_to_proposal_comment",
      { proposal_id, comment_id: ids.comment_id, body: "x", idempotency_key: "reach-replying" },
    ],
    ["poll_resource_events", poll],
    ["poll_resource_events", { ...poll, wait_seconds: 50 }],
    [
      "propose_room_snippet_app",
      { room_id: ids.room_id, name: "X", files, idempotency_key: "reach-trying-it" },
    ],
  ];
}

/** Every call by which a person names what is in the Room. */
function personCalls(ids: Ids, approval: ReturnType<typeof approvalOf>): [string, object][] {
  const { proposal_id, instance_id } = ids;
  const room = { room_id: ids.room_id };
  const comment = { proposal_id, comment_id: ids.comment_id };
  const seen = { ...approval, proposal_id };
  const { files_seen: _, ...decided } = seen;
  const tab = { ...room, instance_id };
  const other = { ...room, person_id: "pers_x" };
  return [
    ["open_room", room],
    ["list_room_members", room],
    ["leave_room", room],
    ["transfer_room", other],
    ["invite_to_room", room],
    ["invite_to_workspace", { workspace_id, role: "guest", ...room }],
    ["add_room_member", other],
    ["remove_room_member", other],
    ["list_room_history", room],
    ["play_sample_agent", room],
    ["open_app", tab],
    ["rename_app", { ...tab, name: "X" }],
    ["move_app", tab],
    ["remove_app", tab],
    ["read_shared_data", { ...tab, after: 0 }],
    ["set_shared_value", { ...tab, key: "x", value: "1" }],
    ["delete_shared_value", { ...tab, key: "x" }],
    ["open_shared_data", tab],
    ["export_shared_data", tab],
    ["clear_shared_data", tab],
    ["restore_shared_data", { ...tab, entries: {} }],
    ["send_to_agent", { ...tab, kind: "change", body: "x" }],
    ["copy_app", { ...tab, to_room_id: ids.room_id }],
    ["read_app_history", tab],
    ["compare_versions", { ...tab, proposal_id }],
    ["revert_app", { ...tab, proposal_id, digest: "x" }],
    ["open_proposal", { proposal_id }],
    ["begin_approval", decided],
    ["approve_proposal", seen],
    ["begin_preview", seen],
    ["decline_proposal", decided],
    ["request_changes", { ...seen, comments: [{ body: "x" }] }],
    ["reply_to_comment", { ...comment, body: "x" }],
    ["resolve_comment", { ...comment, resolved: true }],
  ];
}

const MADE_UP = {
  room_id: "room_none",
  proposal_id: "prop_none",
  instance_id: "app_none",
  comment_id: "cmt_none",
};

describe("an agent (agent-2)", () => {
  test.each(["the outsider's", "the leaver's", "the owner's, seated elsewhere"])("%s", async (whose) => {
    const other = agents[whose]!;
    for (const one of [pending, app]) {
      const known = agentCalls({ room_id, comment_id, ...one });
      const madeUp = agentCalls(MADE_UP);
      expect(new Set(known.map(([tool]) => tool))).toEqual(new Set(namingRooms(agentOperations)));
      for (const [index, [tool, args]] of known.entries()) {
        const refusal = await other.refusal(tool, args);
        expect(refusal.code, tool).toBe("not_found");
        expect(refusal).toEqual(await other.refusal(tool, madeUp[index]![1]));
      }
    }
    const found = await other.ask<{ resources: object[] }>("find_resources", { text: "Team" });
    expect(found.resources).toEqual([]);
  });
});

describe("a person", () => {
  test.each(["outsider", "leaver", "removed"])("%s", async (who) => {
    const person = people[who]!;
    const approval = approvalOf(await owner.card(pending.proposal_id));
    const before = rowsOf(server.data);
    for (const one of [pending, app]) {
      const known = personCalls({ room_id, comment_id, ...one }, approval);
      const madeUp = personCalls(MADE_UP, approval);
      expect(new Set(known.map(([operation]) => operation))).toEqual(new Set(namingRooms(personOperations)));
      for (const [index, [operation, input]] of known.entries()) {
        const answered = await person.post(operation, input);
        expect(answered.status, operation).toBe(404);
        expect(answered).toEqual(await person.post(operation, madeUp[index]![1]));
      }
    }
    const { proposal_id, revision } = pending;
    const declining = { proposals: [{ proposal_id, revision }] };
    expect(await person.do("decline_proposals", declining)).toEqual({ declined: [], left: [proposal_id] });
    expect(rowsOf(server.data)).toEqual(before);
    expect(await person.do("list_needs_approval")).toEqual({ waiting: [], decided: [], yours: [] });
  });

  test("revokes no connection of another's, and sees none", async () => {
    const { connections } = await owner.do<{ connections: { connection_id: string }[] }>("list_connections");
    const { connection_id } = connections[0]!;
    expect((await people["outsider"]!.post("revoke_connection", { connection_id })).status).toBe(404);
    const own = await people["outsider"]!.do<{ connections: { connection_id: string }[] }>(
      "list_connections",
    );
    expect(own.connections.map((one) => one.connection_id)).not.toContain(connection_id);
  });
});

test("another sign-in's proof decides nothing, and neither do cookie and proof of one that is over", async () => {
  const approval = approvalOf(await owner.card(pending.proposal_id));
  const post = async (operation: string, input: object, kept: Record<string, string> = {}) =>
    await fetch(`${server.origin}/api/v1/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.origin, ...kept },
      body: JSON.stringify(input),
    });
  const signIn = async () => {
    const answered = await post("sign_in", OWNER);
    const cookie = answered.headers.getSetCookie()[0]!.split(";")[0]!;
    return { cookie, "anteroom-proof": ((await answered.json()) as { proof: string }).proof };
  };
  const [one, other] = [await signIn(), await signIn()];
  expect((await post("approve_proposal", approval, { ...one, cookie: other.cookie })).status).toBe(403);
  expect((await post("sign_out", {}, one)).status).toBe(200);
  expect((await post("approve_proposal", approval, one)).status).toBe(401);
  expect((await owner.card(pending.proposal_id)).state).toBe("pending");
});
