import { afterEach, expect, test } from "vitest";
import { closeToast, shownToasts, tell } from "./toasts.ts";

const texts = () => shownToasts().map(({ text }) => text);

afterEach(() => {
  for (const toast of shownToasts()) closeToast(toast);
});

test("three stand at once, and the oldest makes room", () => {
  for (const text of ["one", "two", "three", "four"]) tell({ text });
  expect(texts()).toEqual(["two", "three", "four"]);
});

test("new words of an app take the place of its last ones", () => {
  tell({ text: "first", from: "timer" });
  tell({ text: "other", from: "poll" });
  tell({ text: "second", from: "timer" });
  expect(texts()).toEqual(["other", "second"]);
});

test("apps push out one another, and never what the page has to tell", () => {
  tell({ text: "Removed. Put back?" });
  for (const from of ["a", "b", "c", "d"]) tell({ text: `said by ${from}`, from });
  expect(texts()).toEqual(["Removed. Put back?", "said by c", "said by d"]);
  tell({ text: "Moved." });
  tell({ text: "Renamed." });
  tell({ text: "said by e", from: "e" });
  expect(texts()).toEqual(["Removed. Put back?", "Moved.", "Renamed."]);
});
