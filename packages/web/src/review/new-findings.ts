import type { Proposal } from "../data/index.ts";
import { cutLines } from "./diff/cut-lines.ts";
import type { Finding, Scan } from "./finding-words.ts";

type Base = NonNullable<Proposal["base"]>;

/**
 * The findings that the base did not have, by their place in the scan's findings: nothing of that kind stood in
 * the same line of the same file. Of a base that was not scanned, or of none, nothing is said.
 */
export function newFindings(
  scan: Scan,
  files: Proposal["files"],
  base: Base | undefined,
): ReadonlySet<number> {
  if (base?.scan === undefined) return new Set();
  const textNow = new Map(files.map(({ path, text }) => [path, text]));
  // A file that the base does not list is the same in both.
  const textThen = new Map([...textNow, ...base.files.map(({ path, text }) => [path, text] as const)]);
  for (const { path, change } of files) if (change === "added") textThen.delete(path);
  const [lineNow, lineThen] = [linesOf(textNow), linesOf(textThen)];
  const left = Map.groupBy(base.scan.findings, (finding) => keyOf(finding, lineThen(finding)));
  const isCut = cutCodes(base.scan);
  const linesThen = new Map<string, ReadonlySet<string>>();

  const found = new Set<number>();
  for (const [index, finding] of scan.findings.entries()) {
    const line = lineNow(finding);
    if (left.get(keyOf(finding, line))?.pop()) continue;
    // Where not all were listed, a line that stood there already tells nothing new.
    const known = linesThen.get(finding.file) ?? new Set(cutLines(textThen.get(finding.file) ?? "").lines);
    linesThen.set(finding.file, known);
    if (!(isCut.has(finding.code) && known.has(line))) found.add(index);
  }
  return found;
}

/** The codes of which a scan lists only some findings. */
function cutCodes({ findings, totals }: Scan): ReadonlySet<string> {
  const listed = Map.groupBy(findings, ({ code }) => code);
  return new Set(Object.keys(totals).filter((code) => (totals[code] ?? 0) > (listed.get(code)?.length ?? 0)));
}

function keyOf({ file, code, data }: Finding, line: string): string {
  return JSON.stringify([file, code, data, line]);
}

/** The text of the line of a finding. */
function linesOf(texts: ReadonlyMap<string, string>): (finding: Finding) => string {
  const cut = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const lines = cut.get(file) ?? cutLines(texts.get(file) ?? "").lines;
    cut.set(file, lines);
    return lines[line - 1] ?? "";
  };
}
