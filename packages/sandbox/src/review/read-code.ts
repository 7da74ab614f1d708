import { CodeRules, type FileNames } from "./code-rules.ts";
import type { Collector } from "./collector.ts";
import { Effort, TooMuch } from "./effort.ts";
import { generatedLook } from "./generated.ts";
import type { Lines } from "./lines.ts";
import { LoopReader } from "./loops.ts";
import { readModule } from "./module.ts";
import { parseCode, type Parsed } from "./parse-code.ts";
import type { Unread, Within } from "./report.ts";
import { UseFinder } from "./uses.ts";
import { Values } from "./values.ts";
import { partsOf } from "./within.ts";
import { findWords, namesOf, namesOfUnread } from "./words.ts";

/** What is needed of a file beyond what the collector has. */
export interface FileFacts extends FileNames {
  readonly within: (offset: number) => Within;
}

/** Reads a file of code; where it cannot be read, or not all of it, it is searched for words besides. */
export function readCode(lines: Lines, collector: Collector): FileFacts {
  const parsed = parseCode(lines.file, lines.text);
  const { facts, unread } = readProgram(lines, collector, parsed);
  const found =
    unread === undefined ? undefined : skipCode(lines, collector, { unread, offset: parsed.offset });
  const names = facts?.names.filter(({ within }) => within === "code").map(({ name }) => name) ?? [];
  const look = generatedLook(lines.text, names);
  if (look !== undefined) collector.find("generated", lines.span(0, 0), look);
  return facts ?? found ?? textFacts(lines);
}

/** Searches a file of code for words, and says that it was not read. */
export function skipCode(lines: Lines, collector: Collector, { unread, offset }: Skipped): FileFacts {
  collector.find("unread", lines.span(offset, offset), { reason: unread });
  findWords(lines, collector);
  return { ...namesOfUnread(lines), within: () => "file" };
}

interface Skipped {
  readonly unread: Unread;
  readonly offset: number;
}

/** Takes a file for mere text. */
export function textFacts(lines: Lines): FileFacts {
  return { ...namesOf(lines), within: () => "file" };
}

function readProgram(
  lines: Lines,
  collector: Collector,
  { program, comments, unread }: Parsed,
): { readonly facts?: FileFacts; readonly unread: Unread | undefined } {
  if (program === undefined) return { unread };
  try {
    const effort = new Effort(lines.text);
    const loops = new LoopReader();
    const module = readModule(program, effort, loops);
    const values = new Values(module, effort);
    const code = { lines, module, values, effort, collector };
    new UseFinder(code).find();
    const facts = new CodeRules(code).find(loops.unending);
    const within = partsOf(module.nodes, comments);
    return { facts: { ...facts, within }, unread: values.gaveUp ? "too_complex" : unread };
  } catch (error) {
    if (error instanceof TooMuch) return { unread: "too_complex" };
    throw error;
  }
}
