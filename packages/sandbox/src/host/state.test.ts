import { expect, test } from "vitest";
import { reportedFailure } from "./state.ts";

const FILES = new Map([["src/App.tsx", "one\ntwo\nthree"]]);

test("a reported failure carries the lines from the app's own files", () => {
  const report = { phase: "draw", message: "boom", file: "src/App.tsx", line: 2, column: 1 } as const;
  expect(reportedFailure(FILES, report)).toEqual({
    code: "draw",
    stopped: true,
    problems: [
      {
        message: "boom",
        file: "src/App.tsx",
        line: 2,
        column: 1,
        excerpt: { firstLine: 1, lines: ["one", "two", "three"] },
      },
    ],
  });
});

test("a place that the app does not have is left out", () => {
  const report = { phase: "run", message: "boom" } as const;
  const plain = { code: "run", stopped: false, problems: [{ message: "boom" }] };
  expect(reportedFailure(FILES, { ...report, file: "src/Other.tsx", line: 1 })).toEqual(plain);
  expect(reportedFailure(FILES, { ...report, line: 1 })).toEqual(plain);
  expect(reportedFailure(FILES, { ...report, file: "src/App.tsx", line: 4 }).problems).toEqual([
    { message: "boom", file: "src/App.tsx" },
  ]);
});
