import { describe, expect, it } from "vitest";
import {
  filesSeen,
  howRead,
  keptOf,
  leftToRead,
  lineRead,
  readingReducer,
  startReading,
  wasSeen,
  type FileMeasure,
  type Reading,
  type ReadingAction,
} from "./reading.ts";

const APP: FileMeasure = { path: "src/App.tsx", sha256: "aa", view: "", lines: 64, rows: 64 };
const CSS: FileMeasure = { path: "src/styles.css", sha256: "bb", view: "", lines: 14, rows: 14 };
const FILES = [APP, CSS];
/** The same file as a comparison with an old text: 80 rows, of which the last ten were removed. */
const COMPARED: FileMeasure = {
  ...APP,
  view: "old",
  lines: 80,
  at: Array.from({ length: 80 }, (_, index) => Math.min(64, index + 1)),
};

function after(...actions: ReadingAction[]): Reading {
  return actions.reduce(readingReducer, startReading(FILES, []));
}
function reached(path: string, first: number, line: number): ReadingAction {
  return { type: "reached", path, first, line };
}
const hows = (reading: Reading): string[] => reading.map(howRead);

describe("how far a file was read", () => {
  it("goes from nothing over a part to its end", () => {
    expect(hows(after())).toEqual(["none", "none"]);
    expect(hows(after(reached(APP.path, 1, 18)))).toEqual(["part", "none"]);
    expect(hows(after(reached(APP.path, 1, 64)))).toEqual(["seen", "none"]);
  });

  it("never goes back when the reader scrolls up", () => {
    const reading = after(reached(APP.path, 1, 30), reached(APP.path, 1, 4));
    expect(leftToRead(reading)[0]).toEqual({ path: APP.path, line: 31 });
  });

  it("does not count what was jumped over, nor what comes after it, until that was on screen too", () => {
    const jumped = after(reached(APP.path, 1, 20), reached(APP.path, 48, 64));
    expect(leftToRead(jumped)[0]).toEqual({ path: APP.path, line: 21 });
    const back = readingReducer(jumped, reached(APP.path, 21, 40));
    expect(leftToRead(back)[0]).toEqual({ path: APP.path, line: 41 });
    expect(hows(readingReducer(back, reached(APP.path, 41, 64)))[0]).toBe("seen");
  });

  it("goes on where the line that was cut by the edge of the screen comes first", () => {
    expect(hows(after(reached(APP.path, 1, 20), reached(APP.path, 21, 64)))[0]).toBe("seen");
    expect(hows(after(reached(APP.path, 1, 20), reached(APP.path, 22, 64)))[0]).toBe("part");
  });

  it("is a part of a line that no window holds, and then goes on within it", () => {
    const part = after(reached(APP.path, 1, 2.4));
    expect(lineRead(part[0] ?? never())).toBe(2);
    expect(leftToRead(part)[0]).toEqual({ path: APP.path, line: 3 });
    expect(hows(readingReducer(part, reached(APP.path, 3.6, 64)))[0]).toBe("part");
  });

  it("keeps a mark by hand apart from a file that was seen, and takes it back", () => {
    const marked = after({ type: "mark", path: CSS.path });
    expect(hows(marked)).toEqual(["none", "marked"]);
    expect(hows(readingReducer(marked, { type: "unmark", path: CSS.path }))).toEqual(["none", "none"]);
    expect(hows(readingReducer(marked, reached(CSS.path, 1, 14)))).toEqual(["none", "seen"]);
  });

  it("counts an empty file as unread until it was on screen", () => {
    const reading = startReading([{ ...APP, lines: 0, rows: 0 }], []);
    expect(leftToRead(reading)).toHaveLength(1);
    expect(hows(readingReducer(reading, reached(APP.path, 1, 1)))).toEqual(["seen"]);
  });

  it("changes nothing for a file that the proposal does not have, or for no progress", () => {
    const reading = after(reached(APP.path, 1, 5));
    expect(readingReducer(reading, { type: "mark", path: "src/other.ts" })).toBe(reading);
    expect(readingReducer(reading, reached(APP.path, 1, 5))).toBe(reading);
  });
});

