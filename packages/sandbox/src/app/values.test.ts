import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OWN_MOST, SHARED_MOST } from "../host/allowance.ts";
import { createMemoryStorage } from "../host/memory-storage.ts";
import type { ValueStore } from "../host/services.ts";
import * as app from "./index.ts";
import { connectTo } from "./testing/line.ts";

let inRoom: ValueStore;
let lastKey = 0;
let key = "";

beforeEach(() => {
  inRoom = createMemoryStorage({ most: SHARED_MOST });
  connectTo({ own: createMemoryStorage({ most: OWN_MOST }), shared: inRoom });
  // What was told of a key is known for as long as a frame is there.
  key = `key ${(lastKey += 1)}`;
});
afterEach(() => vi.restoreAllMocks());

describe("storage", () => {
  const { storage } = app;

  test("keeps values, lists and deletes them", async () => {
    expect(await storage.get(key)).toBeUndefined();
    await storage.set(key, { n: [1, null, "é"] });
    await storage.set("other", 1);
    expect(await storage.get(key)).toEqual({ n: [1, null, "é"] });
    expect(await storage.list("key")).toEqual([key]);
    expect(await storage.list()).toEqual([key, "other"]);
    await storage.delete(key);
    expect(await storage.get(key)).toBeUndefined();
  });

  test("works taken apart, and without waiting in between", async () => {
    const { get, set } = storage;
    void set(key, 1);
    void set(key, 2);
    expect(await get(key)).toBe(2);
  });

  test("refuses what is no key", async () => {
    for (const wrong of ["", "k".repeat(257), 7, undefined, "a\ud800"] as string[]) {
      await expect(storage.set(wrong, 1)).rejects.toMatchObject({ code: "invalid" });
      await expect(storage.get(wrong)).rejects.toBeInstanceOf(app.AppError);
      expect(() => storage.subscribe(wrong, () => {})).toThrow(app.AppError);
    }
    await storage.set("🙂".repeat(256), 1);
  });
});

describe("shared", () => {
  const { shared } = app;

  test("tells versions, and sets only what is still of one", async () => {
    expect(await shared.read(key)).toEqual({ value: undefined, version: 0 });
    const { version } = await shared.set(key, "a", { ifVersion: 0 });
    expect(await shared.read(key)).toEqual({ value: "a", version });
    await expect(shared.set(key, "b", { ifVersion: 0 })).rejects.toMatchObject({ code: "conflict" });
    await expect(shared.delete(key, { ifVersion: version + 1 })).rejects.toMatchObject({ code: "conflict" });
    await expect(shared.set(key, "b", { ifVersion: -1 })).rejects.toMatchObject({ code: "invalid" });
    await shared.delete(key, { ifVersion: version });
    expect(await shared.get(key)).toBeUndefined();
  });

  test("updates lose nobody's change, however many come at once", async () => {
    const many = Array.from({ length: 20 }, () => shared.update<number>(key, (now = 0) => now + 1));
    await Promise.all(many);
    expect(await shared.get(key)).toBe(20);
  });

  test("an update gives up when it never comes to pass, and does not when its change fails", async () => {
    const set = vi.spyOn(inRoom, "set");
    vi.spyOn(Math, "random").mockReturnValue(0);
    let others = 0;
    const change = (): number => {
      void inRoom.set(key, String((others += 1)));
      return -1;
    };
    await expect(shared.update(key, change)).rejects.toMatchObject({ code: "conflict" });
    expect(others).toBeGreaterThan(5);
    set.mockClear();
    const fails = shared.update(key, () => {
      throw new TypeError("mine");
    });
    await expect(fails).rejects.toThrow("mine");
    await expect(shared.update(key, () => undefined)).rejects.toMatchObject({ code: "invalid" });
    expect(set).not.toHaveBeenCalled();
  });
});

describe("subscribe", () => {
  const { shared } = app;

  test("tells of one's own changes and of those of others, once each and in order", async () => {
    const [all, one]: [unknown[], unknown[]] = [[], []];
    const ends = [
      shared.subscribe((change) => all.push(change)),
      shared.subscribe(key, (value) => one.push(value)),
    ];
    await shared.set(key, "mine");
    await inRoom.set(key, `"theirs"`);
    await inRoom.set("other", "1");
    await inRoom.delete(key);
    await vi.waitFor(() => expect(one).toEqual(["mine", "theirs", undefined]));
    expect(all).toEqual([
      { key, value: "mine" },
      { key, value: "theirs" },
      { key: "other", value: 1 },
      { key, value: undefined },
    ]);
    for (const end of ends) end();
    await shared.set(key, "late");
    expect(one).toHaveLength(3);
  });

  test("hands each listener a value of its own", async () => {
    const lists: number[][] = [];
    const end = shared.subscribe<number[]>(key, (value = []) => lists.push(value));
    const also = shared.subscribe<number[]>(key, (value = []) => value.push(9));
    await shared.set(key, [1]);
    expect(lists).toEqual([[1]]);
    end();
    also();
  });
});

describe("what a page does not lend", () => {
  test("is an error that says what to do, at the line that asks", async () => {
    connectTo({});
    const error = await app.shared.get("a").then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(app.AppError);
    expect(error).toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("must name `shared`"),
    });
    expect((error as Error).stack).toContain("values.test.ts");
    await expect(app.room.members()).rejects.toMatchObject({ code: "not_allowed" });
    await expect(app.openLink("https://example.test")).rejects.toMatchObject({ code: "not_allowed" });
  });
});

test("links, files and messages reach the page, as far as they are such", async () => {
  const asked: unknown[] = [];
  connectTo({
    openLink: async (url) => asked.push(url.href) > 0,
    saveFile: async (name, data) => asked.push([name, await data.text()]) > 0,
    notify: async (text) => asked.push(text) < 0,
    members: async () => ["Ada", "Bo"],
  });
  expect(await app.openLink(new URL("https://example.test/a"))).toBe(true);
  expect(await app.saveFile("a.txt", "é")).toBe(true);
  await app.saveFile("b.bin", new Uint8Array([104, 105]));
  await app.saveFile("c.bin", new Blob(["x"]));
  expect(await app.notify("Done")).toBe(false);
  expect(asked).toEqual(["https://example.test/a", ["a.txt", "é"], ["b.bin", "hi"], ["c.bin", "x"], "Done"]);
  expect(await app.room.members()).toEqual(["Ada", "Bo"]);
  await expect(app.openLink("javascript:alert(1)")).rejects.toMatchObject({ code: "invalid" });
  await expect(app.saveFile("d.json", {} as string)).rejects.toMatchObject({ code: "invalid" });
  await expect(app.notify("x".repeat(501))).rejects.toMatchObject({ code: "too_large" });
});
