import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function queueOf(...items: string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push(item.charAt(0), item);
  return queue;
}

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) taken.push(item);
  return taken;
}

test("each caller's come in their order, and callers in turns", () => {
  const queue = queueOf("a1", "a2", "a3", "b1", "c1", "b2");
  expect([queue.size, queue.sizeOf("a"), queue.sizeOf("x")]).toEqual([6, 3, 0]);
  expect(drain(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect([queue.size, queue.sizeOf("a")]).toEqual([0, 0]);
});

test("who comes late waits for no more than one of each", () => {
  const queue = queueOf("a1", "a2", "a3");
  expect(queue.next()).toBe("a1");
  queue.push("b", "b1");
  expect(drain(queue)).toEqual(["a2", "b1", "a3"]);
});

test("what is put back, the last first, comes in the order in which it was taken", () => {
  const queue = queueOf("a1", "a2", "a3", "b1", "c1");
  const taken = [queue.next(), queue.next(), queue.next(), queue.next()].map((item) => item ?? "");
  expect(taken).toEqual(["a1", "b1", "c1", "a2"]);
  for (const item of taken.slice(1).toReversed()) queue.putBack(item.charAt(0), item);
  expect(queue.size).toBe(4);
  expect(drain(queue)).toEqual(["b1", "c1", "a2", "a3"]);
});
