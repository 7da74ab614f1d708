import { type AgentOperationName, personOperations } from "@anteroom/features/contract";
import { newId, newSecret } from "@anteroom/features/kernel/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrive, Client, connect } from "../../packages/features/src/testing/visitor.ts";
import { ask, type Asked } from "../../packages/server/src/testing/ask.fixture.ts";
import { type House, type HouseClient, startHouse } from "../../packages/server/src/testing/house.fixture.ts";
import { bearer, call, MCP, modern } from "../../packages/server/src/testing/mcp.fixture.ts";
import { consenting } from "../testkit/consenting.ts";
import { makeElsewhere } from "../testkit/elsewhere.ts";
import { comparable, FACES, isRefused } from "../testkit/faces.ts";
import { approvalOf, Person } from "../testkit/person.ts";
import { rowsOf } from "../testkit/rows.ts";
import { labelApp } from "../testkit/samples.ts";
import { joinTeam, type Place, placeOf, type TeamMember } from "../testkit/team.ts";

// A hostile agent whose token works: what it can reach, and whose voice it can speak with.

let house: House;
let place: Place;
let agent: HouseClient;
let member: TeamMember;
/** The agent of somebody who is in the same Room and does not own it. */
let members: HouseClient;

beforeAll(async () => {
  house = await startHouse({ ANTEROOM_RATE_PER_ADDRESS: "0" });
  place = await placeOf(house.owner);
  agent = await house.connect();
  member = await joinTeam(house.owner, place, { name: "Member", role: "member" });
  members = await house.connect(member.email);
});
afterAll(async () => await house?.[Symbol.asyncDispose]());

interface Made {
  readonly proposal_id: string;
  readonly instance_id: string;
}

/** Proposes without tasks, and answers the proposal. */
async function propose(by: HouseClient, name: string): Promise<Made> {
  const made = await by.propose(name, {}, {});
  return made.structuredContent as Made;
}

/** Somebody who leads a workspace of their own and is in no other, with an agent and a Room there. */
async function makeStranger() {
  const { person, person_id, email } = await joinTeam(house.owner, place, {
    name: "Stranger",
    role: "guest",
  });
  const { workspace_id, project_id } = makeElsewhere(house.data, person_id);
  await house.owner.do("remove_member", { workspace_id: place.workspace_id, person_id });
  const { room_id } = await person.do<{ room_id: string }>("create_room", { project_id, name: "Far" });
  return { person, agent: await house.connect(email, { workspace: workspace_id }), room_id };
}

