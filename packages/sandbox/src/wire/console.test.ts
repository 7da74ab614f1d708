import { expect, test } from "vitest";
import type { ConsoleEntry } from "./console.ts";
import { readGuestMessage } from "./messages.ts";

/** The entry that the page makes of what came over the port. */
function read(entry: unknown): ConsoleEntry | undefined {
  const message = readGuestMessage({ type: "console", entry });
  return message?.type === "console" ? message.entry : undefined;
}

test.each<ConsoleEntry>([
  { kind: "said", level: "warn", text: "" },
  { kind: "cleared" },
  { kind: "refused", what: "connect", address: "https://example.test/" },
  { kind: "refused", what: "dialog", address: "", file: "src/App.tsx", line: 3 },
  { kind: "missed", of: "refused", count: 1 },
])("reads %j", (entry) => {
  expect(read(entry)).toEqual(entry);
});

test("bounds texts, and takes no more than the form has", () => {
  expect(read({ kind: "said", level: "log", text: "x".repeat(5_000), html: "<b>", at: 1 })).toEqual({
    kind: "said",
    level: "log",
    text: `${"x".repeat(1_999)}…`,
  });
  const refused = { kind: "refused", what: "image", address: "a".repeat(5_000) };
  expect(read({ ...refused, file: "src/App.tsx", line: 0.5 })).toEqual({
    ...refused,
    address: `${"a".repeat(1_999)}…`,
  });
});

test.each([
  undefined,
  null,
  "said",
  [],
  { kind: "approved" },
  { kind: "said", level: "log" },
  { kind: "said", level: "fatal", text: "" },
  { kind: "said", level: "constructor", text: "" },
  { kind: "said", level: ["log"], text: "" },
  { kind: "said", level: "log", text: { toString: "x" } },
  { kind: "refused", what: "all", address: "" },
  { kind: "refused", what: "image", address: null },
  { kind: "missed", of: "cleared", count: 1 },
  { kind: "missed", of: "said", count: -1 },
  { kind: "missed", of: "said", count: 1e300 },
  { kind: "missed", of: "said", count: "9" },
])("takes %j for nothing", (entry) => {
  expect(read(entry)).toBeUndefined();
});
