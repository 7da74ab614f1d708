import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revertApp } from "../proposals/history-contract.ts";
import { refusedWith } from "../testing/refused-with.ts";
import { APP, Review } from "../testing/review.ts";
import type { Teammate } from "../testing/team.ts";
import { transferRoom } from "../workspaces/contract.ts";
import { moveApp, openApp, openRoom, removeApp, renameApp } from "./contract.ts";

// The tabs of a Room: what they tell, and what becomes of them when its owner renames or removes one.

let review: Review;
let maker: Teammate;
let instance_id: string;

beforeEach(async () => {
  review = await Review.open();
  maker = await review.team.join("member", { room: true });
  instance_id = await review.approve(await review.propose(maker, undefined, "Timer"), { how: "marked" });
});
afterEach(async () => await review[Symbol.asyncDispose]());

const app = () => ({ room_id: review.room_id, instance_id });
const rename = async (name: string, who = review.owner) =>
  await review.as(who, renameApp, { ...app(), name });
const remove = async (who = review.owner) => await review.as(who, removeApp, app());
const room = async (who = review.owner) => await review.as(who, openRoom, { room_id: review.room_id });
const open = async (who = review.owner) => await review.as(who, openApp, app());
const names = async () => (await room()).apps.map(({ name }) => name);

/** What any member's agents read in the log, from the latest event on. */
async function told() {
  const agent = await review.agentOf(review.owner);
  const input = { resource_type: "room", resource_id: review.room_id, after_sequence: 0, limit: 100 };
  const { events } = await agent.call<{ events: { type: string; data: object }[] }>(
    "poll_resource_events",
    input,
  );
  return events.filter(({ type }) => type.startsWith("app.")).toReversed();
}

/** What the audit log tells last of an app. */
const audited = async () =>
  (await review.team.house.audited()).findLast(({ action }) => action.startsWith("app."));

test("a Room tells of each tab which revision it runs, and an app who approved it and who may change it", async () => {
  expect((await room()).apps).toMatchObject([{ instance_id, name: "Timer", revision: 1 }]);
  const approved = { by: "Owner", files_seen: 0, files_marked: 1, passkey: false };
  expect(await open()).toMatchObject({ files: { "src/App.tsx": APP }, approved, may_change: true });
  expect(await open(maker)).toMatchObject({ approved, may_change: false });
});

test("the sample agent is offered to the Room's owner, in a workspace that has it", async () => {
  expect(await room()).toMatchObject({ sample_agent: false });
  review.team.house.sql("update workspaces set sample_agent = 1");
  expect(await room()).toMatchObject({ sample_agent: true });
  expect(await room(maker)).toMatchObject({ sample_agent: false });
});

describe("renaming", () => {
  test("shows everywhere, and is told to every member and the audit log", async () => {
    await rename("  Egg timer ");
    expect(await names()).toEqual(["Egg timer"]);
    expect(await open(maker)).toMatchObject({ name: "Egg timer" });
    const data = { instance_id, name: "Egg timer", old_name: "Timer" };
    expect((await told())[0]).toMatchObject({ type: "app.renamed", data });
    const entry = { by: "Owner", action: "app.renamed", subject: "Timer", detail: "Egg timer" };
    expect(await audited()).toEqual(entry);
  });

  test("to the same name changes nothing", async () => {
    const before = await told();
    await rename("Timer");
    expect(await told()).toEqual(before);
  });

  test.each(["", "   ", "a\u0000b", "x".repeat(300), "\ud800"])("to %j is refused", async (name) => {
    await expect(rename(name)).rejects.toMatchObject(refusedWith("invalid_arguments", "name"));
    expect(await names()).toEqual(["Timer"]);
  });

  test("is a write of its own that keeps what runs", async () => {
    const before = await open();
    await rename("Egg timer");
    expect(await open()).toEqual({ ...before, name: "Egg timer" });
  });
});

describe("removing", () => {
  test("takes the tab away for everybody and deletes nothing", async () => {
    await remove();
    expect(await names()).toEqual([]);
    await expect(open()).rejects.toMatchObject(refusedWith("not_found"));
    expect((await told())[0]).toMatchObject({ type: "app.removed", data: { instance_id, name: "Timer" } });
    expect(await audited()).toEqual({
      by: "Owner",
      action: "app.removed",
      subject: "Timer",
      detail: "Team room",
    });
    const kept = await review.team.house.ports.store.read.selectFrom("apps").selectAll().execute();
    expect(kept).toMatchObject([{ instance_id, removed_by: review.owner.person_id }]);
  });

  test("is seen by agents: the launcher has it no more, and its status says so", async () => {
    await remove();
    const agent = await review.agentOf(maker);
    const { room_id } = review;
    expect(await agent.call("list_room_apps", { room_id })).toEqual({ apps: [] });
    expect(await agent.call("read_room", { room_id })).toMatchObject({ apps_count: 0 });
    expect(await agent.call("read_room_app_status", app())).toMatchObject({ launcher: { state: "removed" } });
  });

  test("happens once, and a removed app is not renamed", async () => {
    await remove();
    const before = await told();
    for (const attempt of [() => remove(), () => rename("Other")]) {
      await expect(attempt()).rejects.toMatchObject(refusedWith("not_found"));
    }
    expect(await told()).toEqual(before);
  });

  test("leaves the other tabs in their order, with pages of an agent that join", async () => {
    for (const name of ["B", "C", "D"]) await review.approve(await review.propose(maker, undefined, name));
    await remove();
    expect(await names()).toEqual(["B", "C", "D"]);
    const agent = await review.agentOf(maker);
    const { room_id } = review;
    const first = await agent.call<{ next_cursor: string }>("list_room_apps", { room_id, limit: 2 });
    expect(first).toMatchObject({ apps: [{ name: "B" }, { name: "C" }] });
    const rest = await agent.call("list_room_apps", { room_id, limit: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ apps: [{ name: "D" }] });
  });
});