describe("a person's operation", () => {
  /** The server's own list: each operation of people, with what would work for its person. */
  async function operations(proposal_id: string): Promise<[string, object][]> {
    const { json } = await ask(house.port, { method: "GET", path: "/api/v1/openapi.json" });
    const paths = json.paths as Record<string, { post: { operationId: string; tags: string[] } }>;
    const people = Object.values(paths).filter(({ post }) => post.tags.includes("people"));
    expect(people).toHaveLength(personOperations.length);
    const approval = approvalOf(await house.owner.card(proposal_id));
    const { files_seen: _, ...seen } = approval;
    const inputs: Record<string, object> = { approve_proposal: approval, decline_proposal: seen };
    return people.map(({ post: { operationId } }) => [operationId, inputs[operationId] ?? { proposal_id }]);
  }

  /** One secret of each kind that a client or a thief could come with. */
  async function secrets(): Promise<Record<string, string>> {
    const client = await Client.register(house);
    const tokens = await connect(await consenting(house.origin), client);
    const reader = await house.connect(undefined, { scopes: ["osfoundry:read"] });
    const cookie = house.owner.headers["cookie"] ?? "";
    return {
      "API token": agent.token,
      "API token that reads": reader.token,
      "access token": tokens.access_token,
      "refresh token": tokens.refresh_token,
      "registration's token": String(client.registration["registration_access_token"]),
      "sign-in": /^anteroom_\d+=([^;]+)/.exec(cookie)?.[1] ?? "",
      "made-up one": "anr_".padEnd(47, "x"),
    };
  }

  test("is answered for no token, by no face, even beside its person's own cookie and proof (agent-1, token-4)", async () => {
    const { proposal_id } = await propose(agent, "Untouched");
    const list = await operations(proposal_id);
    const tokens = await secrets();
    const { headers: own } = house.owner;
    const before = rowsOf(house.data);
    for (const [kind, token] of Object.entries(tokens)) {
      expect(token.length, kind).toBeGreaterThan(20);
      for (const [name, input] of list) {
        for (const headers of [{}, own, { ...own, authorization: token }]) {
          const tried = [kind, name, Object.keys(headers)];
          const api = await FACES["the API"]({ port: house.port, token, name, input, headers });
          expect([...tried, api.status]).toEqual([...tried, 404]);
          const asTool = { port: house.port, token, name, input, headers };
          for (const face of [FACES["MCP of before"], FACES["MCP of now"]]) {
            expect(isRefused(await face(asTool)), tried.join()).toBe(true);
          }
        }
      }
    }
    expect(rowsOf(house.data)).toEqual(before);
    // The same approval works for who may give it.
    const approval = list.find(([name]) => name === "approve_proposal")?.[1];
    expect((await house.owner.post("approve_proposal", approval)).status).toBe(200);
  });

  test("is not reached by answering a task, nor does a token let its own client in (agent-1)", async () => {
    const { taskId } = await agent.propose("By its task");
    const inputResponses = { decision: { action: "accept", content: { state: "approved" } } };
    const updated = await agent.send("tasks/update", { taskId, inputResponses, status: "completed" });
    expect(updated.json.result.resultType).toBe("complete");
    expect((await agent.pending()).map(({ name }) => name)).toContain("By its task");

    const visitor = await consenting(house.origin);
    const consent = await arrive(visitor, (await Client.register(house)).authorizeUrl());
    const decision = { allow: true, workspace_id: place.workspace_id, project_ids: [place.project_id] };
    for (const path of [`${consent}/read`, `${consent}/decide`, "/device/read", "/device/decide"]) {
      const headers = { ...bearer(agent.token), origin: house.origin };
      const refused = await ask(house.port, { path, body: decision, headers });
      expect([path, refused.status]).toEqual([path, 401]);
    }
    expect((await visitor.post(`${consent}/decide`, decision)).status).toBe(200);
  });
});

