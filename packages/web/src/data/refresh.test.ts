import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "./keys.ts";
import { changedBy, createRefresher } from "./refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a decision refreshes the queue and its card, an app its Room", () => {
  const decided = { resource_id: "room_1", sequence: 1, data: { proposal_id: "prop_1" } } as const;
  expect(changedBy({ ...decided, type: "proposal.approved" })).toEqual([
    keys.approvals,
    keys.proposal("prop_1"),
  ]);
  expect(changedBy({ ...decided, type: "app.created" })).toEqual([keys.room("room_1")]);
});

test("a proposal's event without an id refreshes every card", () => {
  const nameless = { resource_id: "room_1", sequence: 1, type: "proposal.declined", data: {} } as const;
  expect(changedBy(nameless)).toContain(keys.proposals);
});

test("the first change passes at once, a burst behind it once at the end", () => {
  const passed: string[] = [];
  const refresher = createRefresher((key) => passed.push(key.join(" ")), 300);
  for (let change = 0; change < 50; change += 1) refresher.refresh([keys.approvals]);
  expect(passed).toEqual(["approvals"]);
  refresher.refresh([keys.room("room_1")]);
  expect(passed).toEqual(["approvals", "room room_1"]);
  vi.runAllTimers();
  expect(passed).toEqual(["approvals", "room room_1", "approvals"]);
});

test("the last change is never lost, however long the burst", () => {
  const passed: number[] = [];
  let changed = 0;
  const refresher = createRefresher(() => passed.push(changed), 300);
  for (changed = 1; changed <= 20; changed += 1) {
    refresher.refresh([keys.approvals]);
    vi.advanceTimersByTime(100);
  }
  changed = 20;
  vi.runAllTimers();
  expect(passed.at(-1)).toBe(20);
  expect(passed.length).toBeLessThan(10);
});

test("nothing passes after it was stopped", () => {
  const passed: string[] = [];
  const refresher = createRefresher((key) => passed.push(key.join(" ")), 300);
  refresher.refresh([keys.home]);
  refresher.refresh([keys.home]);
  refresher.stop();
  vi.runAllTimers();
  expect(passed).toEqual(["home"]);
});
