import "./highlights.css";
import { TOKEN_KINDS } from "./token-kind.ts";

/** The names by which highlights.css paints; what comes later lies above what comes before. */
const NAMES = [
  ...TOKEN_KINDS.map((kind) => `code-${kind}` as const),
  "diff-added",
  "diff-removed",
  "found",
  "found-here",
] as const;
export type HighlightName = (typeof NAMES)[number];

/** Whether this browser can paint text without elements; where it cannot, code is shown in one colour. */
export function canPaint(): boolean {
  return typeof CSS !== "undefined" && "highlights" in CSS && typeof Highlight !== "undefined";
}

/** Paints ranges under a name, and takes them back when the answer is called. */
export function paint(name: HighlightName, ranges: readonly AbstractRange[]): () => void {
  let highlight = CSS.highlights.get(name);
  if (highlight === undefined) {
    highlight = new Highlight();
    highlight.priority = NAMES.indexOf(name);
    CSS.highlights.set(name, highlight);
  }
  const painted = highlight;
  for (const range of ranges) painted.add(range);
  return () => {
    for (const range of ranges) painted.delete(range);
  };
}