describe("what an agent may not see", () => {
  interface Ids extends Made {
    readonly room_id: string;
    readonly name: string;
    /** Of the line of revisions, where it has one. */
    readonly comment_id?: string;
  }

  /** Each operation of agents, about these things. */
  function calls(ids: Ids): Record<AgentOperationName, object> {
    const { room_id, proposal_id, instance_id, name, comment_id = newId("comment") } = ids;
    const poll = { resource_type: "room", resource_id: room_id, after_sequence: 0, limit: 100 };
    return {
      read_connection: {},
      find_resources: { text: name },
      read_room: { room_id },
      list_room_apps: { room_id },
      read_room_app_status: { room_id, instance_id },
      propose_room_snippet_app: { room_id, name, files: labelApp(name), idempotency_key: `try-${name}` },
      read_proposal: { proposal_id, wait_seconds: 50 },
      withdraw_proposal: { proposal_id },
      reply_to_proposal_comment: {
        proposal_id,
        comment_id,
        body: "Let me in",
        idempotency_key: `reply-${comment_id}`,
      },
      poll_resource_events: { ...poll, wait_seconds: 50 },
    };
  }

  /** What is nowhere, in the same form. */
  const nowhere = (): Ids => ({
    room_id: newId("room"),
    proposal_id: newId("proposal"),
    instance_id: newId("app"),
    name: "Nowhere",
  });

  test("looks like what does not exist, byte for byte, by every operation and face (agent-2)", async () => {
    const stranger = await makeStranger();
    const { project_id } = await house.owner.do<{ project_id: string }>("create_project", {
      workspace_id: place.workspace_id,
      name: "Side",
    });
    const others = {
      "of another workspace": stranger.agent,
      "of the same person, in another project": await house.connect(undefined, { project: project_id }),
    };
    const { room_id } = place;
    const { name } = await agent.tool("read_room", { room_id });
    const pending = { ...(await propose(agent, "Hidden")), room_id, name };
    const asked = await propose(agent, "Standing");
    const [comment_id = ""] = await house.owner.requestChanges(asked.proposal_id, [{ body: "Larger." }]);
    const revised = { ...labelApp("Standing"), "src/more.ts": "export const more = 1;\n" };
    const answer = { room_id, name: "Standing", files: revised, idempotency_key: "standing-again" };
    const standing = { ...(await agent.tool("propose_room_snippet_app", answer)), room_id, name, comment_id };
    await house.owner.approve(standing.proposal_id);
    const madeUp = calls(nowhere());
    const before = rowsOf(house.data);
    for (const [who, { token }] of Object.entries(others)) {
      for (const ids of [pending, standing]) {
        for (const [tool, input] of Object.entries(calls(ids)) as [AgentOperationName, object][]) {
          for (const [face, send] of Object.entries(FACES)) {
            const sent = { port: house.port, token, name: tool };
            const seen = await send({ ...sent, input });
            const unknown = await send({ ...sent, input: madeUp[tool] });
            expect(comparable(seen), `${tool} by ${face} ${who}`).toEqual(comparable(unknown));
            expect(seen.text).not.toMatch(new RegExp(`${name}|${ids.proposal_id}|${ids.instance_id}`));
          }
        }
      }
    }
    expect(rowsOf(house.data)).toEqual(before);
    // Who may see it is answered by each of these.
    for (const [tool, input] of Object.entries(calls(standing))) {
      const seen = await FACES["the API"]({ port: house.port, token: agent.token, name: tool, input });
      // What was approved cannot be taken back; who may see it is told so.
      expect([tool, seen.status]).toEqual([tool, tool === "withdraw_proposal" ? 409 : 200]);
    }
  });

  test("are the pending proposals and private events of others, even in one's own Room (agent-3)", async () => {
    const secret = await propose(members, "Secret plan");
    const third = await joinTeam(house.owner, place, { name: "Third", role: "member" });
    const { room_id } = place;
    const ids = { ...secret, room_id, name: "Secret plan" };
    for (const other of [agent, await house.connect(third.email)]) {
      const seen: string[] = [];
      for (const [name, input] of Object.entries(calls(ids))) {
        for (const face of Object.values(FACES)) {
          seen.push((await face({ port: house.port, token: other.token, name, input })).text);
        }
      }
      expect(seen.join()).not.toContain(secret.proposal_id);
      expect(seen.join()).not.toContain(secret.instance_id);
      // One's own of the same name is the first of its own line.
      const own = (await other.tool("read_room", { room_id })).your_pending.at(-1);
      expect(await other.tool("read_proposal", { proposal_id: own.proposal_id })).toMatchObject({
        name: "Secret plan",
        revision: 1,
      });
    }
    // The log holds it for its own.
    const { events } = await members.tool("poll_resource_events", calls(ids).poll_resource_events);
    expect(JSON.stringify(events)).toContain(secret.proposal_id);
    await house.owner.decline(secret.proposal_id);
  });

  test("are another connection's tasks: not read, told of, cancelled or guessed (agent-4)", async () => {
    const { taskId } = await members.propose("Followed");
    const others = [await house.connect(member.email), agent];
    for (const other of others) {
      for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
        const look = async (id: unknown) => await other.send(method, { taskId: id, inputResponses: {} });
        const foreign = await look(taskId);
        expect(foreign.json.error.message).toContain("no such task");
        expect(comparable(foreign)).toEqual(comparable(await look(`task_${newSecret()}`)));
        for (const guess of [taskId.slice(0, -1), taskId.toUpperCase(), `${taskId}%`, "%", "", [taskId]]) {
          expect((await look(guess)).json.result).toBeUndefined();
        }
      }
    }
    const own = await agent.propose("Own");
    const stream = await agent.listen([taskId, own.taskId]);
    expect((await stream.next()).params.notifications).toEqual({ taskIds: [own.taskId] });

    // It works on for its own connection, is decided first, and the other hears of its own task alone.
    expect((await members.propose("Followed")).taskId).toBe(taskId);
    const waiting = async (by: HouseClient, name: string) =>
      (await by.pending()).find((one) => one.name === name)?.proposal_id ?? "";
    await house.owner.decline(await waiting(members, "Followed"));
    expect((await members.send("tasks/get", { taskId })).json.result.status).toBe("completed");
    await house.owner.decline(await waiting(agent, "Own"));
    expect((await stream.next()).params).toMatchObject({ taskId: own.taskId, status: "completed" });
    stream.close();
  });
});

