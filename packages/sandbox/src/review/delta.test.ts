import { expect, test } from "vitest";
import { capabilityDelta, isSizeJump } from "./delta.ts";
import type { CapabilityUse } from "./report.ts";
import { placeOf, scanFiles } from "./testing/scan-text.ts";

const FORMER = `import { storage } from "@anteroom/app";\nimport "react";\nstorage.get("cards");\n`;
const NEXT = `import { shared } from "@anteroom/app";\nimport "react";\nimport "lodash";\nshared.get("cards");\nnavigator.clipboard.writeText("x");\n`;

function told(uses: readonly CapabilityUse[]): string[] {
  return uses.map(({ capability, name, places }) => `${capability} ${name} ${places.map(placeOf).join(" ")}`);
}

test("what is new, what is gone and what stays, each with its places", () => {
  const [former, next] = [FORMER, NEXT].map((text) => scanFiles({ "Board.tsx": text }).capabilities);
  const delta = capabilityDelta(former ?? [], next ?? []);
  expect(told(delta.added)).toEqual([
    "package lodash Board.tsx:3:8-16",
    "storage_shared shared Board.tsx:4:1-7",
    "clipboard write Board.tsx:5:21-30",
  ]);
  expect(told(delta.removed)).toEqual(["storage_own storage Board.tsx:3:1-8"]);
  expect(told(delta.kept)).toEqual([
    "package @anteroom/app Board.tsx:1:24-39",
    "package react Board.tsx:2:8-15",
  ]);
});

test("a jump in size, in bytes or in files", () => {
  const small = { files: 1, bytes: 6 };
  const large = { files: 1, bytes: 10_000 };
  expect(isSizeJump(small, large)).toBe(true);
  expect(isSizeJump(small, { files: 9, bytes: 6 })).toBe(true);
  expect(isSizeJump(large, small)).toBe(false);
  expect(isSizeJump(small, { files: 1, bytes: 100 })).toBe(false);
});
