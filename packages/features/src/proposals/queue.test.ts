import { afterEach, beforeEach, expect, test } from "vitest";
import { APP, Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { transferRoom } from "../workspaces/contract.ts";
import { declineProposal, listNeedsApproval } from "./review-contract.ts";

// "Needs your approval": what waits for a person, what was decided, and what the own agents wait for.

let review: Review;
let maker: Teammate;

beforeEach(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
});
afterEach(async () => await review[Symbol.asyncDispose]());

const queue = async (who = review.owner) => await review.as(who, listNeedsApproval, {});
const version = (text: string) => ({ "src/App.tsx": `${APP} // ${text}` });

test("each waiting row says what it would update, and which request for changes it answers", async () => {
  const instance_id = await review.approve(await review.propose(maker, version("1")));
  const asked = await review.propose(maker, version("2"));
  await review.ask(asked);
  await review.propose(maker, version("3"));
  const answer = await review.propose(maker, version("4"));
  const fresh = await review.propose(maker, version("1"), "Fresh");
  const { waiting } = await queue();
  expect(waiting.map(({ proposal_id }) => proposal_id)).toEqual([answer, fresh]);
  expect(waiting[0]).toMatchObject({
    revision: 4,
    updates: { instance_id, name: "App", revision: 1 },
    answers: { proposal_id: asked, comments_count: 1 },
  });
  expect(waiting[1]).not.toHaveProperty("updates");
  expect(waiting[1]).not.toHaveProperty("answers");
});

test("what was decided since, or stands no more, is neither answered nor updated", async () => {
  const { owner, room_id, team } = review;
  await review.ask(await review.propose(maker, version("1")));
  const instance_id = await review.approve(await review.propose(maker, version("2")));
  const third = await review.propose(maker, version("3"));
  expect((await queue()).waiting[0]).toMatchObject({ proposal_id: third, updates: { revision: 2 } });
  expect((await queue()).waiting[0]).not.toHaveProperty("answers");
  await team.call(owner, "remove_app", { room_id, instance_id });
  expect((await queue()).waiting[0]).not.toHaveProperty("updates");
});

test("the latest decisions are listed, those that asked for changes too, with the reason", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 11; index += 1) {
    const proposal_id = await review.propose(maker, version(`${index}`), `App ${index}`);
    const { files_seen: _seen, ...seen } = review.seen(await review.card(proposal_id));
    if (index === 10) await review.ask(proposal_id);
    else await review.as(review.owner, declineProposal, { ...seen, reason: `No ${index}` });
    ids.unshift(proposal_id);
  }
  const { decided, waiting } = await queue();
  expect(waiting).toEqual([]);
  expect(decided).toHaveLength(10);
  expect(decided[0]).toMatchObject({ proposal_id: ids[0], state: "changes_requested" });
  expect(decided[0]).not.toHaveProperty("reason");
  expect(decided.find(({ proposal_id }) => proposal_id === ids[1])).toMatchObject({ reason: "No 9" });
});

test("a person sees what the own agents proposed into others' Rooms, until it is over or the Room is left", async () => {
  const pending = await review.propose(maker, version("1"), "Pending");
  const asked = await review.propose(maker, version("1"), "Asked");
  await review.ask(asked);
  await review.approve(await review.propose(maker, version("1"), "Approved"));
  await review.propose(review.owner, version("1"), "Own");
  const { waiting, decided, yours } = await queue(maker);
  expect([waiting, decided]).toEqual([[], []]);
  expect(new Map(yours.map((row) => [row.proposal_id, row.state]))).toEqual(
    new Map([
      [asked, "changes_requested"],
      [pending, "pending"],
    ]),
  );
  expect((await queue()).yours).toEqual([]);
  const { room_id, team, owner } = review;
  await team.call(owner, "remove_room_member", { room_id, person_id: maker.person_id });
  expect((await queue(maker)).yours).toEqual([]);
});

test("what waits passes with the Room, and waits for its former owner no more", async () => {
  const heir = await review.team.join("member", { room: true });
  const mine = await review.propose(review.owner, version("1"));
  await review.as(review.owner, transferRoom, { room_id: review.room_id, person_id: heir.person_id });
  expect((await queue(heir)).waiting.map(({ proposal_id }) => proposal_id)).toEqual([mine]);
  const { waiting, yours } = await queue();
  expect(waiting).toEqual([]);
  expect(yours.map(({ proposal_id }) => proposal_id)).toEqual([mine]);
});
