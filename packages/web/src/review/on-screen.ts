/** A stretch of the screen from top to bottom, in CSS px of the viewport. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Layout is told in fractions of a px. */
const TOLERANCE = 1;

/**
 * The part of a file's box in which lines count as seen, or undefined where it is off screen. `view` is what the
 * window shows of the page, without the decision bar. What of the file was jumped over is judged elsewhere.
 */
export function readablePart(box: Span, view: Span): Span | undefined {
  const top = Math.max(box.top, view.top);
  const bottom = Math.min(box.bottom, view.bottom);
  return bottom <= top ? undefined : { top, bottom };
}

/** How many of `count` spans in a row, each below the one before, end within `part`, from the first on. */
export function countEndingBy(count: number, spanOf: (index: number) => Span, part: Span): number {
  return firstIndex(count, (index) => spanOf(index).bottom > part.bottom + TOLERANCE);
}

/** How many of `count` spans in a row begin above the end of `part`, from the first on. */
export function countStartingBy(count: number, spanOf: (index: number) => Span, part: Span): number {
  return firstIndex(count, (index) => spanOf(index).top >= part.bottom);
}

/**
 * How much of a line is above an edge, from 0 to below 1; 0 for a line that fits into `part`, which counts whole
 * or not at all.
 */
export function partThrough(line: Span, edge: number, part: Span): number {
  const height = line.bottom - line.top;
  if (height <= part.bottom - part.top) return 0;
  return Math.min(Math.max(0, (edge - line.top) / height), 1 - Number.EPSILON);
}

/** The first index for which `holds` is true, where it stays true from there on; `count` when none. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