describe("another way to a tool", () => {
  const CROOKED_NAMES = [
    "Read_Room",
    "READ_ROOM",
    " read_room",
    "read_room ",
    "api/v1/read_room",
    "../approve_proposal",
    "Approve_Proposal",
    "__proto__",
    "constructor",
    ["read_room"],
    { name: "read_room" },
    null,
    0,
  ];
  const CROOKED_PATHS = [
    "approve_proposal",
    "Approve_Proposal",
    "approve%5Fproposal",
    "approve_proposal/",
    "approve_proposal?x",
    "approve_proposal;x",
    "approve_proposal%00",
    "/approve_proposal",
    "./approve_proposal",
    "read_room/../approve_proposal",
    "..%2fv1/approve_proposal",
    "external-mcp/approve_proposal",
  ];

  async function tryTool(path: string, name: unknown, headers: Asked["headers"] = {}) {
    const asked = modern("tools/call", { name, arguments: { room_id: place.room_id } });
    const token = bearer(agent.token);
    return [
      await ask(house.port, { path, body: call(name, {}), headers: { ...token, ...headers } }),
      await ask(house.port, { path, body: asked.body, headers: { ...asked.headers, ...token, ...headers } }),
    ];
  }

  test("is none: narrowed lists, other letters, crooked paths and names that objects have (agent-8)", async () => {
    await propose(agent, "Sideways");
    const before = rowsOf(house.data);
    const reporting = `${MCP}?tools=reporting`;
    const people = ["", "?tools=rooms", "?tools=reporting,rooms", "?TOOLS=all"].map((query) => MCP + query);
    const tries: [string, unknown, Asked["headers"]?][] = [
      [reporting, "propose_room_snippet_app"],
      [reporting, "read_room"],
      [reporting, "propose_room_snippet_app", { "mcp-name": "poll_resource_events" }],
      ...people.map((path): [string, string] => [path, "approve_proposal"]),
      ...CROOKED_NAMES.map((name): [string, unknown] => [MCP, name]),
    ];
    for (const [path, name, headers] of tries) {
      for (const { json } of await tryTool(path, name, headers)) {
        expect([path, name, json.result]).toEqual([path, name, undefined]);
      }
    }
    const approval = approvalOf(await house.owner.card((await agent.pending())[0]?.proposal_id ?? ""));
    for (const path of CROOKED_PATHS) {
      for (const headers of [bearer(agent.token), { ...house.owner.headers, ...bearer(agent.token) }]) {
        const answered = await ask(house.port, { path: `/api/v1/${path}`, body: approval, headers });
        expect([path, answered.status]).toEqual([path, 404]);
      }
    }
    expect(rowsOf(house.data)).toEqual(before);
    for (const { json } of await tryTool(reporting, "poll_resource_events")) {
      expect(json.result.structuredContent.error.code).toBe("invalid_arguments");
    }
  });
});

test("an app's frame is answered by no operation, whatever it could send along (app-5)", async () => {
  const { json } = await ask(house.port, { method: "GET", path: "/api/v1/openapi.json" });
  const own = (await Person.signIn(house.origin)).headers;
  const send = async (path: string, headers: Asked["headers"], method = "POST") => {
    const body = method === "POST" ? {} : undefined;
    return await ask(house.port, { path, method, body, headers: { ...own, ...headers } });
  };
  const frame = { origin: "null" };
  const before = rowsOf(house.data);
  for (const path of [...Object.keys(json.paths as object), MCP, "/device/read", "/device/decide"]) {
    const { status, headers } = await send(path, frame);
    expect([path, status, headers["access-control-allow-origin"]]).toEqual([path, 403, undefined]);
    // To somebody with a token there are no operations of people, from wherever.
    expect([403, 404]).toContain((await send(path, { ...frame, ...bearer(agent.token) })).status);
  }
  expect((await send("/api/v1/live", frame, "GET")).status).toBe(403);
  expect(rowsOf(house.data)).toEqual(before);
  expect((await send("/api/v1/open_home", {})).status).toBe(200);
});
