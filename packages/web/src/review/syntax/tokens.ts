import { TOKEN_KINDS, type TokenKind } from "./token-kind.ts";

/**
 * The tokens of a text in order, none over another: three numbers for each, where it starts, where it ends, and
 * the index of its kind. Plain numbers, since they are handed over from beside the page.
 */
export type Tokens = Uint32Array<ArrayBuffer>;

const PARTS = 3;

/** Calls `put` for each token that lies between two places of the text, or part of which does, in order. */
export function tokensBetween(
  tokens: Tokens,
  { from, to }: { readonly from: number; readonly to: number },
  put: (from: number, to: number, kind: TokenKind) => void,
): void {
  for (let at = firstEndingAfter(tokens, from); at < tokens.length; at += PARTS) {
    const [start = 0, end = 0, index = 0] = tokens.subarray(at, at + PARTS);
    if (start >= to) return;
    const kind = TOKEN_KINDS[index];
    if (kind !== undefined) put(Math.max(start, from), Math.min(end, to), kind);
  }
}

function firstEndingAfter(tokens: Tokens, place: number): number {
  let low = 0;
  let high = tokens.length / PARTS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((tokens[middle * PARTS + 1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low * PARTS;
}
