import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { openApp, removeApp } from "../rooms/contract.ts";
import { revertApp } from "../proposals/history-contract.ts";
import { Mirror, Sharing } from "../testing/sharing.ts";
import { SHARED_LIMITS } from "./contract.ts";
import { eraseDueWrite } from "./erase-writes.ts";

// What the Room's owner does with an app's data as a whole, and what becomes of it in the end.

let sharing: Sharing;
let apps = 0;

beforeAll(async () => {
  sharing = await Sharing.open();
});
afterAll(async () => await sharing[Symbol.asyncDispose]());
beforeEach(async () => await sharing.newApp(`App ${(apps += 1)}`));

const DAY_MS = 24 * 3600 * 1000;
const house = () => sharing.review.team.house;
const audited = async () => (await house().audited()).at(-1);
const erase = async () => await house().ports.store.write(eraseDueWrite, undefined);

describe("clearing", () => {
  test("empties it for every open page, and keeps what was there for 30 days", async () => {
    await sharing.set("a", 1);
    await sharing.set("b", "ü");
    const page = new Mirror();
    await page.follow(sharing);
    const { backup_id } = await sharing.clear();
    await page.follow(sharing);
    expect([page.values.size, page.resets]).toEqual([0, 1]);
    const { backups, ...now } = await sharing.open();
    expect(now).toEqual({ keys: 0, bytes: 0, most_bytes: SHARED_LIMITS.bytes, may_change: true });
    const kept = { backup_id, why: "cleared", by: "Owner", keys: 2, bytes: 7 };
    expect(backups).toMatchObject([kept]);
    const [backup] = backups;
    expect(Date.parse(backup?.until ?? "") - Date.parse(backup?.at ?? "")).toBe(30 * DAY_MS);
    expect(await audited()).toMatchObject({
      by: "Owner",
      action: "app.data_cleared",
      detail: "Team room, 2 values",
    });
  });

  test("what is empty changes nothing, and is told to nobody", async () => {
    const before = await audited();
    expect(await sharing.clear()).toEqual({});
    expect(await audited()).toEqual(before);
  });

  test("is told to every member, without what it was", async () => {
    await sharing.set("a", "secret");
    await sharing.clear();
    const event = await house()
      .ports.store.read.selectFrom("events")
      .selectAll()
      .orderBy("sequence", "desc")
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ type: "app.data_cleared", private_to: null, actor_name: "Owner" });
    expect(JSON.parse(event.data)).toEqual({ instance_id: sharing.instance_id, name: `App ${apps}` });
  });
});

