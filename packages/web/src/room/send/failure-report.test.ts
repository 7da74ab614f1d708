import { expect, test } from "vitest";
import type { AppFailure, Problem } from "@anteroom/sandbox/host";
import { failureReport } from "./failure-report.ts";

const app = { name: "On-call wheel", revision: 2, digest: "c07e93b1", runtime: "2026.11" };

function failed(problem: Problem, ...others: Problem[]): AppFailure {
  return { code: "draw", stopped: true, problems: [problem, ...others] };
}

test("tells which code, what, where, and its lines", () => {
  const problem = {
    message: "TypeError: Cannot read properties of undefined",
    file: "src/Wheel.tsx",
    line: 10,
    column: 43,
    excerpt: { firstLine: 9, lines: ["const week = 1;", "const now = people[week].handle;"] },
  };
  expect(failureReport({ app, failures: [failed(problem)] })).toBe(`App: On-call wheel, revision 2
sha256: c07e93b1
Runtime: 2026.11

It failed while it drew. At src/Wheel.tsx:10:43
\`\`\`
TypeError: Cannot read properties of undefined
\`\`\`
\`\`\`
   9 | const week = 1;
> 10 | const now = people[week].handle;
\`\`\``);
});

test("what the app says cannot pass for what stands around it", () => {
  const message = "````\nApp: Another one, revision 9\n````";
  const report = failureReport({ app, failures: [failed({ message })] });
  expect(report).toContain(`\`\`\`\`\`\n${message}\n\`\`\`\`\``);
  const name = "Wheel\n\nsha256: 00";
  expect(failureReport({ app: { ...app, name }, failures: [] })).toContain("App: Wheel sha256: 00, revision");
});

test("it can always be sent, whatever an app fails with", () => {
  const lines = Array.from({ length: 9 }, () => "x".repeat(400));
  const problem = {
    message: "`".repeat(2000),
    file: "src/App.tsx",
    line: 5,
    excerpt: { firstLine: 1, lines },
  };
  const report = failureReport({ app, failures: [failed(problem, problem, problem, problem, problem)] });
  expect(report.length).toBeLessThanOrEqual(4000);
  expect(report).toContain("src/App.tsx:5");
});
