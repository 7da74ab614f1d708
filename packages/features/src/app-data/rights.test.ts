import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentOperations } from "../contract.ts";
import { revertApp } from "../proposals/history-contract.ts";
import { openApp, removeApp } from "../rooms/contract.ts";
import { leaveRoom, transferRoom } from "../workspaces/contract.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { APP } from "../testing/review.ts";
import { Sharing, sharingCode } from "../testing/sharing.ts";
import type { Teammate } from "../testing/team.ts";

// Shared data is for the members of its Room, by an app that was approved with it; as a whole it is the owner's.

let sharing: Sharing;
let guest: Teammate;
let outsider: Teammate;

beforeAll(async () => {
  sharing = await Sharing.open();
  guest = await sharing.review.team.join("guest", { room: true });
  outsider = await sharing.review.team.join("owner");
});
afterAll(async () => await sharing[Symbol.asyncDispose]());

/** What an app does for a person, and what its owner does. */
const asApp = (who: Teammate) => [
  () => sharing.read(0, who),
  () => sharing.set("a", 1, { who }),
  () => sharing.delete("a", { who }),
];
const asOwner = (who: Teammate) => [
  () => sharing.export(who),
  () => sharing.clear(who),
  () => sharing.restore({ entries: {} }, who),
];

async function refused(attempts: readonly (() => Promise<unknown>)[], code: string): Promise<void> {
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refusedWith(code));
}

test("every member reads and changes it, guests too; as a whole only the Room's owner has it in hand", async () => {
  for (const who of [sharing.member, guest, sharing.owner]) {
    for (const attempt of asApp(who)) await attempt();
    await sharing.set(who.name, 1, { who });
  }
  for (const who of [sharing.member, guest]) {
    await refused(asOwner(who), "forbidden");
    expect(await sharing.open(who)).toMatchObject({ keys: 3, may_change: false, backups: [] });
  }
  expect(await sharing.open()).toMatchObject({ keys: 3, may_change: true });
});

test("who is not in the Room learns nothing of it, whatever the role", async () => {
  const attempts = [...asApp(outsider), ...asOwner(outsider), () => sharing.open(outsider)];
  await refused(attempts, "not_found");
  const leaver = await sharing.review.team.join("member", { room: true });
  await sharing.set("a", 1, { who: leaver });
  await sharing.review.as(leaver, leaveRoom, { room_id: sharing.review.room_id });
  await refused([...asApp(leaver), ...asOwner(leaver)], "not_found");
});

test("an app is reached in its own Room only (app-9)", async () => {
  const room_id = await sharing.review.team.makeRoom(sharing.owner, "Elsewhere");
  const elsewhere = Object.create(sharing, {
    app: { value: { ...sharing.app, room_id } },
  }) as Sharing;
  await refused([() => elsewhere.read(), () => elsewhere.set("a", 1), () => elsewhere.clear()], "not_found");
});

