import { expect, test } from "vitest";
import { watchQueue, type NoticeWatch } from "./notice-watch.ts";

/** A page that read the queue at each step, seen or hidden. */
function after(...steps: readonly [ids: string, look: "seen" | "hidden"][]): NoticeWatch {
  const watch = steps.reduce<NoticeWatch | undefined>(
    (before, [ids, look]) => watchQueue(before, ids.split(" ").filter(Boolean), look === "hidden"),
    undefined,
  );
  if (!watch) throw new Error("Nothing was read.");
  return watch;
}

test("what waits already is no news", () => {
  expect(after(["a b", "hidden"])).toMatchObject({ fresh: [], tells: false });
});

test("a newcomer is told once, and only while nobody looks", () => {
  expect(after(["a", "seen"], ["a b", "hidden"])).toMatchObject({ fresh: ["b"], tells: true });
  expect(after(["a", "seen"], ["a b", "hidden"], ["a b", "hidden"]).tells).toBe(false);
  expect(after(["a", "seen"], ["a b", "seen"])).toMatchObject({ fresh: [], tells: false });
  expect(after(["a", "seen"], ["a b", "seen"], ["a b", "hidden"]).tells).toBe(false);
});

test("newcomers are told together, without those that were decided meanwhile", () => {
  expect(after(["", "seen"], ["a b", "hidden"], ["a b c", "hidden"]).fresh).toEqual(["a", "b", "c"]);
  expect(after(["", "seen"], ["a b", "hidden"], ["b c", "hidden"]).fresh).toEqual(["b", "c"]);
});

test("once the page was looked at, only what comes later is fresh", () => {
  const looked = after(["", "seen"], ["a", "hidden"], ["a", "seen"], ["a b", "hidden"]);
  expect(looked).toMatchObject({ fresh: ["b"], tells: true });
});
