import type { Scan, ScanSpan } from "@anteroom/features/kernel/context";
import { readReport, type Span } from "@anteroom/sandbox/review";

/** A stored report as the card takes it; undefined when other rules made it, or for other files. */
export function readScan(report: string, paths: Iterable<string>): Scan | undefined {
  const read = readReport(report, paths);
  if (!read) return undefined;
  return {
    capabilities: read.capabilities.map(({ capability, name, total, places }) => ({
      capability,
      name,
      total,
      places: places.map(spanOf),
    })),
    packages: read.packages,
    findings: read.findings.map(({ code, data, ...span }) => ({ ...spanOf(span), code, data: { ...data } })),
    totals: { ...read.totals },
  };
}

function spanOf({ file, line, column, endColumn }: Span): ScanSpan {
  return { file, line, column, end_column: endColumn };
}
