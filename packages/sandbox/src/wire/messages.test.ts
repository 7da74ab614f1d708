import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isFrameInit, isFrameReady, readGuestMessage } from "./messages.ts";

test("reads what a frame says", () => {
  expect(readGuestMessage({ type: "running" })).toEqual({ type: "running" });
  expect(readGuestMessage({ type: "step", more: 1 })).toEqual({ type: "step" });
  const report = { phase: "draw", message: "boom", file: "src/App.tsx", line: 3, column: 4 };
  expect(readGuestMessage({ type: "failed", report })).toEqual({ type: "failed", report });
});

test("believes no more than the form of a message", () => {
  const report = { phase: "run", message: "x".repeat(5_000), file: 7, line: -1, column: 1.5, html: "<b>" };
  expect(readGuestMessage({ type: "failed", report })).toEqual({
    type: "failed",
    report: { phase: "run", message: `${"x".repeat(1_999)}…` },
  });
});

test("of a message that is far too long no more is kept than its beginning", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapNow = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapNow();
  const kept = Array.from({ length: 10 }, (_, n) => {
    const message = `${n} `.repeat(5_000_000);
    return readGuestMessage({ type: "failed", report: { phase: "run", message } });
  });
  expect(heapNow() - before).toBeLessThan(10_000_000);
  expect(kept).toHaveLength(10);
});

test.each([
  undefined,
  null,
  "running",
  { type: "approve" },
  { type: "failed" },
  { type: "failed", report: null },
  { type: "failed", report: { phase: "compile", message: "" } },
  { type: "failed", report: { phase: "run", message: {} } },
])("takes %j for no message", (value) => {
  expect(readGuestMessage(value)).toBeUndefined();
});

test("knows a greeting from other messages to the window", () => {
  expect(isFrameReady({ anteroom: 2, type: "ready" })).toBe(true);
  expect(isFrameReady({ type: "ready" })).toBe(false);
  expect(isFrameReady("ready")).toBe(false);
  expect(isFrameInit({ anteroom: 2, type: "init" })).toBe(true);
  expect(isFrameInit({ anteroom: 1, type: "init" })).toBe(false);
});
