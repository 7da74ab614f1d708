import { expect, test } from "vitest";
import { AUDIT_WORDS } from "./audit-words.ts";

const sources = import.meta.glob<string>("../../../features/src/audit/writes.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("everything that is audited is said in words", () => {
  const audited = [
    ...Object.values(sources)
      .join("")
      .matchAll(/\| "([a-z_]+\.[a-z_]+)"/g),
  ].map(([, action]) => action);
  expect(audited).toContain("member.removed");
  expect(Object.keys(AUDIT_WORDS).toSorted()).toEqual(audited.toSorted());
});
