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
  vi.stubGlobal("document", { hidden: false });
  watchdog = new Watchdog({ tell: (answering) => told.push(answering), signal: end.signal });
  watchdog.start(() => (asked += 1));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

/** So many beats, with an answer before each. */
function answeredBeats(count: number): void {
  for (let n = 0; n < count; n += 1) {
    watchdog.heard();
    beats(1);
  }
}

test("a frame that answers again without a gap is told of, and may hang again", () => {
  beats(6);
  answeredBeats(4);
  expect(told).toEqual([false]);
  answeredBeats(1);
  expect([told, watchdog.isLate]).toEqual([[false, true], false]);
  beats(6);
  expect(told).toEqual([false, true, false]);
});

test("a machine that others keep busy, where beats are late, hides no silence", () => {
  beats(6, 1500);
  expect(told).toEqual([false]);
});

test("what answers only now and then hangs all the while", () => {
  for (let n = 0; n < 20; n += 1) {
    beats(7);
    answeredBeats(1);
  }
  expect([told, watchdog.hangs]).toEqual([[false], true]);
});

test("what is blocked five of six beats is told of, though never for three seconds in a row", () => {
  for (let n = 0; n < 4; n += 1) {
    beats(5);
    answeredBeats(1);
  }
  expect([told, watchdog.hangs]).toEqual([[false], true]);
});

test("what computes for two seconds, again and again, is not", () => {
  for (let n = 0; n < 20; n += 1) {
    beats(4);
    answeredBeats(2);
  }
  expect(told).toEqual([]);
});

test.each([
  ["is hidden, where timers run once in a second", 1000, true],
  ["is hidden for long, where they run once in a minute", 60_000, true],
  ["slept", 8 * 3_600_000, false],
])("while the page %s no silence counts", (_what, ms, hidden) => {
  vi.stubGlobal("document", { hidden });
  beats(200, ms);
  vi.stubGlobal("document", { hidden: false });
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
