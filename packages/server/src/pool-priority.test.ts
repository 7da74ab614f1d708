import { readFile } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { expect, test } from "vitest";
import { letPoolGiveWay, poolThreads } from "./pool-priority.ts";

test("the pool's threads give way, where threads have priorities of their own, and the event loop does not", async () => {
  const before = getPriority();
  await readFile(import.meta.filename);
  letPoolGiveWay();
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  const threads = poolThreads();
  expect(threads.map((id) => getPriority(id))).toEqual(threads.map(() => PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(before);
  // Still of use.
  expect(await readFile(import.meta.filename, "utf8")).toContain("still of use".slice(1));
});