describe("restoring", () => {
  test("puts an earlier state in the place of what is there, which can be brought back in turn", async () => {
    await sharing.set("a", 1);
    const { backup_id = "" } = await sharing.clear();
    await sharing.set("b", 2);
    const page = new Mirror();
    await page.follow(sharing);
    await sharing.restore({ backup_id });
    await page.follow(sharing);
    expect([...page.values]).toEqual([["a", "1"]]);
    const { backups } = await sharing.open();
    expect(backups.map(({ why }) => why).toSorted()).toEqual(["cleared", "restored"]);
    const replaced = backups.find(({ why }) => why === "restored");
    await sharing.restore({ backup_id: replaced?.backup_id ?? "" });
    expect(await sharing.all()).toEqual({ b: 2 });
    expect(await audited()).toMatchObject({ action: "app.data_restored", detail: "Team room, 1 value" });
    const version = await sharing.set("b", 3);
    await sharing.set("b", 4, { if_version: version });
  });

  test("takes an export as it is", async () => {
    await sharing.set("a", { deep: [1, "2"] });
    const kept = await sharing.export();
    expect(kept).toMatchObject({ form: "anteroom.shared.1", app: `App ${apps}` });
    await sharing.newApp("Another");
    await sharing.restore({ entries: JSON.parse(JSON.stringify(kept)).entries });
    expect(await sharing.all()).toEqual({ a: { deep: [1, "2"] } });
  });

  test.each([
    ["no source", {}, "invalid_arguments"],
    ["two", { backup_id: "bak_x", entries: {} }, "invalid_arguments"],
    ["an unknown state", { backup_id: "bak_x" }, "not_found"],
    ["what is no JSON", { entries: { a: "1", b: "{" } }, "invalid_arguments"],
    ["a key that is none", { entries: { "a\n": "1" } }, "invalid_arguments"],
    ["too large a value", { entries: { a: `"${"x".repeat(SHARED_LIMITS.value_bytes)}"` } }, "too_large"],
    [
      "too many values",
      { entries: Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}`, "1"])) },
      "too_large",
    ],
  ])("from %s changes nothing", async (_, from, code) => {
    await sharing.set("kept", 1);
    const before = await sharing.rows();
    await expect(sharing.restore(from)).rejects.toMatchObject(refusedWith(code));
    expect(await sharing.rows()).toEqual(before);
  });

  test("reaches no other app's earlier state", async () => {
    await sharing.set("a", 1);
    const { backup_id = "" } = await sharing.clear();
    await sharing.newApp("Another one");
    await expect(sharing.restore({ backup_id })).rejects.toMatchObject(refusedWith("not_found"));
  });

  test("keeps a bounded number of states, the latest of them", async () => {
    for (let round = 0; round < 22; round += 1) {
      await sharing.set("round", round);
      await sharing.clear();
    }
    const { backups } = await sharing.rows();
    expect(backups).toHaveLength(20);
    expect(backups.map(({ entries }) => entries)).toContain('{"round":"21"}');
  });
});

describe("erasing", () => {
  const long = new Date(Date.now() - 31 * DAY_MS).toISOString();
  const lately = new Date(Date.now() - 29 * DAY_MS).toISOString();
  const age = (at: string) =>
    house().sql("update apps set removed_at = ? where instance_id = ?", at, sharing.instance_id);

  async function remove(): Promise<() => Promise<void>> {
    const { review } = sharing;
    const { digest } = await review.as(sharing.owner, openApp, sharing.app);
    await review.as(sharing.owner, removeApp, sharing.app);
    const { proposal_id } = await house()
      .ports.store.read.selectFrom("apps")
      .select("proposal_id")
      .where("instance_id", "=", sharing.instance_id)
      .executeTakeFirstOrThrow();
    return async () => {
      await review.as(sharing.owner, revertApp, { ...sharing.app, proposal_id, digest });
    };
  }

  test("takes what a removed app kept after 30 days, its earlier states too, and no day before", async () => {
    await sharing.set("a", "old-secret");
    await sharing.clear();
    await sharing.set("b", "new-secret");
    await sharing.set("c", 1);
    await sharing.delete("c");
    const page = new Mirror();
    await page.follow(sharing);
    const putBack = await remove();
    age(lately);
    const before = await sharing.rows();
    await erase();
    expect(await sharing.rows()).toEqual(before);
    age(long);
    expect(await erase()).toEqual({ more: false });
    expect(await sharing.rows()).toMatchObject({ values: [], backups: [], state: { keys: 0, bytes: 0 } });
    await putBack();
    await page.follow(sharing);
    expect([page.values.size, page.resets]).toEqual([0, 1]);
    expect(await sharing.set("b", 1)).toBeGreaterThan(page.version);
  });

  test("leaves what stands, and what was put back in time", async () => {
    await sharing.set("a", 1);
    const putBack = await remove();
    age(lately);
    await putBack();
    await erase();
    expect(await sharing.all()).toEqual({ a: 1 });
  });

  test("takes states that can be brought back no more; they are out of reach before that", async () => {
    await sharing.set("a", 1);
    const { backup_id = "" } = await sharing.clear();
    house().sql("update shared_backups set erase_at = ? where backup_id = ?", lately, backup_id);
    expect((await sharing.open()).backups).toEqual([]);
    await expect(sharing.restore({ backup_id })).rejects.toMatchObject(refusedWith("not_found"));
    await erase();
    expect((await sharing.rows()).backups).toEqual([]);
  });

  test("goes in bounded steps to the end", async () => {
    const { workspace_id } = sharing.review.team;
    house().sql(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 120)
        insert into shared_backups (workspace_id, instance_id, backup_id, why, entries, keys, bytes, person_name, created_at, erase_at)
        select ?, 'app_gone', 'bak_' || i, 'cleared', '{}', 0, 0, '', ?, ? from n`,
      workspace_id,
      long,
      long,
    );
    const steps = [await erase()];
    while (steps.at(-1)?.more) steps.push(await erase());
    expect(steps).toHaveLength(13);
    expect(
      await house()
        .ports.store.read.selectFrom("shared_backups")
        .selectAll()
        .where("instance_id", "=", "app_gone")
        .execute(),
    ).toEqual([]);
  });
});
