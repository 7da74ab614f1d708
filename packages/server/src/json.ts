import { isUtf8 } from "node:buffer";
import { textProblem } from "@anteroom/app-format";
import { type Path, placeOf } from "./place.ts";

/** How deep objects and arrays may nest; no operation comes near it. */
const MAX_DEPTH = 64;
/**
 * How many values one text may hold, members and items alike; no operation comes near it. A hundred thousand
 * members of one object keep the event loop for a tenth of a second, and millions of empty lists for a whole one.
 */
const MAX_VALUES = 10_000;

/** Why a body is refused as JSON. `where` is a place in the value, or a line and column of the text. */
export class JsonProblem extends Error {
  readonly kind: "syntax" | "duplicate_key" | "too_deep" | "too_many_values";
  readonly where: string | undefined;

  constructor(kind: JsonProblem["kind"], message: string, where?: string) {
    super(message);
    this.name = "JsonProblem";
    this.kind = kind;
    this.where = where;
  }
}

export interface ParsedJson {
  readonly value: unknown;
  /** How the member asked for is spelled in the text: numbers lose digits when they are parsed. */
  readonly spelled: string | undefined;
  /** No text of the value can hold a NUL or a lone surrogate: both can only be written as an escape. */
  readonly plain: boolean;
}

/**
 * Reads one JSON text strictly: UTF-8 (a byte order mark is let through), no key twice in one object, at most
 * 64 levels and 10,000 values. `__proto__` is a key like any other.
 *
 * The platform's parser does the work; one walk over the text counts members. Where a key stands twice,
 * the value has fewer members than its text, so no key need be looked at as long as both counts agree.
 *
 * @param member name of a member of the outermost object whose spelling is wanted.
 * @throws JsonProblem
 */
export function parseJson(bytes: Buffer, member?: string): ParsedJson {
  const text = decode(bytes);
  const walked = walk(text, member);
  // Before parsing, which takes a second over millions of brackets.
  if (walked.depth > MAX_DEPTH) {
    throw new JsonProblem("too_deep", `Values nest more than ${MAX_DEPTH} levels deep.`);
  }
  if (walked.values > MAX_VALUES) {
    throw new JsonProblem("too_many_values", `There are more than ${MAX_VALUES} values in one message.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonProblem("syntax", "This is not valid JSON.", positionIn(error));
  }
  if (walked.members !== countMembers(value)) {
    throw new JsonProblem("duplicate_key", "A key stands twice in one object.", findDuplicate(text));
  }
  return { value, spelled: walked.spelled, plain: !text.includes("\\u") };
}

/** The first text of a value, keys included, that holds a NUL or a lone surrogate, and which of the two. */
export function findUnfitText(value: unknown): { path: Path; what: string } | undefined {
  if (typeof value === "string") {
    const problem = textProblem(value);
    return problem && { path: [], what: problem.kind };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const inKey = textProblem(key);
    if (inKey) return { path: [step], what: inKey.kind };
    const found = findUnfitText(item);
    if (found) return { path: [step, ...found.path], what: found.what };
  }
  return undefined;
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new JsonProblem("syntax", "This is not valid UTF-8.");
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString("utf8", marked ? 3 : 0);
}

/** The line and column that the parser names; its sentence is not used, since it quotes the body. */
function positionIn(error: unknown): string | undefined {
  const found = error instanceof Error ? /\(line (\d+) column (\d+)\)/u.exec(error.message) : null;
  return found ? `line ${found[1]}, column ${found[2]}` : undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

interface Walked {
  members: number;
  /** Commas, and brackets that open: at least as many as values, the outermost one aside. */
  values: number;
  depth: number;
  spelled: string | undefined;
}

/** Walks over a text string by string; what it finds is worth something once the text has been parsed. */
function walk(text: string, member: string | undefined): Walked {
  const walked: Walked = { members: 0, values: 0, depth: 0, spelled: undefined };
  let depth = 0;
  let keyFrom = 0;
  let keyTo = 0;
  /** Where the value of the wanted member begins, while the walk is inside it. */
  let valueFrom = -1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        keyFrom = at;
        at = endOfString(text, at);
        keyTo = at + 1;
        break;
      case COLON:
        walked.members += 1;
        if (depth === 1 && member !== undefined && isString(text.slice(keyFrom, keyTo), member)) {
          valueFrom = at + 1;
        }
        break;
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        walked.values += 1;
        depth += 1;
        if (depth > walked.depth) walked.depth = depth;
        break;
      case COMMA:
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        if (depth === 1 && valueFrom !== -1) {
          walked.spelled = text.slice(valueFrom, at).trim();
          valueFrom = -1;
        }
        if (text.charCodeAt(at) === COMMA) walked.values += 1;
        else depth -= 1;
        break;
    }
  }
  return walked;
}

/** The index of the quote that ends the string whose first quote stands at `from`; the text's end without one. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

function isString(literal: string, wanted: string): boolean {
  if (literal.length === wanted.length + 2) return literal === `"${wanted}"`;
  // Beyond six units for each of its own it says something else; a long one would be read at every colon after it.
  if (literal.length > 6 * wanted.length + 2 || !literal.includes("\\")) return false;
  try {
    return JSON.parse(literal) === wanted;
  } catch {
    // The text is no JSON, which is found when it is parsed.
    return false;
  }
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : items.length;
  for (const item of items) members += countMembers(item);
  return members;
}

const SPACES = /\s*/uy;
const SCALAR = /[^\s,\]}]*/uy;

/** The place of the first key that stands twice in its object. Slow, and only for saying no. */
function findDuplicate(text: string): string | undefined {
  let at = 0;
  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  };
  const blank = (): void => skip(SPACES);
  const string = (): string => {
    const from = at;
    at = endOfString(text, at) + 1;
    return JSON.parse(text.slice(from, at)) as string;
  };
  const object = (path: Path): Path | undefined => {
    const seen = new Set<string>();
    for (at += 1, blank(); text[at] !== "}"; blank()) {
      if (text[at] === ",") at += 1;
      blank();
      const key = string();
      if (seen.has(key)) return [...path, key];
      seen.add(key);
      blank();
      at += 1;
      const found = value([...path, key]);
      if (found) return found;
    }
    at += 1;
    return undefined;
  };
  const array = (path: Path): Path | undefined => {
    at += 1;
    blank();
    for (let index = 0; text[at] !== "]"; index += 1, blank()) {
      if (text[at] === ",") at += 1;
      const found = value([...path, index]);
      if (found) return found;
    }
    at += 1;
    return undefined;
  };
  const value = (path: Path): Path | undefined => {
    blank();
    if (text[at] === "{") return object(path);
    if (text[at] === "[") return array(path);
    if (text[at] === '"') string();
    else skip(SCALAR);
    return undefined;
  };
  const found = value([]);
  return found && placeOf(found);
}
