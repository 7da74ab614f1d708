import { expect, test } from "vitest";
import type { ValueChange } from "../wire/calls.ts";
import { createMemoryStorage } from "./memory-storage.ts";

const most = { keys: 3, bytes: 20 };

test("keeps values with versions that rise, and lists keys in order", async () => {
  const store = createMemoryStorage({ most });
  expect(await store.get("b")).toEqual({ version: 0 });
  expect([await store.set("b", "1"), await store.set("a", "2"), await store.set("b", "3")]).toEqual([
    { version: 1 },
    { version: 2 },
    { version: 3 },
  ]);
  expect(await store.get("b")).toEqual({ value: "3", version: 3 });
  expect(await store.list("")).toEqual(["a", "b"]);
  expect(await store.list("b")).toEqual(["b"]);
  await store.delete("b");
  expect(await store.get("b")).toEqual({ version: 0 });
});

test("sets and deletes what is still as it was, and nothing else", async () => {
  const store = createMemoryStorage({ most });
  const conflict = expect.objectContaining({ code: "conflict" });
  await expect(store.set("a", "1", 5)).rejects.toEqual(conflict);
  const { version } = await store.set("a", "1", 0);
  await expect(store.set("a", "2", 0)).rejects.toEqual(conflict);
  await expect(store.delete("a", version + 1)).rejects.toEqual(conflict);
  await store.set("a", "2", version);
  expect(await store.get("a")).toMatchObject({ value: "2" });
});

test("counts keys and bytes, and lets them become fewer", async () => {
  const store = createMemoryStorage({ most });
  const quota = expect.objectContaining({ code: "quota" });
  await store.set("a", '"éé"');
  await expect(store.set("b", '"12345678901234"')).rejects.toEqual(quota);
  expect(await store.list("")).toEqual(["a"]);
  await store.set("a", "1");
  await store.set("b", '"1234567890"');
  await store.set("c", "1");
  await expect(store.set("d", "1")).rejects.toEqual(quota);
  await store.delete("a");
  await store.set("d", "1");
});

test("tells of changes, until that is ended", async () => {
  const store = createMemoryStorage({ most });
  const told: ValueChange[] = [];
  const end = new AbortController();
  store.watch((changes) => told.push(...changes), end.signal);
  await store.set("a", "1");
  await store.delete("a");
  await store.delete("a");
  end.abort();
  await store.set("a", "2");
  expect(told).toEqual([
    { key: "a", value: "1", version: 1 },
    { key: "a", version: 2 },
  ]);
});
