import { expect, test } from "vitest";
import { ageOf } from "./age.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [-HOUR, { unit: "now" }],
  [0, { unit: "now" }],
  [MINUTE - 1, { unit: "now" }],
  [MINUTE, { unit: "minutes", minutes: 1 }],
  [HOUR - 1, { unit: "minutes", minutes: 59 }],
  [HOUR, { unit: "hours", hours: 1 }],
  [DAY - 1, { unit: "hours", hours: 23 }],
  [DAY + 3 * HOUR, { unit: "days", days: 1, hours: 3 }],
  [2 * DAY + 3 * HOUR, { unit: "days", days: 2, hours: 0 }],
])("what is %i ms old", (age, expected) => {
  expect(ageOf(1_000_000_000_000 - age, 1_000_000_000_000)).toEqual(expected);
});
