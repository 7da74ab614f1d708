import { expect, test } from "vitest";
import { Rate } from "./rate.ts";

const RATE = { aSecond: 1000, atOnce: 5000 };

/** How many of those that come at these times may come. */
function taken(rate: Rate, times: readonly number[]): number {
  return times.filter((now) => rate.take(1, now)).length;
}

test("so many may come at once, and again when they are done with", () => {
  const rate = new Rate(RATE);
  const atOnce = (now: number) => Array.from({ length: 6000 }, () => now);
  expect(taken(rate, atOnce(0))).toBe(5000);
  expect(taken(rate, atOnce(60_000))).toBe(5000);
});

test("what comes steadily may come for ever", () => {
  const times = Array.from({ length: 20_000 }, (_, n) => n);
  expect(taken(new Rate(RATE), times)).toBe(20_000);
});

test("twice as much ends, however slowly it is heard", () => {
  const times = Array.from({ length: 20_000 }, (_, n) => n / 2);
  expect(taken(new Rate(RATE), times)).toBeLessThan(11_000);
});

test("what weighs more is sooner too much", () => {
  const rate = new Rate(RATE);
  expect([1, 2, 3].map(() => rate.take(2000, 0))).toEqual([true, true, false]);
});
