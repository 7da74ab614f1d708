import { expect, test } from "vitest";
import { AddressLimit } from "./address-limit.ts";

test("an address waits out its minute, and no other waits with it", () => {
  const limit = new AddressLimit(60);
  for (let count = 0; count < 60; count += 1) expect(limit.take("a", 1000)).toBe(0);
  expect(limit.take("a", 31_000)).toBe(30);
  expect(limit.take("b", 31_000)).toBe(0);
  expect(limit.take("a", 61_000)).toBe(0);
});

test("a flood of addresses is not remembered for ever, and frees nobody who waits in a small one", () => {
  const limit = new AddressLimit(60);
  for (let count = 0; count <= 60; count += 1) limit.take("a", 0);
  for (let other = 0; other < 9000; other += 1) limit.take(`other ${other}`, 1);
  expect(limit.take("a", 2)).toBe(60);
  for (let other = 0; other < 30_000; other += 1) limit.take(`flood ${other}`, 3);
  expect(limit.size).toBeLessThanOrEqual(10_000);
});