describe("moving", () => {
  let ids: Record<string, string>;

  beforeEach(async () => {
    ids = { Timer: instance_id };
    for (const name of ["B", "C", "D"]) {
      ids[name] = await review.approve(await review.propose(maker, undefined, name));
    }
  });

  const move = async (name: string, after?: string, who = review.owner) => {
    const { room_id } = review;
    const moved = { room_id, instance_id: ids[name] ?? "" };
    await review.as(who, moveApp, { ...moved, ...(after !== undefined && { after: ids[after] ?? after }) });
  };

  test.each([
    ["Timer", "C", ["B", "C", "Timer", "D"]],
    ["D", "Timer", ["Timer", "D", "B", "C"]],
    ["C", undefined, ["C", "Timer", "B", "D"]],
    ["B", "D", ["Timer", "C", "D", "B"]],
  ])("puts %s behind %s, for every member and agent", async (name, after, order) => {
    await move(name, after);
    expect(await names()).toEqual(order);
    const agent = await review.agentOf(maker);
    const first = await agent.call<{ apps: { name: string }[]; next_cursor: string }>("list_room_apps", {
      room_id: review.room_id,
      limit: 3,
    });
    const rest = await agent.call<{ apps: { name: string }[] }>("list_room_apps", {
      room_id: review.room_id,
      cursor: first.next_cursor,
    });
    expect([...first.apps, ...rest.apps].map((one) => one.name)).toEqual(order);
    expect((await told())[0]).toMatchObject({ type: "app.moved", data: { instance_id: ids[name], name } });
    expect(await audited()).toMatchObject({ by: "Owner", action: "app.moved", subject: name });
  });

  test("to where it is changes nothing", async () => {
    const before = await told();
    await move("B", "Timer");
    await move("Timer");
    expect(await told()).toEqual(before);
  });

  test("leaves what comes later at the end, and what is put back where it was", async () => {
    const { proposal_id, digest } = await review.team.house.ports.store.read
      .selectFrom("apps")
      .select(["proposal_id", "digest"])
      .where("instance_id", "=", instance_id)
      .executeTakeFirstOrThrow();
    await remove();
    await move("D");
    await review.approve(await review.propose(maker, undefined, "E"));
    expect(await names()).toEqual(["D", "B", "C", "E"]);
    await review.as(review.owner, revertApp, { ...app(), proposal_id, digest });
    expect(await names()).toEqual(["Timer", "D", "B", "C", "E"]);
  });

  test("of many at once leaves each app in a place of its own", async () => {
    await Promise.all(["B", "C", "D", "Timer"].map((name) => move(name)));
    expect(await names()).toEqual(["Timer", "D", "C", "B"]);
  });

  test("is the owner's, and never behind what is not there", async () => {
    await expect(move("B", undefined, maker)).rejects.toMatchObject(refusedWith("forbidden"));
    const outsider = await review.team.join("owner");
    await expect(move("B", undefined, outsider)).rejects.toMatchObject(refusedWith("not_found"));
    await remove();
    for (const after of ["Timer", "B", "app_none"]) {
      await expect(move("B", after)).rejects.toMatchObject(refusedWith("not_found"));
    }
    await expect(move("Timer")).rejects.toMatchObject(refusedWith("not_found"));
    expect(await names()).toEqual(["B", "C", "D"]);
  });
});

describe("who changes a tab", () => {
  test("is the Room's owner alone, whoever proposed it and whatever the role", async () => {
    const guest = await review.team.join("guest", { room: true });
    const admin = await review.team.join("admin", { room: true });
    for (const who of [maker, guest, admin]) {
      for (const attempt of [() => rename("Mine", who), () => remove(who)]) {
        await expect(attempt()).rejects.toMatchObject(refusedWith("forbidden"));
      }
    }
    const outsider = await review.team.join("owner");
    const attempts = [() => rename("Mine", outsider), () => remove(outsider), () => open(outsider)];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject(refusedWith("not_found"));
    }
    expect(await names()).toEqual(["Timer"]);
  });

  test("passes with the Room", async () => {
    const { owner, room_id } = review;
    await review.as(owner, transferRoom, { room_id, person_id: maker.person_id });
    await expect(rename("Mine")).rejects.toMatchObject(refusedWith("forbidden"));
    await rename("Theirs", maker);
    expect(await names()).toEqual(["Theirs"]);
  });

  test("reaches no app of another Room by its id", async () => {
    const other = await review.team.makeRoom(maker, "Elsewhere");
    const input = { room_id: other, instance_id };
    for (const attempt of [
      () => review.as(maker, removeApp, input),
      () => review.as(maker, renameApp, { ...input, name: "Mine" }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(refusedWith("not_found"));
    }
  });
});
