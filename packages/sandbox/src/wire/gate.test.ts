import { expect, test, vi } from "vitest";
import type { ConsoleEntry } from "./console.ts";
import { createGate } from "./gate.ts";

const said = (text: string): ConsoleEntry => ({ kind: "said", level: "log", text });

test("passes the first on, makes no others, and tells how many those were", async () => {
  const passed: ConsoleEntry[] = [];
  const gate = createGate({ of: "said", most: 2, pass: (entry) => passed.push(entry) });
  const make = vi.fn((n: number) => said(`${n}`));
  for (let n = 0; n < 100; n += 1) gate(() => make(n));
  // The loop may have taken long enough for a few more.
  await vi.waitFor(() => expect(passed.at(-1)?.kind).toBe("missed"));
  const texts = passed.filter(({ kind }) => kind === "said");
  const missed = passed.reduce((sum, entry) => sum + (entry.kind === "missed" ? entry.count : 0), 0);
  expect(passed.slice(0, 2)).toEqual([said("0"), said("1")]);
  expect(texts.length + missed).toBe(100);
  expect(make).toHaveBeenCalledTimes(texts.length);

  passed.length = 0;
  gate(() => said("later"));
  expect(passed).toEqual([said("later")]);
});

test("what stands for many, and does not pass, is counted as many", async () => {
  const passed: ConsoleEntry[] = [];
  const gate = createGate({ of: "said", most: 1, pass: (entry) => passed.push(entry) });
  const many = { kind: "missed", of: "said", count: 2000 } as const;
  for (let n = 0; n < 3; n += 1) gate(() => many, many.count);
  const sum = () => passed.reduce((all, entry) => all + (entry.kind === "missed" ? entry.count : 0), 0);
  await vi.waitFor(() => expect(sum()).toBe(6000));
});
