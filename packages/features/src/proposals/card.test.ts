import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { APP, Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { transferRoom } from "../workspaces/contract.ts";
import { declineProposal, openProposal } from "./review-contract.ts";

// The card: who sees it, what it is compared with, and what this person read already.

let review: Review;
let maker: Teammate;

beforeEach(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
});
afterEach(async () => await review[Symbol.asyncDispose]());

const ENTRY = "src/App.tsx";
const FIRST = { [ENTRY]: APP, "src/a.ts": "export const a = 1;", "src/gone.ts": "export {};" };
const NEXT = { [ENTRY]: APP, "src/a.ts": "export const a = 2;", "src/new.ts": "export {};" };

describe("who sees a card", () => {
  test("the Room's owner may decide; the proposer's own person reads it and no more", async () => {
    const proposal_id = await review.propose(maker);
    expect(await review.card(proposal_id)).toMatchObject({ may_decide: true, may_preview: true, own: false });
    expect(await review.card(proposal_id, { who: maker })).toMatchObject({
      may_decide: false,
      may_preview: false,
      confirms: false,
      files: [{ path: ENTRY, text: APP }],
    });
  });

  test("other members, guests, admins and strangers to the Room learn nothing of it", async () => {
    const proposal_id = await review.propose(maker);
    const others = [
      await review.team.join("member", { room: true }),
      await review.team.join("guest", { room: true }),
      await review.team.join("admin", { room: true }),
      await review.team.join("owner"),
    ];
    for (const who of others) {
      await expect(review.card(proposal_id, { who })).rejects.toMatchObject(refusedWith("not_found"));
    }
  });

  test("the proposer's person sees it no more after leaving the Room", async () => {
    const proposal_id = await review.propose(maker);
    const { room_id, team, owner } = review;
    await team.call(owner, "remove_room_member", { room_id, person_id: maker.person_id });
    await expect(review.card(proposal_id, { who: maker })).rejects.toMatchObject(refusedWith("not_found"));
  });

  test("it passes with the Room: the new owner decides, who owned it before does not", async () => {
    const proposal_id = await review.propose(maker);
    const heir = await review.team.join("member", { room: true });
    const { owner, room_id } = review;
    await review.as(owner, transferRoom, { room_id, person_id: heir.person_id });
    await expect(review.card(proposal_id)).rejects.toMatchObject(refusedWith("not_found"));
    expect(await review.card(proposal_id, { who: heir })).toMatchObject({ may_decide: true });
    await expect(review.approve(proposal_id)).rejects.toMatchObject(refusedWith("not_found"));
    await review.approve(proposal_id, { who: heir });
    expect(await review.card(proposal_id, { who: heir })).toMatchObject({ state: "approved" });
  });
});

describe("what it is compared with", () => {
  test("a first revision with nothing: no file is called new or changed", async () => {
    const card = await review.card(await review.propose(maker, FIRST));
    expect(card.bases).toEqual([]);
    expect(card.base).toBeUndefined();
    expect(card.files.map(({ change }) => change)).toEqual([undefined, undefined, undefined]);
    const sha256 = createHash("sha256").update(APP).digest("hex");
    expect(card.files[0]).toMatchObject({ path: ENTRY, sha256, lines: 1, bytes: APP.length });
  });

  test("the previous revision, as long as nothing of its line is approved", async () => {
    const first = await review.propose(maker, FIRST);
    const card = await review.card(await review.propose(maker, NEXT));
    expect(card.bases).toEqual([{ proposal_id: first, revision: 1, kind: "previous" }]);
    expect(Object.fromEntries(card.files.map(({ path, change }) => [path, change]))).toEqual({
      [ENTRY]: "same",
      "src/a.ts": "changed",
      "src/new.ts": "added",
    });
    // Only what is other or gone comes along.
    expect(card.base?.files.map(({ path, text }) => [path, text])).toEqual([
      ["src/a.ts", FIRST["src/a.ts"]],
      ["src/gone.ts", FIRST["src/gone.ts"]],
    ]);
    expect(card.updates).toBeUndefined();
  });

  test("the approved version first, and the revision before it where that is another", async () => {
    const approved = await review.propose(maker, FIRST);
    const instance_id = await review.approve(approved);
    const second = await review.propose(maker, { ...FIRST, "src/a.ts": "export const a = 3;" });
    const only = await review.card(second);
    expect(only.bases).toEqual([{ proposal_id: approved, revision: 1, kind: "approved" }]);
    expect(only.updates).toEqual({
      instance_id,
      name: "App",
      revision: 1,
      digest: (await review.card(approved)).digest,
    });
    const third = await review.propose(maker, NEXT);
    const card = await review.card(third);
    expect(card.bases.map(({ kind, revision }) => [kind, revision])).toEqual([
      ["approved", 1],
      ["previous", 2],
    ]);
    expect(card.base).toMatchObject({ proposal_id: approved });
    const other = await review.card(third, { against: second });
    expect(other.base).toMatchObject({ proposal_id: second, kind: "previous" });
    expect(other.base?.files[0]?.text).toBe("export const a = 3;");
  });

  test("nothing else: no foreign proposal, no later revision, not itself (not_found)", async () => {
    const foreign = await review.propose(review.owner, FIRST, "Other");
    const first = await review.propose(maker, FIRST);
    const second = await review.propose(maker, NEXT);
    for (const [proposal_id, against] of [
      [second, foreign],
      [second, second],
      [first, second],
      [second, "prop_made_up"],
    ] as const) {
      await expect(review.card(proposal_id, { against })).rejects.toMatchObject(refusedWith("not_found"));
    }
  });

  test("apps of that name from other people's agents are told, not updated", async () => {
    const theirs = await review.approve(await review.propose(review.owner, FIRST, "APP"));
    const card = await review.card(await review.propose(maker));
    expect(card.updates).toBeUndefined();
    expect(card.bases).toEqual([]);
    expect(card.namesakes).toEqual([{ instance_id: theirs, name: "APP", person_name: "Owner" }]);
  });

  test("after a rename both names lead an update to the app", async () => {
    const { owner, room_id, team } = review;
    const instance_id = await review.approve(await review.propose(maker));
    await team.call(owner, "rename_app", { room_id, instance_id, name: "Timer" });
    for (const name of ["App", "timer"]) {
      const card = await review.card(await review.propose(maker, NEXT, name));
      expect(card.updates).toMatchObject({ instance_id, name: "Timer" });
    }
  });

  test("a removed app is updated no more, and its name is free", async () => {
    const { owner, room_id, team } = review;
    const instance_id = await review.approve(await review.propose(maker));
    await team.call(owner, "remove_app", { room_id, instance_id });
    const card = await review.card(await review.propose(maker, NEXT));
    expect(card).toMatchObject({ revision: 1, bases: [] });
    expect(card.updates).toBeUndefined();
  });
});

