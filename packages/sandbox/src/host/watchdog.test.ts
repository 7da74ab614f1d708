import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Watchdog } from "./watchdog.ts";

let clock: number;
let end: AbortController;
let told: boolean[];
let asked: number;
let watchdog: Watchdog;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  [clock, end, told, asked] = [0, new AbortController(), [], 0];
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  watchdog = new Watchdog({ tell: (answering) => told.push(answering), signal: end.signal });
  watchdog.start(() => (asked += 1));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** So many beats, each of which the page gives after so long. */
function beats(count: number, ms = 500): void {
  for (let beat = 0; beat < count; beat += 1) {
    clock += ms;
    vi.advanceTimersByTime(500);
  }
}

test("a frame that never answers is told of after three seconds, and is not asked twice", () => {
  beats(5);
  expect(told).toEqual([]);
  beats(100);
  expect([told, asked]).toEqual([[false], 1]);
});

test("a frame that answers is asked every half second, and nothing is told", () => {
  for (let n = 0; n < 100; n += 1) {
    watchdog.heard();
    beats(1);
  }
  expect([told, asked]).toEqual([[], 101]);
});

test("a frame that answers again is told of, and may hang again", () => {
  beats(6);
  watchdog.heard();
  expect(told).toEqual([false, true]);
  beats(7);
  expect(told).toEqual([false, true, false]);
});

test.each([
  ["is hidden, where timers run once in a second", 1000],
  ["is hidden for long, where they run once in a minute", 60_000],
  ["slept", 8 * 3_600_000],
])("while the page %s no silence counts", (_what, ms) => {
  beats(200, ms);
  expect([told, watchdog.isLate]).toEqual([[], false]);
  beats(6);
  expect(told).toEqual([false]);
});

test("a frame that is gone is neither asked nor told of, and holds up nobody", async () => {
  beats(6);
  const answer = watchdog.answer();
  end.abort();
  await answer;
  await watchdog.answer();
  beats(100);
  expect([told, asked, watchdog.hangs]).toEqual([[false], 1, false]);
});

test("an answer that is waited for is asked for at once, and not twice", async () => {
  watchdog.heard();
  const answers = [watchdog.answer(), watchdog.answer()];
  expect(asked).toBe(2);
  watchdog.heard();
  await Promise.all(answers);
});
