import { compare } from "./collector.ts";
import {
  SCAN_VERSION,
  type Capability,
  type CapabilityUse,
  type FileSummary,
  type Finding,
  type ScanReport,
  type Span,
} from "./report.ts";

/** A report never takes more bytes than these; its bounds (see Collector) are chosen so. */
export const STORED_BYTES = 65_536;

/** Files are told by their place among the app's paths, which can be long. */
type StoredSpan = readonly [file: number, line: number, column: number, endColumn: number];

interface Stored {
  readonly version: number;
  readonly files: readonly (readonly [
    bytes: number,
    lines: number,
    longest: number,
    hidden: number,
    findings: number,
  ])[];
  readonly uses: readonly (readonly [
    Capability,
    name: string,
    total: number,
    places: readonly StoredSpan[],
  ])[];
  readonly packages: number;
  readonly findings: readonly (readonly [Finding["code"], StoredSpan, Finding["data"]])[];
  readonly totals: ScanReport["totals"];
}

/** A report as JSON of at most STORED_BYTES, without the paths of the app's files. */
export function storeReport(report: ScanReport): string {
  const places = new Map(report.files.map(({ file }, index) => [file, index]));
  const stored = ({ file, line, column, endColumn }: Span): StoredSpan => [
    places.get(file) ?? 0,
    line,
    column,
    endColumn,
  ];
  return JSON.stringify({
    version: report.version,
    files: report.files.map(({ bytes, lines, longest, hidden, findings }) => [
      bytes,
      lines,
      longest,
      hidden,
      findings,
    ]),
    uses: report.capabilities.map((use) => [use.capability, use.name, use.total, use.places.map(stored)]),
    packages: report.packages,
    findings: report.findings.map((finding) => [finding.code, stored(finding), finding.data]),
    totals: report.totals,
  } satisfies Stored);
}

/**
 * The report that was stored for the app whose files have these paths, in any order. Undefined when it was
 * made by other rules or for other files: scan them again.
 */
export function readReport(json: string, paths: Iterable<string>): ScanReport | undefined {
  const stored = JSON.parse(json) as Stored;
  const files = [...paths].toSorted(compare);
  if (stored.version !== SCAN_VERSION || stored.files.length !== files.length) return undefined;
  const span = ([file, line, column, endColumn]: StoredSpan): Span => ({
    file: files[file] ?? "",
    line,
    column,
    endColumn,
  });
  return {
    version: SCAN_VERSION,
    files: stored.files.map(([bytes, lines, longest, hidden, findings], index): FileSummary => {
      return { file: files[index] ?? "", bytes, lines, longest, hidden, findings };
    }),
    capabilities: stored.uses.map(([capability, name, total, places]): CapabilityUse => {
      return { capability, name, total, places: places.map(span) };
    }),
    packages: stored.packages,
    findings: stored.findings.map(([code, at, data]) => ({ ...span(at), code, data }) as Finding),
    totals: stored.totals,
  };
}
