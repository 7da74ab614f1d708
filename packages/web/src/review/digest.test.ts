import { expect, it } from "vitest";
import { groupedDigest, shortDigest } from "./digest.ts";

it("shortens a digest to its first eight digits", () => {
  expect(shortDigest("41d07be2c9aa05f1")).toBe("41d07be2");
});

it("groups every digit of a digest", () => {
  expect(groupedDigest("41d07be2c9aa05f1")).toBe("41d0 7be2 c9aa 05f1");
  expect(groupedDigest("41d07")).toBe("41d0 7");
});
