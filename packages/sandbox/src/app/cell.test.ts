import { beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryStorage } from "../host/memory-storage.ts";
import { CallFailure, type ValueStore } from "../host/services.ts";
import { OWN, SHARED } from "./area.ts";
import { Cell } from "./cell.ts";
import { connectTo } from "./testing/line.ts";

const most = { keys: 100, bytes: 1000 };
const ADD_ONE = { from: (now: unknown) => Number(now ?? 0) + 1, replaces: false };
const to = (value: unknown) => ({ from: () => value, replaces: true });

let own: ValueStore;
let inRoom: ValueStore;
let lastKey = 0;
let key = "";

beforeEach(() => {
  own = createMemoryStorage({ most });
  inRoom = createMemoryStorage({ most });
  connectTo({ own, shared: inRoom });
  key = `cell ${(lastKey += 1)}`;
});

/** A cell that is drawn; all that it showed, and how it stands. */
function drawn(area = OWN) {
  const cell = new Cell(area, key);
  const shown: unknown[] = [];
  cell.subscribe(() => shown.push(cell.state().value));
  const until = (isMet: (state: ReturnType<typeof cell.state>) => void) =>
    vi.waitFor(() => isMet(cell.state()));
  const ready = () => until(({ state }) => expect(state.ready).toBe(true));
  // Looked at, as by an app that shows it.
  void cell.state().state.error;
  return { cell, shown, until, ready };
}

test("is ready once the first value has come", async () => {
  await own.set(key, `"kept"`);
  const { cell, ready } = drawn();
  expect(cell.state()).toMatchObject({ value: undefined, state: { ready: false } });
  await ready();
  expect(cell.state().value).toBe("kept");
});

test("shows a change at once, and keeps it", async () => {
  const { cell, ready } = drawn();
  await ready();
  cell.change(to("new"));
  expect(cell.state().value).toBe("new");
  await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ value: `"new"` }));
});

test("what is changed before the first value has come is not lost to it", async () => {
  await own.set(key, "10");
  const { cell, ready } = drawn();
  cell.change(ADD_ONE);
  cell.change(ADD_ONE);
  await ready();
  expect(cell.state().value).toBe(12);
  await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ value: "12" }));
});

test("many changes become few, and none is lost", async () => {
  const set = vi.spyOn(own, "set");
  const { cell, shown, ready } = drawn();
  await ready();
  for (let n = 0; n < 50; n += 1) cell.change(ADD_ONE);
  await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ value: "50" }));
  expect(set.mock.calls.length).toBeLessThan(5);
  // It never goes back while what is under way is told.
  const counts = shown.map((value) => Number(value ?? 0));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});

test("the same value stays the same object", async () => {
  await own.set(key, `{"a":[1]}`);
  const { cell, ready } = drawn();
  await ready();
  const { value } = cell.state();
  await own.set(key, `{"a":[1]}`);
  cell.change({ from: (now) => now, replaces: false });
  await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ version: 3 }));
  expect(cell.state().value).toBe(value);
});

test("a change may alter what it is given", async () => {
  await own.set(key, "[1]");
  const { cell, ready } = drawn();
  await ready();
  const push = (now: unknown): unknown => {
    (now as number[]).push(2);
    return now;
  };
  cell.change({ from: push, replaces: false });
  expect(cell.state().value).toEqual([1, 2]);
  await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ value: "[1,2]" }));
  expect(cell.state().value).toEqual([1, 2]);
});

test("others' changes are shown; what is changed meanwhile is put on top of them", async () => {
  const { cell, ready, until } = drawn(SHARED);
  await ready();
  await inRoom.set(key, "5");
  await until(({ value }) => expect(value).toBe(5));
  cell.change(ADD_ONE);
  await inRoom.set(key, "20");
  await vi.waitFor(async () => expect(await inRoom.get(key)).toMatchObject({ value: "21" }));
  await until(({ value }) => expect(value).toBe(21));
});

describe("a change that cannot be kept", () => {
  test("is taken back, and the error says why until the next is kept", async () => {
    await own.set(key, `"kept"`);
    const { cell, ready, until } = drawn();
    await ready();
    cell.change(to("x".repeat(2000)));
    expect(cell.state().value).toHaveLength(2000);
    await until(({ state }) => expect(state.error).toMatchObject({ code: "quota" }));
    expect(cell.state().value).toBe("kept");
    cell.change(to("short"));
    await until(({ state }) => expect(state.error).toBeUndefined());
    expect(cell.state().value).toBe("short");
  });

  test("takes back one that stands on it, if that cannot be made without", async () => {
    const { cell, ready, until } = drawn();
    await ready();
    cell.change(to({ big: "x".repeat(2000) }));
    cell.change({ from: (now) => (now as { big: string }).big.length, replaces: false });
    expect(cell.state().value).toBe(2000);
    await until(({ value }) => expect(value).toBeUndefined());
    expect(cell.state().state.error).toBeDefined();
    cell.change(to(1));
    await vi.waitFor(async () => expect(await own.get(key)).toMatchObject({ value: "1" }));
  });

  test("is refused at once if its value is none, and nothing is changed", async () => {
    const { cell, ready } = drawn();
    await ready();
    cell.change(to(1));
    expect(() => cell.change(to(() => 1))).toThrow(expect.objectContaining({ code: "invalid" }));
    const mine = new Error("mine");
    const fails = (): never => {
      throw mine;
    };
    expect(() => cell.change({ from: fails, replaces: false })).toThrow(mine);
    expect(cell.state().value).toBe(1);
  });
});

test("waits for its turn among very many, and tells of no failure", async () => {
  const get = vi.spyOn(own, "get").mockRejectedValueOnce(new CallFailure("rate_limited", "Slower."));
  const { cell, until } = drawn();
  const errors: unknown[] = [];
  cell.subscribe(() => errors.push(cell.state().state.error));
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2), { timeout: 5000 });
  await until(({ state }) => expect(state.ready).toBe(true));
  expect(errors.filter(Boolean)).toEqual([]);
});

test("is tried again where the page could not be reached", async () => {
  const get = vi.spyOn(own, "get").mockRejectedValueOnce(new CallFailure("unavailable", "Not now."));
  const { cell, until, ready } = drawn();
  await until(({ state }) => expect(state.error).toMatchObject({ code: "unavailable" }));
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2), { timeout: 5000 });
  await ready();
  expect(cell.state().state.error).toBeUndefined();
});
