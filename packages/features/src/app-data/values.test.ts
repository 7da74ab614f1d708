import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { Mirror, Sharing } from "../testing/sharing.ts";
import { SHARED_LIMITS } from "./contract.ts";
import { eraseDueWrite } from "./erase-writes.ts";

// What one member sets, every other one reads; in versions, by which a page reads on from where it is.

let sharing: Sharing;
let apps = 0;

beforeAll(async () => {
  sharing = await Sharing.open();
});
afterAll(async () => await sharing[Symbol.asyncDispose]());
beforeEach(async () => await sharing.newApp(`App ${(apps += 1)}`));

/** The counts of the app are what its values add up to. */
async function countsHold(): Promise<void> {
  const { values, state } = await sharing.rows();
  const standing = values.filter(({ value }) => value !== null);
  expect(state).toMatchObject({
    keys: standing.length,
    deleted: values.length - standing.length,
    bytes: standing.reduce((sum, { key, value }) => sum + Buffer.byteLength(key + (value ?? "")), 0),
  });
  expect(new Set(values.map(({ version }) => version)).size).toBe(values.length);
}

describe("a value", () => {
  test("that one member sets is read by the others, with what the app keeps and nothing of another app", async () => {
    expect(await sharing.read()).toEqual({ entries: [], version: 0, has_more: false, reset: false });
    expect(await sharing.set("votes", { a: 1 })).toBe(1);
    expect(await sharing.set("ü", [null], { who: sharing.member })).toBe(2);
    const entries = [
      { key: "votes", version: 1, value: '{"a":1}' },
      { key: "ü", version: 2, value: "[null]" },
    ];
    expect(await sharing.read(0, sharing.member)).toEqual({
      entries,
      version: 2,
      has_more: false,
      reset: false,
    });
    await sharing.newApp("Beside");
    expect((await sharing.read()).entries).toEqual([]);
  });

  test("is told of after the version that a page has, also that it was deleted, and once", async () => {
    await sharing.set("a", 1);
    const { version } = await sharing.read();
    await sharing.set("b", 2);
    await sharing.set("b", 3);
    await sharing.delete("a");
    const told = await sharing.read(version);
    expect(told.entries).toEqual([
      { key: "b", version: 3, value: "3" },
      { key: "a", version: 4 },
    ]);
    expect((await sharing.read(told.version)).entries).toEqual([]);
    expect((await sharing.read()).entries).toEqual([{ key: "b", version: 3, value: "3" }]);
    await countsHold();
  });

  test("set to what it is, or deleted where there is none, is no change and wakes nobody", async () => {
    await sharing.set("a", 1);
    const { signals } = sharing.review.team.house.opened;
    const before = signals.length;
    expect(await sharing.set("a", 1, { who: sharing.member })).toBe(1);
    expect(await sharing.delete("none")).toBe(1);
    expect(signals.slice(before)).toEqual([]);
    await sharing.set("a", 2);
    expect(signals.slice(before)).toEqual([{ kind: "shared", ...sharing.app }]);
  });

  test("may have any name that an object has", async () => {
    const names = ["__proto__", "constructor", "1", " "];
    for (const key of names) await sharing.set(key, key);
    expect(new Map(Object.entries(await sharing.all()))).toEqual(new Map(names.map((key) => [key, key])));
    await sharing.clear();
    const [backup] = (await sharing.open()).backups;
    await sharing.restore({ backup_id: backup?.backup_id ?? "" });
    expect(Object.keys((await sharing.export()).entries)).toHaveLength(4);
  });
});

describe("compare-and-set", () => {
  test("changes only the version that was read; 0 stands for none, also where one was deleted", async () => {
    const stale = refusedWith("conflict_state", "if_version");
    await expect(sharing.set("a", 1, { if_version: 3 })).rejects.toMatchObject(stale);
    const first = await sharing.set("a", 1, { if_version: 0 });
    await expect(sharing.set("a", 2, { if_version: 0 })).rejects.toMatchObject(stale);
    const second = await sharing.set("a", 1, { if_version: first });
    expect(second).toBeGreaterThan(first);
    await expect(sharing.set("a", 1, { if_version: first })).rejects.toMatchObject(stale);
    await expect(sharing.delete("a", { if_version: first })).rejects.toMatchObject(stale);
    const deleted = await sharing.delete("a", { if_version: second });
    await expect(sharing.set("a", 3, { if_version: deleted })).rejects.toMatchObject(stale);
    await sharing.set("a", 3, { if_version: 0 });
    expect(await sharing.all()).toEqual({ a: 3 });
  });

  test("of many at once one wins, so that no vote is lost", async () => {
    const vote = async (): Promise<void> => {
      const [entry] = (await sharing.read()).entries;
      const count = Number(entry?.value ?? 0) + 1;
      const set = sharing.set("votes", count, { if_version: entry?.version ?? 0 });
      const done = await set.then(
        () => true,
        () => false,
      );
      if (!done) await vote();
    };
    await Promise.all(Array.from({ length: 20 }, vote));
    expect(await sharing.all()).toEqual({ votes: 20 });
    expect((await sharing.rows()).state).toMatchObject({ version: 20, keys: 1 });
  });
});

