import { describe, expect, it } from "vitest";
import { glanced, NOTHING_SHOWN, type Glance, type Shown } from "./glance.ts";

/** Looks at moments in ms; half a second is long enough. Answers what counted. */
function looks(...all: readonly (readonly [at: number, shown: Shown])[]): Shown[] {
  let glance: Glance | undefined;
  const counted: Shown[] = [];
  for (const [at, shown] of all) {
    const { next, reached } = glanced(glance, shown, at - 500);
    glance = { ...next, since: next.since ?? at };
    if (reached) counted.push(reached);
  }
  return counted;
}
const page = (first: number): Shown => ({ first, line: first + 17 });

describe("what was on screen", () => {
  it("counts after half a second", () => {
    expect(looks([0, page(1)], [400, page(1)])).toEqual([]);
    expect(looks([0, page(1)], [500, page(1)])).toEqual([page(1)]);
  });

  it("counts from its start where the reader went on from page to page", () => {
    const last = looks([0, page(1)], [200, page(18)], [400, page(35)], [600, page(52)], [1200, page(52)]).at(
      -1,
    );
    expect(last).toEqual({ first: 1, line: 69 });
  });

  it("begins anew after a jump, and the lines between count for nothing", () => {
    expect(looks([0, page(1)], [600, page(1)], [700, page(80)], [1300, page(80)])).toEqual([
      page(1),
      page(80),
    ]);
    expect(looks([0, page(1)], [100, page(80)], [700, page(80)])).toEqual([page(80)]);
  });

  it("does not count what flashed by before the reader went back", () => {
    expect(looks([0, page(1)], [100, page(80)], [200, page(1)], [800, page(1)])).toEqual([page(1)]);
  });

  it("is nothing while the file is off screen", () => {
    expect(looks([0, page(1)], [100, NOTHING_SHOWN], [800, NOTHING_SHOWN])).toEqual([]);
    expect(looks([0, NOTHING_SHOWN], [800, page(40)], [1400, page(40)])).toEqual([page(40)]);
  });
});
