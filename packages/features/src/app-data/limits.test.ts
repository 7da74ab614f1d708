import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusedWith } from "../testing/refused-with.ts";
import { removeApp } from "../rooms/contract.ts";
import { Sharing } from "../testing/sharing.ts";
import { spendChange } from "./change-budget.ts";
import { setSharedValue, SHARED_LIMITS } from "./contract.ts";
import { setSharedValueWrite } from "./writes.ts";

// How much an app keeps for its Room, what a key and a value may be, and how often it may change them.

const MEGABYTE = 1024 * 1024;

let sharing: Sharing;
let apps = 0;

beforeAll(async () => {
  sharing = await Sharing.open();
});
afterAll(async () => await sharing[Symbol.asyncDispose]());
beforeEach(async () => await sharing.newApp(`App ${(apps += 1)}`));

/** Says that the app keeps so much, without the values themselves. */
function pretend({ keys = 1, bytes = 1 }): void {
  const { house } = sharing.review.team;
  house.sql(
    `insert into shared_state values (?, ?, ?, 1, 0, ${keys}, ${bytes}, 0)
      on conflict do update set keys = excluded.keys, bytes = excluded.bytes`,
    sharing.review.team.workspace_id,
    sharing.review.room_id,
    sharing.instance_id,
  );
}

async function setText(value: string, key = "a"): Promise<unknown> {
  return await sharing.review.as(sharing.owner, setSharedValue, { ...sharing.app, key, value });
}

describe("a value", () => {
  test.each(["", "undefined", "{", "'a'", "{a: 1}", "NaN", "1 2"])("is JSON, not %j", async (value) => {
    await expect(setText(value)).rejects.toMatchObject(refusedWith("invalid_arguments", "value"));
    expect(await sharing.all()).toEqual({});
  });

  test("keeps what JavaScript would read otherwise, to the letter", async () => {
    const odd = [
      "-0",
      "1e999",
      "12345678901234567890",
      '{"a":1,"a":2}',
      '{"__proto__":[]}',
      '"\\ud800\\u0000"',
    ];
    for (const text of odd) await setText(text, text);
    const { entries } = await sharing.export();
    expect(entries).toEqual(Object.fromEntries(odd.map((text) => [text, text])));
    await sharing.restore({ entries });
    expect((await sharing.export()).entries).toEqual(entries);
  });

  test("nests as deep as it likes, and breaks nothing", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    await setText(deep);
    expect((await sharing.read()).entries).toEqual([{ key: "a", version: 1, value: deep }]);
    expect((await sharing.export()).entries).toEqual({ a: deep });
  });

  test("has at most so many bytes in UTF-8", async () => {
    const most = SHARED_LIMITS.value_bytes - 2;
    await setText(`"${"ü".repeat(most / 2)}"`);
    await expect(setText(`"${"ü".repeat(most / 2)}x"`)).rejects.toMatchObject(
      refusedWith("too_large", "value"),
    );
  });
});

test.each(["", "a\nb", "\0", "\u0085", "\ud800", "x".repeat(600)])("a key is not %j", async (key) => {
  const bad = refusedWith("invalid_arguments", "key");
  await expect(setText("1", key)).rejects.toMatchObject(bad);
  await expect(sharing.delete(key)).rejects.toMatchObject(bad);
});

describe("an app", () => {
  test("keeps so many values; another one in the place of one is always possible", async () => {
    await sharing.set("a", 1);
    pretend({ keys: SHARED_LIMITS.keys, bytes: 100 });
    await expect(sharing.set("b", 1)).rejects.toMatchObject(refusedWith("too_large", "app"));
    await sharing.set("a", 2);
    await sharing.delete("a");
    await sharing.set("b", 1);
  });

  test("keeps so many bytes; of more it may become less", async () => {
    await sharing.set("a", "x".repeat(1000));
    pretend({ keys: 1, bytes: SHARED_LIMITS.bytes });
    await expect(sharing.set("b", 1)).rejects.toMatchObject(refusedWith("too_large", "app"));
    await expect(sharing.set("a", "x".repeat(1001))).rejects.toMatchObject(refusedWith("too_large", "app"));
    expect(await sharing.all()).toEqual({ a: "x".repeat(1000) });
    pretend({ keys: 1, bytes: 2 * SHARED_LIMITS.bytes });
    await sharing.set("a", "less");
  });

  test("of many changes at once, lets in no more than there is room for", async () => {
    pretend({ keys: 1, bytes: SHARED_LIMITS.bytes - 5 * 1000 });
    const value = JSON.stringify("x".repeat(1000 - "k0".length - 2));
    const { store } = sharing.review.team.house.ports;
    const principal = { kind: "person", person_id: sharing.member.person_id } as const;
    const sets = Array.from({ length: 10 }, async (_, at) => {
      await store.write(setSharedValueWrite, { ...sharing.app, principal, key: `k${at}`, value });
    });
    const done = await Promise.allSettled(sets);
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect((await sharing.rows()).state?.bytes).toBe(SHARED_LIMITS.bytes);
  });
});

test("the apps of a Room keep so much together, removed ones aside (app-8)", async () => {
  const { house } = sharing.review.team;
  house.sql("delete from shared_state");
  const all: string[] = [];
  for (let app = 0; app < SHARED_LIMITS.room_bytes / (2 * MEGABYTE); app += 1) {
    await sharing.newApp(`Large ${app}`);
    pretend({ bytes: 2 * MEGABYTE });
    all.push(sharing.instance_id);
  }
  await sharing.newApp("One more");
  await expect(sharing.set("a", 1)).rejects.toMatchObject(refusedWith("too_large", "room"));
  await expect(sharing.restore({ entries: { a: "1" } })).rejects.toMatchObject(
    refusedWith("too_large", "room"),
  );
  const [instance_id = ""] = all;
  await sharing.review.as(sharing.owner, removeApp, { ...sharing.app, instance_id });
  await sharing.set("a", 1);
  house.sql("delete from shared_state");
});

test("one person clears and restores so often, and is told how long to wait", async () => {
  for (let at = 0; at < 60; at += 1) await sharing.clear().catch(() => undefined);
  await expect(sharing.clear()).rejects.toMatchObject(refusedWith("rate_limited"));
  await expect(sharing.restore({ entries: {} })).rejects.toMatchObject(refusedWith("rate_limited"));
  await sharing.set("a", 1);
});

test("one person makes so many changes a minute by one app, and is told how long to wait (app-8)", async () => {
  const change = async (count: number) => {
    for (let at = 0; at < count; at += 1) await sharing.delete("none", { who: sharing.member });
  };
  await change(SHARED_LIMITS.changes_a_minute);
  const wait = { body: { code: "rate_limited", retry_after_seconds: expect.any(Number) as number } };
  await expect(sharing.set("a", 1, { who: sharing.member })).rejects.toMatchObject(wait);
  await sharing.read(0, sharing.member);
  await sharing.set("a", 1);
  await sharing.newApp("Another");
  await change(1);
});

test("one person's apps set so many bytes a minute together, and leave the others theirs", async () => {
  const { person_id } = sharing.member;
  const { store } = sharing.review.team.house.ports;
  spendChange(store, { person_id, instance_id: "app_beside", bytes: SHARED_LIMITS.change_bytes_a_minute });
  await sharing.newApp("Beside");
  const wait = { body: { code: "rate_limited", retry_after_seconds: expect.any(Number) as number } };
  await expect(sharing.set("a", 1, { who: sharing.member })).rejects.toMatchObject(wait);
  await sharing.set("a", 1);
});
