import { expect, test } from "vitest";
import { createMemoryStorage, OWN_MOST, type ValueChange } from "@anteroom/sandbox/host";
import { lazyStore } from "./lazy-store.ts";

const FOR_EVER = new AbortController().signal;
const values = () => createMemoryStorage({ most: OWN_MOST });

/** Runs that follow each other, as they are lent to. */
function runs() {
  let run = new AbortController();
  return {
    running: () => run.signal,
    next: () => {
      run.abort();
      run = new AbortController();
    },
  };
}

test("each run has values of its own, and what it watches is told from those", async () => {
  const { running, next } = runs();
  const opened: AbortSignal[] = [];
  const store = lazyStore(async (signal) => {
    opened.push(signal);
    return values();
  }, running);
  const told: ValueChange[] = [];
  await store.set("votes", "1");
  next();
  store.watch((changes) => told.push(...changes), FOR_EVER);
  expect(await store.get("votes")).toEqual({ version: 0 });
  await store.set("votes", "7");
  expect(told).toMatchObject([{ key: "votes", value: "7" }]);
  expect(opened.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test("what a run watches is not told from what was still being opened for the run before", async () => {
  const { running, next } = runs();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opening = [first.promise, second.promise].values();
  const store = lazyStore(async () => {
    await opening.next().value;
    return values();
  }, running);
  const told: ValueChange[] = [];
  const before = store.get("votes");
  next();
  store.watch((changes) => told.push(...changes), FOR_EVER);
  first.resolve();
  await before;
  second.resolve();
  await store.set("votes", "7");
  expect(told).toMatchObject([{ key: "votes", value: "7" }]);
});

test("values that cannot be opened are tried again", async () => {
  let fails = true;
  const store = lazyStore(async () => {
    if (fails) throw new Error("away");
    return values();
  }, runs().running);
  await expect(store.get("votes")).rejects.toThrow("away");
  fails = false;
  expect(await store.get("votes")).toEqual({ version: 0 });
});