describe("a comparison", () => {
  it("is read to its end only with the rows that were removed after the last line", () => {
    const compared = startReading([COMPARED], []);
    const almost = readingReducer(compared, reached(APP.path, 1, 70));
    expect(hows(almost)).toEqual(["part"]);
    expect(leftToRead(almost)).toEqual([{ path: APP.path, line: 64, step: 71 }]);
    expect(lineRead(almost[0] ?? never())).toBe(64);
    expect(hows(readingReducer(almost, reached(APP.path, 71, 80)))).toEqual(["seen"]);
  });

  it("counts as nothing before it was made", () => {
    const unknown = { ...COMPARED, lines: Infinity };
    const kept = keptOf(readingReducer(startReading([COMPARED], []), reached(APP.path, 1, 80)));
    const waiting = startReading([unknown], kept);
    expect(hows(waiting)).toEqual(["none"]);
    expect(hows(readingReducer(waiting, { type: "shown", files: [COMPARED] }))).toEqual(["seen"]);
  });

  it("with another old text is read anew, and not when the file was read whole", () => {
    const compared = readingReducer(startReading([COMPARED], []), reached(APP.path, 1, 80));
    const other = { type: "shown", files: [{ ...COMPARED, view: "older" }] } as const;
    expect(hows(readingReducer(compared, other))).toEqual(["none"]);
    expect(hows(readingReducer(compared, { type: "shown", files: [APP] }))).toEqual(["none"]);
    const whole = readingReducer(startReading([APP], []), reached(APP.path, 1, 64));
    expect(hows(readingReducer(whole, other))).toEqual(["seen"]);
    const back = readingReducer(readingReducer(compared, other), { type: "shown", files: [COMPARED] });
    expect(hows(back)).toEqual(["seen"]);
  });
});

describe("what an approval tells", () => {
  it("names each read file, and how it was read", () => {
    const reading = after(reached(APP.path, 1, 64), { type: "mark", path: CSS.path });
    expect(leftToRead(reading)).toEqual([]);
    expect(filesSeen(reading)).toEqual([
      { path: APP.path, how: "seen" },
      { path: CSS.path, how: "marked" },
    ]);
  });

  it("never names a file that was read in part", () => {
    expect(filesSeen(after(reached(APP.path, 1, 63)))).toEqual([]);
  });
});

describe("what was read before", () => {
  it("comes back after a reload as it was", () => {
    const reading = after(reached(APP.path, 1, 20), { type: "mark", path: CSS.path });
    expect(startReading(FILES, keptOf(reading))).toEqual(reading);
  });

  it("stays with the bytes, whatever revision they are in", () => {
    const kept = keptOf(after(reached(APP.path, 1, 64), reached(CSS.path, 1, 14)));
    expect(hows(startReading([APP, { ...CSS, sha256: "cc" }], kept))).toEqual(["seen", "none"]);
  });

  it("cannot be further than the file is long, or of a file that is not there", () => {
    const kept = [
      { path: APP.path, sha256: "aa", marked: false, reached: { "": [20, 30] as const } },
      { path: "src/other.ts", sha256: "aa", marked: true, reached: {} },
    ];
    expect(startReading(FILES, kept).map(({ path, line }) => [path, line])).toEqual([
      [APP.path, 0],
      [CSS.path, 0],
    ]);
  });

  it("was seen to its end in any view, and not where it was marked by hand or read in part", () => {
    const beside = readingReducer(startReading([COMPARED, CSS], []), reached(APP.path, 1, 80));
    expect(wasSeen(keptOf(beside), APP)).toBe(true);
    expect(wasSeen(keptOf(beside), { ...APP, sha256: "cc" })).toBe(false);
    const part = after(reached(APP.path, 1, 63), { type: "mark", path: APP.path });
    expect(wasSeen(keptOf(part), APP)).toBe(false);
  });

  it("for an earlier decision counts as it was read then", () => {
    const files = [{ ...APP, before: "seen" } as const, { ...CSS, before: "marked" } as const];
    expect(hows(startReading(files, []))).toEqual(["seen", "marked"]);
    const undone = readingReducer(startReading(files, []), { type: "unmark", path: CSS.path });
    expect(hows(undone)).toEqual(["seen", "none"]);
  });
});

function never(): never {
  throw new Error("There is no such file.");
}
