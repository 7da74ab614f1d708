import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "./keys.ts";
import { changedBy, createRefresher } from "./refresh.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CHANGE = { resource_id: "room_1", sequence: 1, data: { proposal_id: "prop_1" } } as const;

test("a decision refreshes the queue, its card and the Room's history", () => {
  for (const type of ["proposal.approved", "proposal.changes_requested", "proposal.withdrawn"] as const) {
    expect(changedBy({ ...CHANGE, type })).toEqual([
      keys.approvals,
      keys.proposal("prop_1"),
      keys.history("room_1"),
    ]);
  }
});

test("an app refreshes its Room, the history, and every card that might have updated it", () => {
  for (const type of ["app.created", "app.updated", "app.reverted", "app.removed"] as const) {
    const changed = changedBy({ ...CHANGE, type });
    expect(changed).toEqual(
      expect.arrayContaining([keys.room("room_1"), keys.history("room_1"), keys.proposals]),
    );
  }
});

test("a reply refreshes the cards of its line, whatever revision it was made on", () => {
  expect(changedBy({ ...CHANGE, type: "comment.replied" })).toEqual([keys.proposals]);
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
