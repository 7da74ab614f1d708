import { expect, it } from "vitest";
import { neighboursOf } from "./neighbours.ts";

it("leads through what waits, and stops at its ends", () => {
  const waiting = ["a", "b", "c"];
  expect(neighboursOf("a", waiting)).toEqual({ at: 1, all: 3, next: "/connected/proposals/b" });
  expect(neighboursOf("b", waiting)).toEqual({
    at: 2,
    all: 3,
    previous: "/connected/proposals/a",
    next: "/connected/proposals/c",
  });
  expect(neighboursOf("c", waiting)).toEqual({ at: 3, all: 3, previous: "/connected/proposals/b" });
});

it("leads from a decided proposal to the one that has waited longest", () => {
  expect(neighboursOf("gone", ["a", "b"])).toEqual({ at: 0, all: 2, next: "/connected/proposals/a" });
  expect(neighboursOf("gone", [])).toEqual({ at: 0, all: 0 });
});