describe("what this person read before", () => {
  test("the very bytes at that path, for an earlier decision in the line; the best way counts", async () => {
    const first = await review.propose(maker, FIRST);
    await review.ask(first, { how: "seen" });
    const second = await review.propose(maker, { ...FIRST, "src/a.ts": NEXT["src/a.ts"] });
    await review.ask(second, { how: "marked" });
    const { files } = await review.card(await review.propose(maker, NEXT));
    expect(Object.fromEntries(files.map(({ path, read_before }) => [path, read_before]))).toEqual({
      [ENTRY]: "seen",
      "src/a.ts": "marked",
      "src/new.ts": undefined,
    });
  });

  test("not what somebody else read, and not the same bytes at another path", async () => {
    const heir = await review.team.join("member", { room: true });
    await review.ask(await review.propose(maker, FIRST));
    const moved = { [ENTRY]: APP, "src/b.ts": FIRST["src/a.ts"] };
    const next = await review.propose(maker, moved);
    const mine = (await review.card(next)).files.map(({ read_before }) => read_before);
    expect(mine).toEqual(["seen", undefined]);
    await review.as(review.owner, transferRoom, { room_id: review.room_id, person_id: heir.person_id });
    const theirs = (await review.card(next, { who: heir })).files.map(({ read_before }) => read_before);
    expect(theirs).toEqual([undefined, undefined]);
  });
});

test("comments of the whole line are shown up to the revision that is looked at", async () => {
  const first = await review.propose(maker);
  await review.ask(first);
  const second = await review.propose(maker, NEXT);
  await review.ask(second);
  const third = await review.propose(maker, FIRST);
  const revisions = async (id: string) => (await review.card(id)).comments.map(({ revision }) => revision);
  expect(await revisions(first)).toEqual([1]);
  expect(await revisions(third)).toEqual([1, 2]);
  expect((await review.card(third)).comments[0]).toMatchObject({
    by: "Owner",
    body: "Change it.",
    replies: [],
  });
});

test("a withdrawn one says when it was taken back, and is nobody's to decide", async () => {
  const proposal_id = await review.propose(maker);
  await (await review.agentOf(maker)).call("withdraw_proposal", { proposal_id });
  const card = await review.card(proposal_id);
  expect(card).toMatchObject({ state: "withdrawn", withdrawn_at: expect.any(String), may_preview: false });
  await expect(review.approve(proposal_id)).rejects.toMatchObject(refusedWith("conflict_state"));
});

describe("where the stored code was changed behind the server's back", () => {
  test.each([
    ["into other code", JSON.stringify({ [ENTRY]: "export default () => evil();" })],
    ["into nonsense", "not JSON"],
    ["into nothing", "null"],
    ["into other shapes", JSON.stringify({ [ENTRY]: { toString: 1 } })],
  ])("%s, the card shows none of it, and it can only be declined", async (_, files) => {
    const proposal_id = await review.propose(maker);
    const whole = review.seen(await review.card(proposal_id));
    review.team.house.sql("update sources set files = ?", files);
    const card = await review.card(proposal_id);
    expect(card).toMatchObject({ damaged: true, files: [], bases: [], may_decide: true, may_preview: false });
    expect(card.scan).toBeUndefined();
    await expect(review.team.call(review.owner, "approve_proposal", whole)).rejects.toMatchObject(
      refusedWith("conflict_state"),
    );
    const { files_seen: _seen, ...seen } = whole;
    await review.as(review.owner, declineProposal, seen);
    expect(await review.as(review.owner, openProposal, { proposal_id })).toMatchObject({ state: "declined" });
  });

  test("to have it declined and proposed again makes it whole", async () => {
    const proposal_id = await review.propose(maker);
    const whole = await review.card(proposal_id);
    review.team.house.sql("update sources set files = '{}'");
    const { files_seen: _seen, ...seen } = review.seen(whole);
    await review.as(review.owner, declineProposal, seen);
    const again = await review.propose(maker);
    expect(await review.card(again)).toMatchObject({ digest: whole.digest, files: whole.files });
    await review.approve(again);
  });

  test("a version like that is no base, and the next best is", async () => {
    const approved = await review.propose(maker, FIRST);
    await review.approve(approved);
    const second = await review.propose(maker, { ...FIRST, "src/a.ts": "export const a = 3;" });
    const third = await review.propose(maker, NEXT);
    const { digest } = await review.card(approved);
    review.team.house.sql("update sources set files = '{}' where digest = ?", digest);
    const card = await review.card(third);
    expect(card.bases).toEqual([{ proposal_id: second, revision: 2, kind: "previous" }]);
    expect(card.base).toMatchObject({ proposal_id: second });
  });
});
