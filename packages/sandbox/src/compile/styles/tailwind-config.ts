import { quote } from "@anteroom/app-format";
import { diagnostic, positionAt, type Diagnostic } from "../../wire/diagnostic.ts";
import { readTokens, type Tokens } from "../tokens.ts";

/** The plain values of a config, as Tailwind takes them. */
export type ReadConfig =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly errors: readonly Diagnostic[] };

/** Of no use here: what is scanned, and what `dark:` means, is known. */
const UNREAD = new Set(["content", "purge", "darkMode", "mode", "future", "experimental"]);

/**
 * Reads a Tailwind config without running it: plain values alone. What is none (a function, a spread, a
 * plugin) is an error at its place.
 */
export function readTailwindConfig(file: string, text: string): ReadConfig {
  try {
    const tokens = readTokens(text, { isJsx: false, isTypeScript: true });
    return { ok: true, values: new Literals(tokens).config() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
    const place = { file, ...positionAt(text, offset) };
    const message =
      error instanceof Unread ? error.message : `This is no code that can be read: ${error.message}`;
    return { ok: false, errors: [diagnostic(text, place, message)] };
  }
}

/** Something in a config that is no plain value. */
class Unread extends Error {
  readonly pos: number;

  constructor(pos: number, message: string) {
    super(message);
    this.pos = pos;
  }
}

type Values = Record<string, unknown>;

const DEEPEST = 32;
const OPENS = new Set(["(", "[", "{", "${"]);
const CLOSES = new Set([")", "]", "}"]);

/** Reads literals from tokens, one after another. */
class Literals {
  readonly #tokens: Tokens;
  #at = 0;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  config(): Values {
    this.#at = this.#start();
    if (this.#text !== "{")
      throw this.#unread("A Tailwind config is read only as a plain object: export default { … }.");
    return this.#object(0);
  }

  /** Where the exported object begins. */
  #start(): number {
    const { tokens, text } = this.#tokens;
    const all = tokens.map((_token, index) => text(index));
    const after = (...words: string[]): number => {
      const found = all.findIndex((_text, index) =>
        words.every((word, offset) => all[index + offset] === word),
      );
      return found === -1 ? -1 : found + words.length;
    };
    const exported = Math.max(after("export", "default"), after("module", ".", "exports", "="));
    const name = all[exported] ?? "";
    if (exported === -1 || !/^[\w$]+$/u.test(name)) return Math.max(exported, 0);
    const declared = Math.max(after("const", name), after("let", name), after("var", name));
    const equals = all.indexOf("=", declared);
    return declared === -1 || equals === -1 ? exported : equals + 1;
  }

  get #text(): string {
    return this.#tokens.text(this.#at);
  }

  #take(): string {
    const text = this.#text;
    this.#at += 1;
    return text;
  }

  #object(depth: number): Values {
    const values: Values = {};
    this.#take();
    while (this.#text !== "}") {
      const start = this.#at;
      const key = keyOf(this.#take());
      if (key === undefined || this.#take() !== ":") {
        this.#at = start;
        throw this.#unread();
      }
      if (depth === 0 && UNREAD.has(key)) this.#skip();
      else if (depth === 0 && /^(?:plugins|presets)$/u.test(key)) this.#nothing(key);
      // Not by assignment: of `__proto__` that would make a prototype.
      else Object.defineProperty(values, key, { value: this.#value(depth + 1), enumerable: true });
      if (this.#text !== "}" && this.#take() !== ",") throw this.#unread();
    }
    this.#take();
    return values;
  }

  #array(depth: number): unknown[] {
    const values: unknown[] = [];
    this.#take();
    while (this.#text !== "]") {
      values.push(this.#value(depth + 1));
      if (this.#text !== "]" && this.#take() !== ",") throw this.#unread();
    }
    this.#take();
    return values;
  }

  #value(depth: number): unknown {
    const text = this.#text;
    if (depth > DEEPEST) throw this.#unread("Nested too deeply.");
    if (text === "{") return this.#object(depth);
    if (text === "[") return this.#array(depth);
    const value = plainValue(text);
    if (value === undefined) throw this.#unread();
    this.#take();
    // A value that goes on is none: a sum, a call.
    if (!/^[,}\]]$/u.test(this.#text)) throw this.#unread();
    return value;
  }

  #skip(): void {
    for (let depth = 0; this.#at < this.#tokens.tokens.length; this.#at += 1) {
      if (depth === 0 && /^[,}]$/u.test(this.#text)) return;
      if (OPENS.has(this.#text)) depth += 1;
      if (CLOSES.has(this.#text)) depth -= 1;
    }
  }

  #nothing(key: string): void {
    const start = this.#at;
    if (this.#take() === "[" && this.#take() === "]") return;
    this.#at = start;
    throw this.#unread(`Tailwind's ${key} are not available in an app. Leave them out of the config.`);
  }

  #unread(
    message = `${quote(this.#text)} is no plain value, and a Tailwind config is not run. Write the value itself, or put it into a stylesheet: @theme { --color-brand: #123456; }.`,
  ): Unread {
    return new Unread(this.#tokens.tokens[this.#at]?.start ?? 0, message);
  }
}

function keyOf(text: string): string | undefined {
  if (/^["']/u.test(text)) return unquoted(text);
  return /^[\w$.]+$/u.test(text) ? text : undefined;
}

function plainValue(text: string): string | number | boolean | undefined {
  if (/^["']/u.test(text)) return unquoted(text);
  if (/^[\d.]+$/u.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : undefined;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\([^])/gu, "$1");
}
