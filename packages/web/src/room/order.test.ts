import { describe, expect, test } from "vitest";
import { moved, moveTo, placeOf, shownOrder } from "./order.ts";

const room = (ids: string) => Array.from(ids, (instance_id) => ({ instance_id }));
const ids = (apps: readonly { instance_id: string }[]) => apps.map((app) => app.instance_id).join("");

/** The shown order after a tab was brought to a place of its group. */
function after(apps: string, pinned: string, id: string, at: number): string | undefined {
  const pins = new Set(pinned);
  const move = moveTo(room(apps), pins, { id, at });
  return move && ids(shownOrder(moved(room(apps), move), pins));
}

test("pinned tabs stand first, both groups in the Room's order", () => {
  expect(ids(shownOrder(room("abcd"), new Set("db")))).toBe("bdac");
});

describe("a move", () => {
  test.each([
    ["abcd", "", "a", 2, "bcad"],
    ["abcd", "", "d", 0, "dabc"],
    ["abcd", "", "b", 9, "acdb"],
    ["abcd", "", "b", -3, "bacd"],
    // b and d are pinned: bd|ac.
    ["abcd", "bd", "d", 0, "dbac"],
    ["abcd", "bd", "b", 1, "dbac"],
    ["abcd", "bd", "c", 0, "bdca"],
    ["abcd", "bd", "a", 1, "bdca"],
  ])("of %s with %o pinned: %s to %i", (apps, pinned, id, at, shown) => {
    expect(after(apps, pinned, id, at)).toBe(shown);
  });

  test("to where a tab stands already is none", () => {
    expect(after("abc", "", "b", 1)).toBeUndefined();
    expect(after("abc", "b", "b", 5)).toBeUndefined();
  });

  test("of a tab that went meanwhile, or behind one, changes nothing", () => {
    const apps = room("abc");
    expect(moved(apps, { instance_id: "x" })).toBe(apps);
    expect(moved(apps, { instance_id: "a", after: "x" })).toBe(apps);
  });
});

test("a place counts among the tabs that one is shown with", () => {
  expect(placeOf(room("abcd"), new Set("bd"), "c")).toEqual({ at: 1, of: 2 });
});
