import { expect, test } from "vitest";
import { TryLimit } from "./try-limit.ts";

test("so many tries for each key, then none until their time is over", () => {
  const limit = new TryLimit({ most: 3, seconds: 60 });
  for (let at = 0; at < 3; at += 1) expect(limit.take("a", at * 1000)).toBe(0);
  expect(limit.take("a", 10_000)).toBe(50);
  expect(limit.take("a", 59_999)).toBe(1);
  expect(limit.take("b", 10_000)).toBe(0);
  expect(limit.take("a", 60_000)).toBe(0);
});

test("tries that are refused do not make the wait longer", () => {
  const limit = new TryLimit({ most: 1, seconds: 60 });
  limit.take("a", 0);
  for (let at = 1; at < 60; at += 1) expect(limit.take("a", at * 1000)).toBe(60 - at);
  expect(limit.take("a", 60_000)).toBe(0);
});

test("a clock that is set back makes nobody wait for longer than the limit's own time", () => {
  const limit = new TryLimit({ most: 1, seconds: 60 });
  limit.take("a", 86_400_000);
  expect(limit.take("a", 0)).toBe(0);
  expect(limit.take("a", 1000)).toBe(59);
});

test("what was right does not count, and gives back no more than was taken", () => {
  const limit = new TryLimit({ most: 2, seconds: 60 });
  limit.giveBack("a");
  for (let at = 0; at < 10; at += 1) {
    expect(limit.take("a", 0)).toBe(0);
    limit.giveBack("a");
  }
  limit.giveBack("a");
  limit.take("a", 0);
  limit.take("a", 0);
  expect(limit.take("a", 0)).toBe(60);
});

test("a flood of tries that do not count pushes out none that do (net-3)", () => {
  const limit = new TryLimit({ most: 1, seconds: 60 });
  limit.take("a", 0);
  for (let key = 0; key < 20_000; key += 1) {
    limit.take(`flood ${key}`, 0);
    limit.giveBack(`flood ${key}`);
  }
  expect([limit.size, limit.take("a", 0)]).toEqual([1, 60]);
});

test("a flood of keys costs a bounded amount of memory (net-6)", () => {
  const limit = new TryLimit({ most: 2, seconds: 60 });
  for (let key = 0; key < 50_000; key += 1) limit.take(`flood ${key}`, 0);
  expect(limit.size).toBe(20_000);
  limit.take("later", 61_000);
  expect(limit.size).toBe(1);
});

test("amounts are counted together, and one that does not fit leaves room for a smaller one", () => {
  const limit = new TryLimit({ most: 10, seconds: 60 });
  expect(limit.spend("a", 7)).toBe(0);
  expect(limit.spend("a", 4)).toBeGreaterThan(0);
  expect(limit.spend("a", 3)).toBe(0);
  expect(limit.spend("a", 1)).toBeGreaterThan(0);
  expect(limit.spend("b", 10)).toBe(0);
});
