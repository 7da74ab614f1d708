import { expect, test } from "vitest";
import { NOTHING_CHOSEN, pressed, pressedAll, type Selection } from "./queue-selection.ts";

const order = ["a", "b", "c", "d"];
const press = (selection: Selection, id: string, range = false) => pressed(selection, { id, range, order });
const chosen = (selection: Selection) => [...selection.chosen].toSorted().join("");

test("a press chooses a row, and another lets it go", () => {
  const once = press(NOTHING_CHOSEN, "b");
  expect(chosen(once)).toBe("b");
  expect(chosen(press(once, "b"))).toBe("");
});

test("with Shift all rows between become what the pressed one becomes, downwards and upwards", () => {
  const down = press(press(NOTHING_CHOSEN, "a"), "c", true);
  expect(chosen(down)).toBe("abc");
  expect(chosen(press(down, "b", true))).toBe("a");
  expect(chosen(press(press(NOTHING_CHOSEN, "d"), "b", true))).toBe("bcd");
});

test("a range without a beginning, or whose beginning is shown no more, is the row alone", () => {
  expect(chosen(press(NOTHING_CHOSEN, "c", true))).toBe("c");
  expect(chosen(press({ chosen: new Set(["gone"]), anchor: "gone" }, "c", true))).toBe("cgone");
});

test("all are chosen at once, and let go at once", () => {
  const all = pressedAll(press(NOTHING_CHOSEN, "a"), order);
  expect(chosen(all)).toBe("abcd");
  expect(chosen(pressedAll(all, order))).toBe("");
});
