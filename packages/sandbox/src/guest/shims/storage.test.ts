import { beforeEach, describe, expect, test, vi } from "vitest";
import { createStorages } from "./storage.ts";

const onUse = vi.fn<() => void>();
const prototype = {} as Storage;
const createStorage = createStorages(prototype, onUse);
let storage: Storage;

beforeEach(() => {
  storage = createStorage() as Storage;
  onUse.mockClear();
});

describe("a storage in memory", () => {
  test("keeps texts by its methods", () => {
    storage.setItem("a", "1");
    storage.setItem("b", { toString: () => "two" } as never);
    storage.setItem("c", null as never);
    expect([storage.getItem("a"), storage.getItem("b"), storage.getItem("c")]).toEqual(["1", "two", "null"]);
    expect(storage.getItem("none")).toBeNull();
    expect([storage.length, storage.key(0), storage.key(2), storage.key(3)]).toEqual([3, "a", "c", null]);
    storage.removeItem("a");
    storage.removeItem("none");
    expect(storage.length).toBe(2);
    storage.clear();
    expect(storage.length).toBe(0);
  });

  test("keeps them by properties too", () => {
    storage["score"] = 7;
    expect(storage["score"]).toBe("7");
    expect(storage.getItem("score")).toBe("7");
    expect("score" in storage).toBe(true);
    expect("none" in storage).toBe(false);
    expect(storage["none"]).toBeUndefined();
    expect(delete storage["score"]).toBe(true);
    expect(storage.getItem("score")).toBeNull();
    Object.defineProperty(storage, "d", { value: "x" });
    expect(storage.getItem("d")).toBe("x");
  });

  test("is walked through as an object", () => {
    storage.setItem("a", "1");
    storage.setItem("b", "2");
    expect(Object.keys(storage)).toEqual(["a", "b"]);
    expect(Object.assign({}, storage)).toEqual({ a: "1", b: "2" });
    expect(JSON.stringify(storage)).toBe(`{"a":"1","b":"2"}`);
    const own: string[] = [];
    for (const key in storage) if (Object.hasOwn(storage, key)) own.push(key);
    expect(own).toEqual(["a", "b"]);
  });

  test("has its methods before its items", () => {
    storage.setItem("getItem", "x");
    Reflect.set(storage, "length", 9);
    expect(typeof storage.getItem).toBe("function");
    expect(storage.length).toBe(2);
    expect([storage.getItem("getItem"), storage.getItem("length")]).toEqual(["x", "9"]);
    expect(Object.keys(storage)).toEqual([]);
  });

  test("can be patched by its prototype, as tests and libraries do", () => {
    const { getItem } = prototype;
    prototype.getItem = () => "patched";
    expect(storage.getItem("a")).toBe("patched");
    prototype.getItem = getItem;
  });

  test("is full at 5 MiB, keeps what it has, and takes what is shorter", () => {
    storage.setItem("big", "x".repeat(5 * 1024 * 1024 - 4));
    storage["k"] = "";
    const more = () => storage.setItem("more", "");
    expect(more).toThrow(/"more" exceeded the quota/u);
    try {
      more();
    } catch (error) {
      expect(error).toMatchObject({ name: "QuotaExceededError", code: 22 });
      expect((error as Error).stack).toContain("storage.test.ts");
    }
    expect(storage.length).toBe(2);
    storage.setItem("big", "");
    storage.setItem("more", "fits");
    expect(storage.getItem("more")).toBe("fits");
  });

  test("stands alone, and only for what it is", () => {
    const other = createStorage() as Storage;
    other.setItem("a", "1");
    expect(storage.getItem("a")).toBeNull();
    expect(() => Reflect.apply(prototype.getItem, {}, ["a"])).toThrow(TypeError);
    expect(() => Reflect.apply(storage.setItem, storage, ["a"])).toThrow(/2 arguments required/u);
    expect(() => storage.setItem("a", Symbol("s") as never)).toThrow(TypeError);
  });

  test("tells of its use, and not of being looked at", () => {
    expect(typeof storage).toBe("object");
    expect(Object.prototype.toString.call(storage)).toBe("[object Object]");
    expect(Reflect.get(storage, Symbol.iterator)).toBeUndefined();
    expect(onUse).not.toHaveBeenCalled();
    storage.getItem("a");
    expect(onUse).toHaveBeenCalled();
  });
});
