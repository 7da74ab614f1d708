import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairStart } from "./fair-start.ts";

test("who asks once begins at once, and is never behind more than a few of somebody else's", async () => {
  const fair = new FairStart();
  const order: string[] = [];
  for (let count = 0; count < 50; count += 1) fair.begin("flood", () => void order.push("flood"));
  const few = order.length;
  expect(few).toBeLessThan(5);
  fair.begin("agent", () => void order.push("agent"));
  expect(order.at(-1)).toBe("agent");
  await turn();
  fair.begin("agent", () => void order.push("agent"));
  expect(order.at(-1)).toBe("agent");
  expect(order).toHaveLength(2 * few + 2);
});

test("what waits begins in the order in which it was asked for, and all of it", async () => {
  const fair = new FairStart();
  const order: string[] = [];
  for (const caller of ["a", "b"]) {
    for (let count = 0; count < 20; count += 1)
      fair.begin(caller, () => void order.push(`${caller} ${count}`));
  }
  while (order.length < 40) await turn();
  for (const caller of ["a", "b"]) {
    const own = order.filter((one) => one.startsWith(caller));
    expect(own).toEqual(Array.from({ length: 20 }, (_, count) => `${caller} ${count}`));
  }
  // By turns, although all of the one's were asked for before the other's.
  expect(Math.abs(order.indexOf("a 10") - order.indexOf("b 10"))).toBeLessThan(10);
});

test("what is begun may itself begin something", async () => {
  const fair = new FairStart();
  const order: string[] = [];
  fair.begin("a", () => fair.begin("a", () => void order.push("inner")));
  while (order.length === 0) await turn();
  expect(order).toEqual(["inner"]);
});
