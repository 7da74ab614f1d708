/** What is used of Sucrase's own parser (3.35.1), which ships without types beside it. */
export interface Token {
  /** A number for each kind of token. */
  readonly type: number;
  /** UTF-16 offsets of the token. */
  readonly start: number;
  readonly end: number;
  /** 0 at the top level of the file, more within functions and blocks. */
  readonly scopeDepth: number;
}

/** @throws SyntaxError with `pos` (a UTF-16 offset). */
export function parse(
  code: string,
  isJsx: boolean,
  isTypeScript: boolean,
  isFlow: boolean,
): { readonly tokens: readonly Token[] };
