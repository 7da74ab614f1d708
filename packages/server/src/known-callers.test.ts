import { expect, test } from "vitest";
import { KnownCallers } from "./known-callers.ts";

test("tokens of one connection are one caller; the oldest are forgotten first", () => {
  const callers = new KnownCallers();
  for (let count = 0; count < 10_001; count += 1) callers.add(`token ${count}`, `conn ${count % 2}`);
  expect(callers.of("token 0")).toBeUndefined();
  expect([callers.of("token 1"), callers.of("token 10000")]).toEqual(["conn 1", "conn 0"]);
  expect(callers.of("made up")).toBeUndefined();
});
