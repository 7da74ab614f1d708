import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { OpenLimit, RateLimit } from "./rate.ts";

function at(perMinute: number) {
  const clock = { now: 0 };
  return { clock, rate: new RateLimit(perMinute, () => clock.now) };
}

test("a connection may make a minute's calls at once, then as many as time gives back", () => {
  const { clock, rate } = at(60);
  for (let call = 0; call < 60; call += 1) expect(rate.take("a")).toBeUndefined();
  expect(rate.take("a")).toMatchObject({ code: "rate_limited", retry_after_seconds: 1 });
  clock.now += 1000;
  expect(rate.take("a")).toBeUndefined();
  expect(rate.take("a")?.code).toBe("rate_limited");
});

test("who waits as long as told is let through", () => {
  const { clock, rate } = at(4);
  for (let call = 0; call < 4; call += 1) rate.take("a");
  const seconds = rate.take("a")?.retry_after_seconds ?? 0;
  clock.now += (seconds - 1) * 1000;
  expect(rate.take("a")?.code).toBe("rate_limited");
  clock.now += 1000;
  expect(rate.take("a")).toBeUndefined();
});

test("connections do not pay for each other (agent-6)", () => {
  const { rate } = at(1);
  expect(rate.take("a")).toBeUndefined();
  expect(rate.take("b")).toBeUndefined();
  expect(rate.take("a")?.code).toBe("rate_limited");
});

test("0 is no limit", () => {
  const { rate } = at(0);
  for (let call = 0; call < 10_000; call += 1) expect(rate.take("a")).toBeUndefined();
});

test("connections that fell silent are forgotten", () => {
  const { clock, rate } = at(10);
  for (let index = 0; index < 100; index += 1) rate.take(`connection ${index}`);
  clock.now += 61_000;
  rate.take("a");
  expect(rate.size).toBe(1);
});

test("0 is no limit of open calls either, and what is answered is forgotten", () => {
  const open = new OpenLimit(0);
  const responses = Array.from({ length: 1000 }, () => new EventEmitter());
  for (const response of responses) expect(open.take("a", response)).toBeUndefined();
  for (const response of responses) response.emit("close");
  expect(open.size).toBe(0);
});
