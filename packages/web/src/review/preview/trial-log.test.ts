import { expect, test } from "vitest";
import type { ConsoleEntry } from "@anteroom/sandbox/host";
import { EMPTY_LOG, logged, type TrialLog } from "./trial-log.ts";

const said = (text: string): ConsoleEntry => ({ kind: "said", level: "log", text });
const reached = (address: string): ConsoleEntry => ({ kind: "refused", what: "connect", address });

function told(...entries: readonly ConsoleEntry[]): TrialLog {
  return logged(
    EMPTY_LOG,
    entries.map((entry) => ({ type: "told", entry })),
  );
}

test("lists what was said in order, and the same again as one row", () => {
  const log = told(said("a"), said("b"), said("b"), { kind: "said", level: "warn", text: "b" }, said("b"));
  expect(log.rows).toMatchObject([
    { text: "a", times: 1 },
    { text: "b", times: 2 },
    { text: "b", level: "warn", times: 1 },
    { text: "b", times: 1 },
  ]);
  expect(log.count).toBe(5);
});

test("keeps the newest 200, and counts all", () => {
  const log = told(...Array.from({ length: 500 }, (_, n) => said(`${n}`)), {
    kind: "missed",
    of: "said",
    count: 1_000,
  });
  expect(log.rows).toHaveLength(200);
  expect(log.rows.slice(-2)).toMatchObject([{ text: "499" }, { kind: "missed", count: 1_000 }]);
  expect(log.count).toBe(1_500);
  expect(new Set(log.rows.map(({ id }) => id)).size).toBe(200);
});

test("an app that clears its console hides nothing, a person who does so does", () => {
  const log = told(said("a"), { kind: "cleared" }, said("b"), reached("x"));
  expect(log.rows).toMatchObject([{ text: "a" }, { kind: "cleared" }, { text: "b" }]);
  const cleared = logged(log, [{ type: "clear" }]);
  expect([cleared.rows, cleared.count]).toEqual([[], 0]);
  expect(cleared.refused).toHaveLength(1);
});

test("lists each try once, the first 200, and counts all", () => {
  const first: ConsoleEntry = { kind: "refused", what: "connect", address: "x", file: "a.ts", line: 2 };
  const log = told(first, reached("x"), { kind: "refused", what: "image", address: "x" });
  expect(log.refused).toEqual([
    { what: "connect", address: "x", place: { file: "a.ts", line: 2 }, times: 2 },
    { what: "image", address: "x", times: 1 },
  ]);
  const many = told(first, ...Array.from({ length: 500 }, (_, n) => reached(`${n}`)), {
    kind: "missed",
    of: "refused",
    count: 7,
  });
  expect([many.refused.length, many.tries, many.refused[0]?.address]).toEqual([200, 508, "x"]);
});

test("holds on to the last error, with its place; a refusal is none", () => {
  const problem = { message: "Error: boom", file: "src/App.tsx", line: 3 };
  const fault = { message: "Error: boom", place: { file: "src/App.tsx", line: 3 } };
  const log = logged(EMPTY_LOG, [
    { type: "failed", failure: { code: "run", stopped: false, problems: [problem] } },
    { type: "failed", failure: { code: "policy", stopped: false, problems: [{ message: "no" }] } },
  ]);
  expect(log).toMatchObject({ rows: [{ kind: "fault", fault }], lastFault: fault, count: 1 });
});
