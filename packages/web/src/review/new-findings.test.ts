import { describe, expect, test } from "vitest";
import type { Proposal } from "../data/index.ts";
import type { Finding, Scan } from "./finding-words.ts";
import { newFindings } from "./new-findings.ts";

type File = Proposal["files"][number];
type Base = NonNullable<Proposal["base"]>;

const PATH = "src/App.tsx";

function found(line: number, code = "endless_loop", path = PATH): Finding {
  return { file: path, line, column: 1, end_column: 2, code, data: {} };
}
function scan(findings: Finding[], totals: Record<string, number> = {}): Scan {
  return { capabilities: [], packages: 0, findings, totals };
}
function file(text: string, change: NonNullable<File["change"]> = "changed", path = PATH): File {
  return { path, bytes: text.length, lines: 1, sha256: text, text, change };
}
function base(text: string, findings: Finding[], totals: Record<string, number> = {}): Base {
  const files = [{ path: PATH, sha256: text, text }];
  return { proposal_id: "prop-1", revision: 1, kind: "approved", files, scan: scan(findings, totals) };
}
const LOOP = "while (true) {}";

describe("a finding is new", () => {
  test("when nothing of its kind stood in that line, wherever the line stands now", () => {
    const now = scan([found(2), found(3)]);
    const files = [file(`//\n${LOOP}\nfor (;;) {}`)];
    expect([...newFindings(now, files, base(LOOP, [found(1)]))]).toEqual([1]);
  });

  test("when it stands there once more than before", () => {
    const now = scan([found(1), found(2)]);
    expect([...newFindings(now, [file(`${LOOP}\n${LOOP}`)], base(LOOP, [found(1)]))]).toEqual([1]);
  });

  test("in a file that was added", () => {
    const added = file(LOOP, "added", "src/b.ts");
    const now = scan([found(1, "endless_loop", "src/b.ts")]);
    expect([...newFindings(now, [file("//"), added], base("//x", []))]).toEqual([0]);
  });

  test("but not in a file that is the same, which the base does not list", () => {
    const same = file(LOOP, "same", "src/b.ts");
    const one = found(1, "endless_loop", "src/b.ts");
    expect(newFindings(scan([one]), [file("//"), same], base("//x", [one])).size).toBe(0);
  });

  test("but not because the base listed only some, when its line stood there", () => {
    const now = scan([found(1), found(2)]);
    const files = [file(`${LOOP}\nfor (;;) {}`)];
    const cut = base(`${LOOP}\n//`, [], { endless_loop: 90 });
    expect([...newFindings(now, files, cut)]).toEqual([1]);
  });
});

test("without a base, or without its scan, nothing is called new", () => {
  const { scan: _, ...unscanned } = base("", []);
  for (const none of [undefined, unscanned]) {
    expect(newFindings(scan([found(1)]), [file(LOOP)], none).size).toBe(0);
  }
});
