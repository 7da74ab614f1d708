import { isOwnPath } from "../compile/own-path.ts";
import { hostsIn, packageOf } from "./addresses.ts";
import type { FileNames, Named } from "./code-rules.ts";
import type { Collector } from "./collector.ts";
import type { Lines } from "./lines.ts";
import { APP_EXPORTS, APP_PACKAGE, WORDS } from "./rules.ts";

const WORD = new RegExp(
  String.raw`(?<![\w$])(?:${[...WORDS.keys()].join("|").replaceAll(".", String.raw`\s{0,9}\.\s{0,9}`)})(?![\w$])`,
  "gu",
);
const IMPORTED = /(?<![\w$.])(?:from|import|require)\s{0,9}\(?\s{0,9}["']([^"'\n]{1,200})["']/gu;
const NAME = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu;
const MARKUP = /<script\b|\bon[a-z]{2,30}\s{0,9}=|(?:java|vb)script:/giu;

/** What code that is not read names, whether it stands in a comment, a text or the code. */
export function findWords(lines: Lines, collector: Collector): void {
  const { text } = lines;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const rule = WORDS.get(word.replace(/\s/gu, ""));
    if (rule) collector.use(rule.capability, rule.name, lines.span(index, index + word.length));
  }
  for (const { index, 0: match, 1: specifier = "" } of text.matchAll(IMPORTED)) {
    if (isOwnPath(specifier)) continue;
    collector.use("package", packageOf(specifier), lines.span(index, index + match.length));
  }
  if (!text.includes(APP_PACKAGE)) return;
  for (const { capability, name } of APP_EXPORTS.values()) {
    const index = text.indexOf(name);
    if (index !== -1) collector.use(capability, name, lines.span(index, index + name.length));
  }
}

/** The scripts of a drawing or page. */
export function findMarkup(lines: Lines, collector: Collector): void {
  for (const { index, 0: match } of lines.text.matchAll(MARKUP)) {
    collector.use("raw_html", "script", lines.span(index, index + match.length));
  }
}

/** What is compared over all files of an app, as far as it can be told from the text alone. */
export function namesOf(lines: Lines): FileNames {
  const hosts = Array.from(hostsIn(lines.text), ({ host, offset, length }) => ({
    host,
    span: lines.span(offset, offset + length),
  }));
  return { hosts, names: [] };
}

/** The same of code that is not read, with all its words beyond ASCII. */
export function namesOfUnread(lines: Lines): FileNames {
  const names = new Map<string, Named>();
  for (const { index, 0: name } of lines.text.matchAll(NAME)) {
    if (names.has(name) || !/[^\0-\x7f]/u.test(name)) continue;
    names.set(name, { name, span: lines.span(index, index + name.length), within: "file" });
  }
  return { hosts: namesOf(lines).hosts, names: [...names.values()] };
}
