import { parse, type Scope, type Token } from "#sucrase-parser";

/** How Sucrase's parser reads a file. */
export interface Reading {
  readonly isJsx: boolean;
  readonly isTypeScript: boolean;
}

/** Compiled code. */
const PLAIN: Reading = { isJsx: false, isTypeScript: false };

/** The tokens of a text, which tell code from what strings and comments hold. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly scopes: readonly Scope[];
  /** The text of the token of this index; empty beyond the ends. */
  readonly text: (index: number) => string;
}

/** @throws SyntaxError with `pos`. */
export function readTokens(code: string, { isJsx, isTypeScript }: Reading = PLAIN): Tokens {
  const { tokens, scopes } = parse(code, isJsx, isTypeScript, false);
  const texts = tokens.map(({ start, end }) => code.slice(start, end));
  return { tokens, scopes, text: (index) => texts[index] ?? "" };
}
