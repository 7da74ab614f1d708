import { expect, test } from "vitest";
import { capabilityDelta } from "./delta.ts";
import type { CapabilityUse } from "./report.ts";
import { placeOf, scanFiles } from "./testing/scan-text.ts";

const FORMER = `import { storage } from "@anteroom/app";\nimport "react";\nstorage.get("cards");\n`;
const NEXT = `import { shared } from "@anteroom/app";\nimport "react";\nimport "lodash";\nshared.get("cards");\nnavigator.clipboard.writeText("x");\n`;

function told(uses: readonly CapabilityUse[]): string[] {
  return uses.map(({ capability, name, places }) => `${capability} ${name} ${places.map(placeOf).join(" ")}`);
}

test("what is new, what is gone and what stays, each with its places", () => {
  const delta = capabilityDelta(scanFiles({ "Board.tsx": FORMER }), scanFiles({ "Board.tsx": NEXT }));
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
  expect(delta.sizeJump).toBeUndefined();
});

test("of a new app everything is new", () => {
  const report = scanFiles({ "Board.tsx": NEXT });
  expect(capabilityDelta(undefined, report)).toEqual({
    added: report.capabilities,
    removed: [],
    kept: [],
    sizeJump: undefined,
  });
});

test("a jump in size, in bytes or in files", () => {
  const small = scanFiles({ "a.ts": "// é\n" });
  const large = scanFiles({ "a.ts": "// a\n".repeat(2_000) });
  const many = scanFiles(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}.ts`, ""])));
  expect(capabilityDelta(small, large).sizeJump).toEqual({
    before: { files: 1, bytes: 6 },
    after: { files: 1, bytes: 10_000 },
  });
  expect(capabilityDelta(small, many).sizeJump?.after).toEqual({ files: 9, bytes: 0 });
  expect(capabilityDelta(large, small).sizeJump).toBeUndefined();
  expect(capabilityDelta(small, scanFiles({ "a.ts": "// a\n".repeat(20) })).sizeJump).toBeUndefined();
});
