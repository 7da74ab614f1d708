import { describe, expect, it } from "vitest";
import {
  filesSeen,
  howRead,
  keptOf,
  leftToRead,
  readingReducer,
  startReading,
  type Reading,
  type ReadingAction,
} from "./reading.ts";

const FILES = [
  { path: "src/App.tsx", lines: 64, rows: 64 },
  { path: "src/styles.css", lines: 14, rows: 14 },
];

function after(...actions: ReadingAction[]): Reading {
  return actions.reduce(readingReducer, startReading(FILES, []));
}
const hows = (reading: Reading): string[] => reading.map(howRead);

describe("how far a file was read", () => {
  it("goes from nothing over a part to its end", () => {
    expect(hows(after())).toEqual(["none", "none"]);
    expect(hows(after({ type: "reached", path: "src/App.tsx", first: 1, line: 18 }))).toEqual([
      "part",
      "none",
    ]);
    expect(hows(after({ type: "reached", path: "src/App.tsx", first: 1, line: 64 }))).toEqual([
      "seen",
      "none",
    ]);
  });

  it("never goes back when the reader scrolls up", () => {
    const reading = after(
      { type: "reached", path: "src/App.tsx", first: 1, line: 30 },
      { type: "reached", path: "src/App.tsx", first: 1, line: 4 },
    );
    expect(leftToRead(reading)[0]).toEqual({ path: "src/App.tsx", line: 31 });
  });

  it("does not count what the page led past until that was on screen too", () => {
    const path = "src/App.tsx";
    const led = after(
      { type: "reached", path, first: 1, line: 20 },
      { type: "led", path, line: 50 },
      { type: "reached", path, first: 48, line: 64 },
    );
    expect(leftToRead(led)[0]).toEqual({ path, line: 21 });
    const back = readingReducer(led, { type: "reached", path, first: 21, line: 40 });
    expect(leftToRead(back)[0]).toEqual({ path, line: 41 });
    expect(hows(readingReducer(back, { type: "reached", path, first: 41, line: 64 }))[0]).toBe("seen");
  });

  it("goes on from where the page led to the next unread line", () => {
    const path = "src/App.tsx";
    const reading = after(
      { type: "reached", path, first: 1, line: 20 },
      { type: "led", path, line: 21 },
      { type: "reached", path, first: 22, line: 64 },
    );
    expect(hows(reading)[0]).toBe("seen");
  });

  it("keeps a mark by hand apart from a file that was seen, and takes it back", () => {
    const marked = after({ type: "mark", path: "src/styles.css" });
    expect(hows(marked)).toEqual(["none", "marked"]);
    expect(hows(readingReducer(marked, { type: "unmark", path: "src/styles.css" }))).toEqual([
      "none",
      "none",
    ]);
    const seen = readingReducer(marked, { type: "reached", path: "src/styles.css", first: 1, line: 14 });
    expect(hows(seen)).toEqual(["none", "seen"]);
  });

  it("counts an empty file as unread until it was on screen", () => {
    const reading = startReading([{ path: "src/empty.ts", lines: 0, rows: 0 }], []);
    expect(leftToRead(reading)).toHaveLength(1);
    expect(
      hows(readingReducer(reading, { type: "reached", path: "src/empty.ts", first: 1, line: 1 })),
    ).toEqual(["seen"]);
  });

  it("changes nothing for a file that the proposal does not have, or for no progress", () => {
    const reading = after({ type: "reached", path: "src/App.tsx", first: 1, line: 5 });
    expect(readingReducer(reading, { type: "mark", path: "src/other.ts" })).toBe(reading);
    expect(readingReducer(reading, { type: "reached", path: "src/App.tsx", first: 1, line: 5 })).toBe(
      reading,
    );
  });
});

describe("what an approval tells", () => {
  it("names each read file, and how it was read", () => {
    const reading = after(
      { type: "reached", path: "src/App.tsx", first: 1, line: 64 },
      { type: "mark", path: "src/styles.css" },
    );
    expect(leftToRead(reading)).toEqual([]);
    expect(filesSeen(reading)).toEqual([
      { path: "src/App.tsx", how: "seen" },
      { path: "src/styles.css", how: "marked" },
    ]);
  });

  it("never names a file that was read in part", () => {
    expect(filesSeen(after({ type: "reached", path: "src/App.tsx", first: 1, line: 63 }))).toEqual([]);
  });
});

describe("what is kept over a reload", () => {
  it("comes back as it was", () => {
    const reading = after(
      { type: "reached", path: "src/App.tsx", first: 1, line: 20 },
      { type: "mark", path: "src/styles.css" },
    );
    expect(startReading(FILES, keptOf(reading))).toEqual(reading);
  });

  it("cannot give a file more lines than it has, or a file that is not there", () => {
    const reading = startReading(FILES, [
      ["src/App.tsx", 9000, false],
      ["src/other.ts", 3, true],
    ]);
    expect(reading.map(({ path, line }) => [path, line])).toEqual([
      ["src/App.tsx", 64],
      ["src/styles.css", 0],
    ]);
  });
});