describe("what an app was approved with", () => {
  test("is what its code showed; without shared data it has none, and is told why (app-6)", async () => {
    const { review } = sharing;
    const plain = await review.approve(await review.propose(sharing.member, undefined, "Plain"));
    const [before, at] = [sharing.instance_id, { room_id: review.room_id, instance_id: plain }];
    expect(await review.as(guest, openApp, at)).toMatchObject({ grants: [], uses: [] });
    expect(await review.as(guest, openApp, sharing.app)).toMatchObject({
      grants: ["shared"],
      uses: [{ capability: "test_shared", name: "shared" }],
    });
    sharing.instance_id = plain;
    await refused(asApp(sharing.owner), "forbidden");
    await expect(sharing.read()).rejects.toThrow("was not approved with data for the whole Room");
    sharing.instance_id = before;
  });

  test("changes with each approved version, and going back brings it back with the data", async () => {
    const { review, member } = sharing;
    await sharing.newApp("Grows");
    await sharing.set("kept", 1);
    const first = await review.as(sharing.owner, openApp, sharing.app);
    const plain = await review.propose(member, { "src/App.tsx": APP }, "Grows");
    const { rows } = { rows: await sharing.rows() };
    expect(rows.state).toMatchObject({ keys: 1 });
    await review.approve(plain);
    const then = await review.as(sharing.owner, openApp, sharing.app);
    expect([first.grants, then.grants]).toEqual([["shared"], []]);
    await refused(asApp(member), "forbidden");
    // What the earlier version kept stays in the owner's hands.
    expect(await sharing.open()).toMatchObject({ keys: 1 });
    expect((await sharing.export()).entries).toEqual({ kept: "1" });
    const [approved] = await review.team.house.ports.store.read
      .selectFrom("proposals")
      .select("proposal_id")
      .where("digest", "=", first.digest)
      .execute();
    const { proposal_id = "" } = approved ?? {};
    await review.as(sharing.owner, revertApp, { ...sharing.app, proposal_id, digest: then.digest });
    expect(await sharing.all()).toEqual({ kept: 1 });
    const more = await review.propose(member, { "src/App.tsx": `// shared members\n${APP}` }, "Grows");
    await review.approve(more);
    expect(await review.as(guest, openApp, sharing.app)).toMatchObject({ grants: ["shared", "members"] });
    expect(await sharing.all()).toEqual({ kept: 1 });
  });

  test("what this program does not know gives nothing", async () => {
    await sharing.newApp("Odd");
    const { house } = sharing.review.team;
    house.sql(`update apps set grants = '["everything"]' where instance_id = ?`, sharing.instance_id);
    expect(await sharing.review.as(guest, openApp, sharing.app)).toMatchObject({ grants: [] });
    await refused(asApp(sharing.owner), "forbidden");
  });
});

test("a removed app's is out of reach, and there again when it is put back", async () => {
  const { review } = sharing;
  await sharing.newApp("Removed");
  await sharing.set("a", 1);
  const { digest } = await review.as(sharing.owner, openApp, sharing.app);
  await review.as(sharing.owner, removeApp, sharing.app);
  await refused([...asApp(sharing.owner), ...asOwner(sharing.owner), () => sharing.open()], "not_found");
  const app = await review.team.house.ports.store.read
    .selectFrom("apps")
    .select("proposal_id")
    .where("instance_id", "=", sharing.instance_id)
    .executeTakeFirstOrThrow();
  await review.as(sharing.owner, revertApp, { ...sharing.app, ...app, digest });
  expect(await sharing.all()).toEqual({ a: 1 });
});

test("the owner's hands pass with the Room", async () => {
  const { review, member } = sharing;
  await sharing.set("a", 1);
  await review.as(sharing.owner, transferRoom, { room_id: review.room_id, person_id: member.person_id });
  await refused(asOwner(sharing.owner), "forbidden");
  expect((await sharing.export(member)).entries).toMatchObject({ a: "1" });
  await review.as(member, transferRoom, { room_id: review.room_id, person_id: sharing.owner.person_id });
});

test("no operation of an agent tells any of it, nor what was cleared (app-7)", async () => {
  const secret = "the-secret-of-the-room";
  await sharing.newApp("Secretive");
  await sharing.set(secret, secret);
  await sharing.clear();
  await sharing.set(`${secret}-2`, secret);
  const { review, app } = sharing;
  const agent = await review.agentOf(sharing.owner);
  const made = await agent.propose("Secretive", "", { files: sharingCode("next") });
  const waiting = { ...made, comment_id: "cmt_none", body: "x" };
  const inputs: Readonly<Record<string, object>> = {
    find_resources: {},
    read_connection: {},
    propose_room_snippet_app: {
      room_id: app.room_id,
      name: "Other",
      files: sharingCode(),
      idempotency_key: "k".repeat(8),
    },
    poll_resource_events: {
      resource_type: "room",
      resource_id: app.room_id,
      after_sequence: 0,
      limit: 100,
    },
    reply_to_proposal_comment: { ...waiting, idempotency_key: "r".repeat(8) },
  };
  const said: string[] = [];
  for (const { name } of agentOperations) {
    const input = inputs[name] ?? { ...app, proposal_id: made.proposal_id };
    const answer = await agent.call(name, input).catch((error: unknown) => Object(error).body as object);
    expect(answer, name).toBeTypeOf("object");
    said.push(JSON.stringify(answer));
  }
  expect(said).toHaveLength(agentOperations.length);
  expect(said.join()).not.toContain(secret);
  expect(said.join()).toContain("app.data_cleared");
});
