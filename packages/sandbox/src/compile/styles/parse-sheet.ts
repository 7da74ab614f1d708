import { quote } from "@anteroom/app-format";
import type { CssSyntaxError, Root } from "postcss";
// By itself, since the whole of PostCSS is half as large again.
import parse from "postcss/lib/parse";
import { diagnostic, positionAt, type Diagnostic } from "../../wire/diagnostic.ts";

/** Brackets within one another, at most: what reads a sheet recurses. */
const DEEPEST = 64;

/** Tells apart what is no bracket though it looks like one: comments, strings and escapes. */
const BRACKET = /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|\\[^]|[([{]|[)\]}]/gu;

/** A place in a stylesheet where something is wrong: a UTF-16 offset in the file's text, and what it is. */
export interface Fault {
  readonly file: string;
  readonly offset: number;
  readonly message: string;
}

/** A stylesheet that cannot be taken; thrown inside `styles/` alone. */
export class StyleFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }

  /** As it is told, with the lines around; `text` is that of the fault's file. */
  diagnostic(text: string): Diagnostic {
    const { file, offset, message } = this.fault;
    return diagnostic(text, { file, ...positionAt(text, offset) }, message);
  }
}

/**
 * Parses a stylesheet. Where a browser drops what it cannot read without a word, this tells.
 *
 * @throws StyleFault
 */
export function parseSheet(file: string, text: string): Root {
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    throw new StyleFault({ file, offset: deep, message: `Nested more than ${DEEPEST} brackets deep.` });
  }
  let root: Root;
  try {
    // As an address, or in Node it would become a path of the machine; and no map is looked for.
    root = parse(text, { from: ORIGIN + file, map: false }) as Root;
  } catch (error) {
    throw faultOf(error, { file, text });
  }
  refuseWhatBrowsersDrop(root, file);
  return root;
}

const ORIGIN = "app://";

/** Where a node was written, also after it was moved into another sheet. */
export function nodePlace(node: {
  readonly source?: {
    readonly input: { readonly from: string };
    readonly start?: { readonly offset: number };
  };
}): { file: string; offset: number } {
  const { input, start } = node.source ?? {};
  return { file: input?.from.slice(ORIGIN.length) ?? "", offset: start?.offset ?? 0 };
}

/** An error of the parser, or of what works on its trees, as a fault; `at` is where no place is told. */
export function faultOf(error: unknown, at: { readonly file: string; readonly text: string }): StyleFault {
  if (error instanceof StyleFault) return error;
  if (!isSyntaxError(error)) throw error;
  const { line, column, reason } = error;
  const file = error.file?.slice(ORIGIN.length) ?? at.file;
  const text = error.input?.source ?? at.text;
  return new StyleFault({ file, offset: offsetOf(text, line ?? 1, column ?? 1), message: wordsFor(reason) });
}

function isSyntaxError(error: unknown): error is CssSyntaxError {
  return error instanceof Error && error.name === "CssSyntaxError";
}

const WORDS: Readonly<Record<string, string>> = {
  "Unclosed block": "This block is never closed: a } is missing.",
  "Unclosed comment": "This comment is never closed: */ is missing.",
  "Unclosed string": "This string is never closed.",
  "Unclosed bracket": "This bracket is never closed.",
  "Unclosed quote": "This string is never closed.",
  "Unexpected }": "This } closes nothing.",
  "Missed semicolon": "A ; is missing here.",
  "Double colon": "A declaration has one colon: property: value.",
  "At-rule without name": "An @ needs a name behind it.",
};

function wordsFor(reason: string): string {
  const word = /^Unknown word(.*)$/su.exec(reason)?.[1]?.trim();
  if (word === "") return "This is neither a rule nor a declaration (property: value).";
  if (word !== undefined) return `${quote(word)} is neither a rule nor a declaration (property: value).`;
  return Object.hasOwn(WORDS, reason) ? (WORDS[reason] ?? reason) : reason;
}

/** The parser counts lines by LF alone. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let before = 1; before < line; before += 1) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: match, index } of text.matchAll(BRACKET)) {
    if (/^[([{]$/u.test(match)) depth += 1;
    else if (/^[)\]}]$/u.test(match)) depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return index;
  }
  return undefined;
}

function refuseWhatBrowsersDrop(root: Root, file: string): void {
  for (const node of root.nodes) {
    const { offset } = nodePlace(node);
    if (node.type === "decl") {
      throw new StyleFault({ file, offset, message: "This declaration stands in no rule: selector { … }." });
    }
  }
  root.walk((node) => {
    const text = node.type === "rule" ? node.selector : node.type === "decl" ? node.prop : "";
    if (!text.startsWith("//")) return;
    const { offset } = nodePlace(node);
    throw new StyleFault({ file, offset, message: "CSS has no comments with //, only /* … */." });
  });
}
