/** What is used of Sucrase's own parser (3.35.1), which ships without types beside it. */
export interface Token {
  /** A number for each kind of token. */
  readonly type: number;
  /** UTF-16 offsets of the token. */
  readonly start: number;
  readonly end: number;
  /** 0 at the top level of the file, more within functions and blocks. */
  readonly scopeDepth: number;
  /** Whether it is part of a type, which no code is left of. */
  readonly isType: boolean;
  /** What a name does: 2 where it is declared at the top level, 10 as the key of a property. */
  readonly identifierRole: number | null;
}

/** A block, or the parameters and body of a function. */
export interface Scope {
  readonly startTokenIndex: number;
  /** The first token after it. */
  readonly endTokenIndex: number;
  readonly isFunctionScope: boolean;
}

/** The last of the scopes is the whole file. @throws SyntaxError with `pos` (a UTF-16 offset). */
export function parse(
  code: string,
  isJsx: boolean,
  isTypeScript: boolean,
  isFlow: boolean,
): { readonly tokens: readonly Token[]; readonly scopes: readonly Scope[] };
