import { describe, expect, it } from "vitest";
import { countEndingBy, countStartingBy, partThrough, readablePart, type Span } from "./on-screen.ts";

const VIEW = { top: 0, bottom: 800 };

describe("the part of a box whose lines count as seen", () => {
  it("ends where the decision bar begins", () => {
    expect(readablePart({ top: 600, bottom: 1000 }, VIEW)).toEqual({ top: 600, bottom: 800 });
  });

  it("is nothing for a box off screen", () => {
    expect(readablePart({ top: 800, bottom: 1200 }, VIEW)).toBeUndefined();
    expect(readablePart({ top: -400, bottom: 0 }, VIEW)).toBeUndefined();
  });

  it("is what there is of a file whose head was scrolled past", () => {
    expect(readablePart({ top: -20, bottom: 200 }, VIEW)).toEqual({ top: 0, bottom: 200 });
  });
});

describe("the lines within it", () => {
  const line = (index: number): Span => ({ top: index * 21, bottom: (index + 1) * 21 });

  it("are those that end inside, not one that is cut by the edge", () => {
    expect(countEndingBy(64, line, { top: 0, bottom: 380 })).toBe(18);
    expect(countEndingBy(64, line, { top: 0, bottom: 10 })).toBe(0);
    expect(countEndingBy(18, line, { top: 0, bottom: 380 })).toBe(18);
  });

  it("are not short of the last one by a fraction of a pixel", () => {
    expect(countEndingBy(18, line, { top: 0, bottom: 377.4 })).toBe(18);
  });

  it("start in every chunk that is at least begun", () => {
    expect(countStartingBy(64, line, { top: 0, bottom: 380 })).toBe(19);
    expect(countStartingBy(64, line, { top: 0, bottom: 378 })).toBe(18);
  });
});

describe("a line that no window holds whole", () => {
  const part = { top: 100, bottom: 500 };

  it("is seen part by part", () => {
    expect(partThrough({ top: 100, bottom: 2100 }, part.bottom, part)).toBeCloseTo(0.2);
    expect(partThrough({ top: -900, bottom: 1100 }, part.top, part)).toBeCloseTo(0.5);
    expect(partThrough({ top: 100, bottom: 2100 }, part.top, part)).toBe(0);
  });

  it("counts whole or not at all where it fits", () => {
    expect(partThrough({ top: 480, bottom: 501 }, part.bottom, part)).toBe(0);
  });
});
