/**
 * Where quoted lines stand in a text, to the letter: the number of the first, from 1, of the place nearest to
 * where they stood (`near`); undefined where they stand no more.
 */
export function findQuote(
  lines: readonly string[],
  quote: readonly string[],
  near: number,
): number | undefined {
  if (quote.length === 0) return undefined;
  let best: number | undefined;
  for (let at = 0; at + quote.length <= lines.length; at += 1) {
    if (best !== undefined && at + 1 - near >= Math.abs(best - near)) break;
    if (quote.every((line, index) => lines[at + index] === line)) {
      if (best === undefined || Math.abs(at + 1 - near) < Math.abs(best - near)) best = at + 1;
    }
  }
  return best;
}
