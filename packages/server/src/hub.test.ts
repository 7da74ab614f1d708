import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Hub } from "./hub.ts";

test("listeners hear their own topic, until they stop listening", async () => {
  const hub = new Hub();
  const heard: string[] = [];
  const stop = hub.subscribe("resource:a", () => heard.push("a"));
  hub.subscribe("resource:b", () => heard.push("b"));
  hub.publish("resource:a");
  await setImmediate();
  expect(heard).toEqual(["a"]);
  stop();
  hub.publish("resource:a");
  hub.publish("resource:b");
  await setImmediate();
  expect(heard).toEqual(["a", "b"]);
});

test("what is published many times before a listener is called calls it once", async () => {
  const hub = new Hub();
  let calls = 0;
  const listener = () => (calls += 1);
  hub.subscribe("resource:a", listener);
  hub.subscribe("person:p", listener);
  for (let round = 0; round < 3; round += 1) hub.publish("resource:a");
  hub.publish("person:p");
  hub.publishAll();
  await setImmediate();
  expect(calls).toBe(1);
});

test("a wake of thousands lets other work through before it is done", async () => {
  const hub = new Hub();
  let calls = 0;
  for (let index = 0; index < 1200; index += 1) hub.subscribe("resource:a", () => (calls += 1));
  hub.publish("resource:a");
  await setImmediate();
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(1200);
  for (let turn = 0; turn < 1200; turn += 1) await setImmediate();
  expect(calls).toBe(1200);
});

test("a listener that subscribes while others are called is not lost", async () => {
  const hub = new Hub();
  let late = 0;
  hub.subscribe("resource:a", () => void hub.subscribe("resource:b", () => (late += 1)));
  hub.publish("resource:a");
  await setImmediate();
  hub.publish("resource:b");
  await setImmediate();
  expect(late).toBe(1);
});
