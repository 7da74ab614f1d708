import type { FindingCode, ScanReport, Span } from "../report.ts";
import { scanApp } from "../scan-app.ts";

/** The report of an app of these files. */
export function scanFiles(files: Readonly<Record<string, string>>): ScanReport {
  return scanApp(new Map(Object.entries(files)));
}

/** What an app of one file of code is seen to use, as `capability name`. */
export function usesOf(code: string): string[] {
  return scanFiles({ "src/App.tsx": code }).capabilities.map(
    ({ capability, name }) => `${capability} ${name}`,
  );
}

/** Findings of one code, or of all, as `file:line:column-endColumn code data`. */
export function findingsOf({ findings }: ScanReport, code?: FindingCode): string[] {
  return findings
    .filter((finding) => code === undefined || finding.code === code)
    .map((finding) => `${placeOf(finding)} ${finding.code} ${JSON.stringify(finding.data)}`);
}

export function placeOf({ file, line, column, endColumn }: Span): string {
  return `${file}:${line}:${column}-${endColumn}`;
}

/** The text at a place of an app's files, by the line ends that a card counts. */
export function textAt(files: Readonly<Record<string, string>>, span: Span): string {
  const line = files[span.file]?.split(/\r\n|[\n\r\u2028\u2029]/u)[span.line - 1];
  return line?.slice(span.column - 1, span.endColumn - 1) ?? "no such line";
}
