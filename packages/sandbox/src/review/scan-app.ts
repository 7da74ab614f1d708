import { utf8Bytes, type AppFiles } from "@anteroom/app-format";
import { kindOf } from "../compile/kinds.ts";
import { shorten } from "../wire/diagnostic.ts";
import { Collector, compare, QUOTED_UNITS } from "./collector.ts";
import { Lines } from "./lines.ts";
import { findInPaths, NameReader } from "./names.ts";
import { readCode, skipCode, textFacts, type FileFacts } from "./read-code.ts";
import { SCAN_VERSION, type FileSummary, type ScanReport, type Span } from "./report.ts";
import { styleLoads } from "./style.ts";
import { findInText } from "./text-rules.ts";
import { findMarkup } from "./words.ts";

export interface ScanOptions {
  /**
   * Whether code is read, which is usual. Else it is searched for words only, which takes little time
   * whatever the code is: for files whose scan had to be ended.
   */
  readonly readsCode?: boolean;
}

/**
 * What the files of an app show of themselves: what their code uses and tries, and what a reader should look
 * at. From the files alone, the same for the same files, bounded (see ScanReport), and whatever they hold:
 * code that cannot be read is searched for words, and the report says so.
 *
 * Synchronous and without state. Run it in a worker thread with CHECK_LIMITS, for the parser's sake, and end
 * the thread when it takes long.
 */
export function scanApp(files: AppFiles, { readsCode = true }: ScanOptions = {}): ScanReport {
  const collector = new Collector();
  const names = new NameReader();
  const hosts = new Map<string, { readonly span: Span; times: number }>();
  const ordered = [...files].toSorted(([a], [b]) => compare(a, b));
  const texts = new Map(ordered.map(([file, text]) => [file, new Lines(file, text)]));
  const hidden = new Map<string, number>();
  findInPaths([...texts.keys()], collector);
  for (const [file, lines] of texts) {
    const facts = readFile(lines, collector, readsCode);
    names.read(facts.names);
    for (const { host, span } of facts.hosts) {
      const known = hosts.get(host) ?? { span, times: 0 };
      hosts.set(host, known);
      known.times += 1;
    }
    hidden.set(file, findInText(lines, collector, facts.within));
  }
  names.find(collector);
  for (const [host, { span, times }] of hosts) {
    collector.find("url", span, { host: shorten(host, QUOTED_UNITS), times });
  }
  const summaries = [...texts].map(([file, lines]): FileSummary => ({
    file,
    bytes: utf8Bytes(lines.text),
    lines: lines.count,
    longest: lines.longest,
    hidden: hidden.get(file) ?? 0,
    findings: collector.findingsIn(file),
  }));
  const { capabilities, packages, findings, totals } = collector;
  return { version: SCAN_VERSION, files: summaries, capabilities, packages, findings, totals };
}

/** Reads a file by its kind; everything but what its text shows by itself. */
function readFile(lines: Lines, collector: Collector, readsCode: boolean): FileFacts {
  const kind = kindOf(lines.file);
  if (kind === "code") {
    if (readsCode) return readCode(lines, collector);
    return skipCode(lines, collector, { unread: "skipped", offset: 0 });
  }
  if (kind === "style") {
    for (const { name, offset, length } of styleLoads(lines.text)) {
      collector.use("network", name, lines.span(offset, offset + length));
    }
  }
  if (/\.(?:svg|x?html?|xml)$/iu.test(lines.file)) findMarkup(lines, collector);
  return textFacts(lines);
}
