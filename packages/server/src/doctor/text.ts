import type { Diagnosis } from "./diagnose.ts";
import type { Finding } from "./finding.ts";

const WORDS = { ok: "ok", warning: "warning", problem: "PROBLEM" } as const;
const INDENT = " ".repeat(9);

/** What `anteroom admin doctor` prints: a line for each check with what to do below it, what it gives, and the sum. */
export function diagnosisText({ checks, gives }: Diagnosis): string {
  const lines = [...checks.flatMap(linesOf), ...(gives.length > 0 ? ["", "If an app hangs:"] : [])];
  return `${[...lines, ...gives.map((line) => `  ${line}`), "", sumOf(checks)].join("\n")}\n`;
}

function linesOf({ check, outcome, what, todo }: Finding): string[] {
  const line = `${WORDS[outcome].padEnd(INDENT.length)}${check}: ${what}`;
  return todo === undefined ? [line] : [line, `${INDENT}→ ${todo}`];
}

function sumOf(checks: readonly Finding[]): string {
  const count = (outcome: Finding["outcome"]) => checks.filter((one) => one.outcome === outcome).length;
  const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  if (count("problem") + count("warning") === 0) return "All is well.";
  return `${counted(count("problem"), "problem")}, ${counted(count("warning"), "warning")}.`;
}
