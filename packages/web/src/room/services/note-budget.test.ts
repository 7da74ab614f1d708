import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNoteBudget } from "./note-budget.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How many of the messages that an app sends each second for so long are shown. */
function shownIn(seconds: number, mayNote: () => boolean): number {
  let shown = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (mayNote()) shown += 1;
    vi.advanceTimersByTime(1000);
  }
  return shown;
}

test("an app that never stops is heard less and less", () => {
  const mayNote = createNoteBudget();
  expect(shownIn(10, mayNote)).toBe(3);
  expect(shownIn(290, mayNote)).toBe(7);
  expect(shownIn(300, mayNote)).toBe(10);
});

test("one that speaks now and then is always heard", () => {
  const mayNote = createNoteBudget();
  for (let times = 0; times < 20; times += 1) {
    expect(mayNote()).toBe(true);
    vi.advanceTimersByTime(60_000);
  }
});
