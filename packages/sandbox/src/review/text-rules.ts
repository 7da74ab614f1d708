import type { Collector } from "./collector.ts";
import { codePointOf, type HiddenRun, hiddenRuns, timesOf } from "./hidden.ts";
import type { Lines } from "./lines.ts";
import type { FindingData, Span, Within } from "./report.ts";

const LONG_LINE = 500;
const BLANK_LINES = 50;
const BLANK_COLUMNS = 50;
const CODE_POINTS = 4;
const ESCAPES = 8;
const BLOB_UNITS = 200;
const SYMBOLS = 100;

/** Blanks of every kind, so that a line of odd ones does not end a run of blank lines. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** Letters of ASCII that are written as escapes, though they need not be. */
const ESCAPED = /\\x[2-7][\da-f]|\\u00[2-7][\da-f]|\\u\{0{0,4}[2-7][\da-f]\}/giu;
/**
 * What could be a run of each kind. All of them are taken whole and measured then: a least length within the
 * expression would be tried from every unit of a run that is too short.
 */
const RUNS = {
  blanks: /\s{2,}/gu,
  coded: /[A-Za-z\d+/_-]+={0,2}/gu,
  symbols: /[[\]()!+]+/gu,
};
const DATA_URL = /data:[\w.+/;=-]{0,80};base64,$/iu;
const SOURCE_MAP = /[#@]\s?source(?:Mapping)?URL\s?=/gu;
/** Bits of a unit that carries data; what repeats itself, as a ruler does, carries fewer. */
const LEAST_BITS = { base64: 4.2, hex: 3 };
const MEASURED_UNITS = 4_096;

/**
 * What the text of a file shows by itself, whatever kind of file it is. `within` tells in what part of the
 * file an offset is. Answers how many hidden characters there are.
 */
export function findInText(lines: Lines, collector: Collector, within: (offset: number) => Within): number {
  const found = { lines, collector };
  findBlankLines(found);
  for (let line = 1; line <= lines.count; line += 1)
    findInLine(lines.lineAt(line), lines.startOf(line), found);
  for (const { index, 0: match } of lines.text.matchAll(SOURCE_MAP)) {
    collector.find("source_map", lines.span(index, index + match.length), {});
  }
  return findHidden(found, within);
}

interface Found {
  readonly lines: Lines;
  readonly collector: Collector;
}

function findInLine(line: string, start: number, found: Found): void {
  const { lines, collector } = found;
  const end = start + line.length;
  if (line.length > LONG_LINE) {
    collector.find("long_line", lines.span(start, end), { length: line.length });
  }
  const escapes = Array.from(line.matchAll(ESCAPED), ({ index }) => index);
  if (escapes.length >= ESCAPES) {
    collector.find("obfuscation", lines.span(start + (escapes[0] ?? 0), end), { kind: "escapes" });
  }
  findRuns(line, start, found);
}

function findBlankLines({ lines, collector }: Found): void {
  let blanks = 0;
  for (let line = 1; line <= lines.count + 1; line += 1) {
    if (line <= lines.count && BLANK.test(lines.lineAt(line))) {
      blanks += 1;
      continue;
    }
    if (blanks > BLANK_LINES) {
      const first = lines.startOf(line - blanks);
      collector.find("blank_lines", lines.span(first, first), { lines: blanks });
    }
    blanks = 0;
  }
}

function findRuns(line: string, start: number, { lines, collector }: Found): void {
  const span = (index: number, run: string): Span => lines.span(start + index, start + index + run.length);
  for (const { index, 0: run } of line.matchAll(RUNS.blanks)) {
    const isLast = index + run.length === line.length;
    if (run.length > BLANK_COLUMNS && !isLast) {
      collector.find("blank_gap", span(index, run), { columns: run.length });
    }
  }
  if (line.length < SYMBOLS) return;
  for (const { index, 0: run } of line.matchAll(RUNS.symbols)) {
    if (run.length >= SYMBOLS) collector.find("obfuscation", span(index, run), { kind: "symbols" });
  }
  for (const { index, 0: run } of line.matchAll(RUNS.coded)) {
    if (run.length < BLOB_UNITS) continue;
    const kind = blobKind(run, line.slice(Math.max(0, index - 100), index));
    if (kind !== undefined) collector.find("encoded_blob", span(index, run), { kind, length: run.length });
  }
}

function blobKind(run: string, before: string): FindingData["encoded_blob"]["kind"] | undefined {
  if (DATA_URL.test(before)) return "data_url";
  const kind = /^[\da-f]+$/iu.test(run) ? "hex" : "base64";
  return bitsOf(run.slice(0, MEASURED_UNITS)) >= LEAST_BITS[kind] ? kind : undefined;
}

/** Shannon's measure: how many bits each unit carries if all were drawn alike. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const unit of text) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

function findHidden({ lines, collector }: Found, within: (offset: number) => Within): number {
  const groups = new Map<string, { readonly span: Span; readonly runs: HiddenRun[] }>();
  let hidden = 0;
  for (const run of hiddenRuns(lines.text)) {
    const span = lines.span(run.offset, run.offset + run.run.length);
    const key = `${span.line} ${run.kind}`;
    const group = groups.get(key) ?? { span, runs: [] };
    groups.set(key, group);
    group.runs.push(run);
    hidden += timesOf(run);
  }
  for (const { span, runs } of groups.values()) {
    const [first] = runs;
    if (first !== undefined) collector.find(first.kind, span, hiddenData(runs, within(first.offset)));
  }
  return hidden;
}

/** What a finding says of hidden characters of one line or path. */
export function hiddenData(runs: readonly HiddenRun[], within: Within): FindingData["invisible_character"] {
  const codePoints = [...new Set(runs.map(({ run }) => codePointOf(run)))].slice(0, CODE_POINTS);
  return { codePoints, times: runs.reduce((sum, run) => sum + timesOf(run), 0), within };
}
