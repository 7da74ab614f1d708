import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { learnServerTime, serverNow } from "./clock.ts";

const NOON = Date.UTC(2026, 10, 30, 12);

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => {
  learnServerTime(Date.now());
  vi.useRealTimers();
});

test("a clock that is wrong by minutes gives way to the server's", () => {
  learnServerTime(NOON + 600_000);
  vi.advanceTimersByTime(1000);
  expect(serverNow()).toBe(NOON + 601_000);
});

test("the second that a Date header is cut to moves nothing", () => {
  learnServerTime(NOON - 900);
  expect(serverNow()).toBe(NOON);
});
