import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listConnections } from "../auth/contract.ts";
import { openApp, removeApp } from "../rooms/contract.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { READS_GRANTS, sharingCode } from "../testing/sharing.ts";
import { Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { addRoomMember, leaveRoom } from "../workspaces/contract.ts";
import { copyApp } from "./apps-contract.ts";
import { listNeedsApproval } from "./review-contract.ts";

// An app goes to another Room as a proposal of who copies it: its owner reviews it like any other.

let review: Review;
let maker: Teammate;
let member: Teammate;
let instance_id: string;
let there: string;
let count = 0;

beforeAll(async () => {
  review = await Review.open(READS_GRANTS);
  maker = await review.team.join("member", { room: true });
  member = await review.team.join("member", { room: true });
});
afterAll(async () => await review[Symbol.asyncDispose]());
beforeEach(async () => {
  count += 1;
  const files = sharingCode(`${count}`);
  instance_id = await review.approve(await review.propose(maker, files, `App ${count}`));
  there = await review.team.makeRoom(maker, `Room ${count}`);
  await review.as(maker, addRoomMember, { room_id: there, person_id: member.person_id });
});

const copy = async (who = member, to_room_id = there) =>
  await review.as(who, copyApp, { room_id: review.room_id, instance_id, to_room_id });
const waiting = async () => (await review.as(maker, listNeedsApproval, {})).waiting;

test("what is approved there is the very code, with what it asks for, and none of its data", async () => {
  const { proposal_id, review_url } = await copy();
  expect(review_url).toBe(`${review.team.house.origin}/connected/proposals/${proposal_id}`);
  const card = await review.card(proposal_id, { who: maker });
  expect(card).toMatchObject({
    name: `App ${count}`,
    client_name: "Copied by hand",
    person_name: member.name,
    room: { room_id: there },
    own: false,
  });
  expect(card.files.map(({ text }) => text)).toEqual(Object.values(sharingCode(`${count}`)));
  const copied = await review.approve(proposal_id, { who: maker });
  const apps = await review.team.house.ports.store.read
    .selectFrom("apps")
    .select(["digest", "grants", "runtime", "person_id"])
    .where("instance_id", "in", [copied, instance_id])
    .orderBy("created_at")
    .execute();
  const [from, to] = apps;
  expect(to).toEqual({ ...from, person_id: member.person_id });
  expect(to?.grants).toBe('["shared"]');
});

test("what older rules reported of the code is replaced by what its approval was by", async () => {
  review.team.house.sql(
    "update sources set scan = null where digest = (select digest from apps where instance_id = ?)",
    instance_id,
  );
  const { proposal_id } = await copy();
  const copied = await review.approve(proposal_id, { who: maker });
  expect(await review.as(maker, openApp, { room_id: there, instance_id: copied })).toMatchObject({
    grants: ["shared"],
    uses: [{ name: "shared" }],
  });
});

test("who decides is told as of any proposal, by the name of the person who copied it", async () => {
  const { proposal_id } = await copy();
  expect(await waiting()).toMatchObject([
    { proposal_id, client_name: "Copied by hand", person_name: member.name },
  ]);
  const event = await review.team.house.ports.store.read
    .selectFrom("events")
    .selectAll()
    .where("resource_id", "=", there)
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({
    type: "proposal.created",
    actor_kind: "person",
    actor_name: member.name,
    private_to: member.person_id,
  });
});

test("the same again, while it waits, is the same card; also of two at once", async () => {
  const [one, two] = await Promise.all([copy(), copy()]);
  expect(two).toEqual(one);
  expect(await copy()).toEqual(one);
  expect((await waiting()).filter(({ proposal_id }) => proposal_id === one.proposal_id)).toHaveLength(1);
  await review.approve(one.proposal_id, { who: maker });
  await expect(copy()).rejects.toMatchObject(refusedWith("conflict_state"));
});

test("nothing acts for the person by it: no connection is there to see or to revoke", async () => {
  const before = await review.as(member, listConnections, {});
  await copy();
  expect(await review.as(member, listConnections, {})).toEqual(before);
  const { connection_id } = await review.team.house.ports.store.read
    .selectFrom("proposals")
    .select("connection_id")
    .where("room_id", "=", there)
    .executeTakeFirstOrThrow();
  const connections = await review.team.house.ports.store.read
    .selectFrom("connections")
    .select("connection_id")
    .where("connection_id", "=", connection_id)
    .execute();
  expect(connections).toEqual([]);
});

test("no more wait in a Room than of one connection", async () => {
  const { pendingLimit } = review.team.house.ports;
  const { house } = review.team;
  for (let other = 0; other < pendingLimit; other += 1) {
    house.sql("update apps set name = ? where instance_id = ?", `Other ${other}`, instance_id);
    await copy();
  }
  house.sql("update apps set name = 'One more' where instance_id = ?", instance_id);
  await expect(copy()).rejects.toMatchObject(refusedWith("conflict_state"));
});

describe("nothing is copied", () => {
  test("by who is not in both Rooms, or learns of the other one so", async () => {
    const outsider = await review.team.join("owner");
    const elsewhere = await review.team.makeRoom(outsider, "Elsewhere");
    await expect(copy(outsider, elsewhere)).rejects.toMatchObject(refusedWith("not_found"));
    await expect(copy(member, elsewhere)).rejects.toMatchObject(refusedWith("not_found"));
    await review.as(member, leaveRoom, { room_id: there });
    await expect(copy()).rejects.toMatchObject(refusedWith("not_found"));
  });

  test("to where it is, or to another workspace", async () => {
    const nowhere = refusedWith("invalid_arguments", "to_room_id");
    await expect(copy(member, review.room_id)).rejects.toMatchObject(nowhere);
    const { house, workspace_id } = review.team;
    house.sql(
      "insert into members (workspace_id, person_id, role, joined_at) values ('ws_other', ?, 'member', '2026-01-01')",
      member.person_id,
    );
    for (const table of ["resources", "resource_members"]) {
      house.sql(
        `update ${table} set workspace_id = 'ws_other' where workspace_id = ? and resource_id = ?`,
        workspace_id,
        there,
      );
    }
    await expect(copy()).rejects.toMatchObject(nowhere);
  });

  test("of what was removed, or is not what was approved", async () => {
    const { house } = review.team;
    house.sql(
      "update sources set files = replace(files, 'null', '123') where digest = (select digest from apps where instance_id = ?)",
      instance_id,
    );
    await expect(copy()).rejects.toMatchObject(refusedWith("conflict_state"));
    await review.as(review.owner, removeApp, { room_id: review.room_id, instance_id });
    await expect(copy()).rejects.toMatchObject(refusedWith("not_found"));
    expect((await waiting()).filter(({ room }) => room.room_id === there)).toEqual([]);
  });
});