describe("reading", () => {
  test("goes in pages of bounded size that join without a gap", async () => {
    const large = "x".repeat(200 * 1024);
    for (const key of ["a", "b", "c", "d", "e"]) await sharing.set(key, large + key);
    const pages = [await sharing.read()];
    while (pages.at(-1)?.has_more) pages.push(await sharing.read(pages.at(-1)?.version));
    expect(pages.map(({ entries }) => entries.map(({ key }) => key))).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e"],
    ]);
    expect(pages.at(-1)?.version).toBe(5);
  });

  test("a page that knows of more than there is begins anew: the data folder was put back from a backup", async () => {
    await sharing.set("a", 1);
    expect(await sharing.read(7)).toMatchObject({ reset: true, version: 1, entries: [{ key: "a" }] });
    await sharing.newApp("Never used");
    expect(await sharing.read(7)).toMatchObject({ reset: true, version: 0, entries: [] });
  });
});

describe("what was deleted long ago", () => {
  const erase = async () => {
    const { house } = sharing.review.team;
    house.sql("update shared_values set updated_at = '2020-01-01' where value is null");
    expect(await house.ports.store.write(eraseDueWrite, undefined)).toEqual({ more: false });
  };

  test("is forgotten; who read before begins anew, who read since reads on", async () => {
    await sharing.set("kept", 1);
    await sharing.set("gone", 1);
    const [old, fresh] = [new Mirror(), new Mirror()];
    await old.follow(sharing);
    await sharing.delete("gone");
    await fresh.follow(sharing);
    await sharing.set("later", 1);
    await erase();
    expect((await sharing.rows()).values.map(({ key }) => key).toSorted()).toEqual(["kept", "later"]);
    await countsHold();
    for (const mirror of [old, fresh]) {
      await mirror.follow(sharing);
      expect([...mirror.values.keys()].toSorted()).toEqual(["kept", "later"]);
    }
    expect([old.resets, fresh.resets]).toEqual([1, 0]);
  });

  test("keeps no page from ever reaching the end of what is older", async () => {
    const large = "x".repeat(250 * 1024);
    for (const key of ["a", "b", "c", "d", "e"]) await sharing.set(key, large);
    const late = new Mirror();
    expect(await late.step(sharing)).toBe(true);
    await sharing.set("gone", 1);
    await sharing.delete("gone");
    await erase();
    await late.follow(sharing);
    expect([...late.values.keys()].toSorted()).toEqual(["a", "b", "c", "d", "e"]);
    expect(late.resets).toBe(1);
  });

  test("is not remembered without bound", async () => {
    const { house } = sharing.review.team;
    await sharing.set("stays", 1);
    const page = new Mirror();
    await page.follow(sharing);
    const most = SHARED_LIMITS.keys;
    house.sql(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})
        insert into shared_values select workspace_id, instance_id, 'k' || i, null, 1 + i, 0, '', updated_at
        from shared_values, n where instance_id = ? and key = 'stays'`,
      sharing.instance_id,
    );
    house.sql(
      `update shared_state set version = ${most + 1}, deleted = ${most} where instance_id = ?`,
      sharing.instance_id,
    );
    await sharing.set("one more", 1);
    await sharing.delete("one more");
    const { state } = await sharing.rows();
    expect(state?.deleted).toBeLessThanOrEqual(most / 2 + 1);
    await countsHold();
    await page.follow(sharing);
    expect([...page.values.keys()]).toEqual(["stays"]);
  });
});

test("whatever happens in whatever order, every page has in the end what there is", async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const mirrors = Array.from({ length: 4 }, () => new Mirror());
  const keys = ["a", "b", "c", "d", "e", "f"];
  await sharing.set("a", 1);
  for (let step = 0; step < 300; step += 1) {
    const key = keys[random(keys.length)] ?? "";
    const what = random(20);
    if (what < 9) await sharing.set(key, `${step}${"x".repeat(random(180) * 1024)}`);
    else if (what < 14) await sharing.delete(key);
    else if (what < 18) await mirrors[random(mirrors.length)]?.step(sharing);
    else if (what === 18) {
      const { house } = sharing.review.team;
      house.sql("update shared_values set updated_at = '2020-01-01' where value is null and version % 2 = 0");
      await house.ports.store.write(eraseDueWrite, undefined);
    } else if (random(2) === 0) await sharing.clear();
    else {
      const [backup] = (await sharing.open()).backups.toReversed();
      if (backup) await sharing.restore({ backup_id: backup.backup_id });
    }
    if (step % 30 === 0) await countsHold();
  }
  const { values } = await sharing.rows();
  const there = new Map(values.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const])));
  for (const mirror of mirrors) {
    await mirror.follow(sharing);
    expect(new Map(mirror.values)).toEqual(there);
  }
  await countsHold();
});
