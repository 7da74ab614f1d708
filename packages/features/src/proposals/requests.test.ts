import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { removeApp } from "../rooms/contract.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { Review, APP } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { leaveRoom } from "../workspaces/contract.ts";
import { sendToAgent } from "./apps-contract.ts";

// What members tell the agent of an app that runs: words of theirs, for the agents of who proposed it.

let review: Review;
let maker: Teammate;
let member: Teammate;
let proposal_id: string;
let instance_id: string;
let apps = 0;

beforeAll(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
  member = await review.team.join("guest", { room: true });
});
afterAll(async () => await review[Symbol.asyncDispose]());
beforeEach(async () => {
  proposal_id = await review.propose(maker, undefined, `App ${(apps += 1)}`);
  instance_id = await review.approve(proposal_id);
});

interface Read {
  readonly requests?: { request_id: string; body: string }[];
  readonly next_step: string;
}

const app = () => ({ room_id: review.room_id, instance_id });
interface Sent {
  readonly who?: Teammate;
  readonly kind?: "change" | "failure";
}
async function send(body: string, { who = member, kind = "change" }: Sent = {}) {
  return (await review.as(who, sendToAgent, { ...app(), kind, body })).request_id;
}
async function read(who = maker): Promise<Read> {
  return await (await review.agentOf(who)).call<Read>("read_proposal", { proposal_id });
}
/** Events of the latest app that an agent of this person reads. */
async function heard(who: Teammate) {
  const { room_id: resource_id } = review;
  const query = { resource_type: "room", resource_id, after_sequence: 0, limit: 100 };
  const agent = await review.agentOf(who);
  let page = await agent.call<Page>("poll_resource_events", query);
  const events = [...page.events];
  while (page.has_more) {
    page = await agent.call<Page>("poll_resource_events", { ...query, after_sequence: page.next_sequence });
    events.push(...page.events);
  }
  return events.filter(({ type, data }) => type === "app.feedback" && data.instance_id === instance_id);
}
interface Page {
  readonly events: { type: string; actor: object; data: { instance_id?: string; body?: string } }[];
  readonly has_more: boolean;
  readonly next_sequence: number;
}

test("they arrive with who wrote them, as data, in the order in which they were sent", async () => {
  const first = await send("Larger, please.");
  const second = await send("It failed:\nApp.tsx:3", { who: review.owner, kind: "failure" });
  const { requests, next_step } = await read();
  const by = { name: member.name };
  expect(requests).toEqual([
    expect.objectContaining({
      request_id: first,
      kind: "change",
      body: "Larger, please.",
      by,
      untrusted: true,
    }),
    expect.objectContaining({ request_id: second, kind: "failure", by: { name: "Owner" } }),
  ]);
  expect(next_step).toContain("see requests");
  expect(next_step).not.toContain("Larger");
  const [event] = await heard(maker);
  expect(event).toMatchObject({
    actor: { kind: "person", name: member.name },
    data: { proposal_id, request_id: first, kind: "change", body: "Larger, please.", by },
    untrusted: true,
  });
});

test("they are for the agents of who proposed the app, and for nobody else's", async () => {
  await send("Only for its maker.");
  expect(await heard(maker)).toHaveLength(1);
  for (const who of [member, review.owner]) expect(await heard(who)).toEqual([]);
  await expect(read(member)).rejects.toMatchObject(refusedWith("not_found"));
});

test("a proposal about which nobody said anything has none", async () => {
  const { requests, next_step } = await read();
  expect(requests).toBeUndefined();
  expect(next_step).toContain("nothing more to do");
});

test("they go to what runs now: after an update, to the proposal that made it", async () => {
  const before = proposal_id;
  await send("About the first.");
  proposal_id = await review.propose(maker, { "src/App.tsx": `// 2\n${APP}` }, `App ${apps}`);
  await review.approve(proposal_id);
  await send("About the second.");
  expect((await read()).requests?.map(({ body }) => body)).toEqual(["About the second."]);
  proposal_id = before;
  expect((await read()).requests?.map(({ body }) => body)).toEqual(["About the first."]);
});

test.each(["", "  \n "])("%j says nothing, and is not sent", async (body) => {
  await expect(send(body)).rejects.toMatchObject(refusedWith("invalid_arguments", "body"));
});

test("nobody sends who is not in the Room, and nothing about what does not stand", async () => {
  const outsider = await review.team.join("owner");
  await expect(send("x", { who: outsider })).rejects.toMatchObject(refusedWith("not_found"));
  await review.as(review.owner, removeApp, app());
  await expect(send("x")).rejects.toMatchObject(refusedWith("not_found"));
});

test("nothing is sent where nobody would read it", async () => {
  const gone = await review.team.join("member", { room: true });
  proposal_id = await review.propose(gone, undefined, "Left behind");
  instance_id = await review.approve(proposal_id);
  await review.as(gone, leaveRoom, { room_id: review.room_id });
  await expect(send("x")).rejects.toMatchObject(refusedWith("conflict_state"));
});

test("one person sends so many in an hour about one app, at once too, and is told how long to wait", async () => {
  const sent = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => send(`${at}`)));
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  const refusal = await send("more").catch((error: unknown) => Object(error).body as Record<string, unknown>);
  expect(refusal).toMatchObject({ code: "rate_limited" });
  const wait = Number((refusal as Record<string, unknown>)["retry_after_seconds"]);
  expect(wait).toBeGreaterThan(3000);
  expect(wait).toBeLessThanOrEqual(3601);
  await send("another person", { who: maker });
  review.team.house.sql("update app_requests set created_at = '2020-01-01'");
  await send("an hour later");
});

test("many long ones are polled a bounded piece at a time, and none is left out", async () => {
  const body = "ü".repeat(4000);
  for (let at = 0; at < 20; at += 1) await send(body);
  const query = { resource_type: "room", resource_id: review.room_id, after_sequence: 0, limit: 100 };
  const agent = await review.agentOf(maker);
  for (let more = true; more;) {
    const page = await agent.call<Page>("poll_resource_events", query);
    expect(Buffer.byteLength(JSON.stringify(page.events))).toBeLessThan(100 * 1024);
    query.after_sequence = page.next_sequence;
    more = page.has_more;
  }
  expect((await heard(maker)).map(({ data }) => data.body)).toEqual(Array.from({ length: 20 }, () => body));
});

test("an agent reads the latest of them, as many as it can take", async () => {
  await send("oldest");
  const { house } = review.team;
  house.sql(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 70)
      insert into app_requests select workspace_id, 'req_' || i, room_id, instance_id, proposal_id, 1 + i, kind,
        'ask ' || i, person_id, person_name, '2020-01-01' from app_requests, n where proposal_id = ?`,
    proposal_id,
  );
  const many = (await read()).requests ?? [];
  expect(many.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, at) => `ask ${at + 21}`));
  await send("ü".repeat(4000));
  house.sql("update app_requests set body = ? where body like 'ask %'", "y".repeat(4000));
  const large = (await read()).requests ?? [];
  expect(large.length).toBeGreaterThan(10);
  expect(large.length).toBeLessThan(17);
  expect(large.at(-1)?.body).toBe("ü".repeat(4000));
});
