import { countEndingBy, countStartingBy, readablePart, type Span } from "./on-screen.ts";

export interface WatchReadingOptions {
  /** The scroll boxes of the files; each holds one list of chunks, marked by `data-lines`. */
  readonly boxes: readonly HTMLElement[];
  /** Where the page is covered from below, in px of the viewport. */
  readonly coveredFrom: () => number;
  /** Lines `first` to `line` of the box were on screen, and so it is taken were those before them. */
  readonly onReached: (box: HTMLElement, lines: { first: number; line: number }) => void;
}

/** What flashed by between two presses of a double click was not seen. */
const GLANCE_MS = 500;

interface Glance {
  readonly first: number;
  readonly line: number;
  /** When the line came on screen. */
  readonly since: number;
}

/**
 * Tells how far each file has been on screen: a line counts when its end was inside both its box and the
 * window, above the decision bar, in a page that is looked at, and half a second later it was there still or
 * further up. Stops when the signal is aborted.
 */
export function watchReading(
  { boxes, coveredFrom, onReached }: WatchReadingOptions,
  signal: AbortSignal,
): void {
  const onScreen = new Set<HTMLElement>();
  const glances = new Map<HTMLElement, Glance>();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    frame = 0;
    if (document.visibilityState !== "visible") return glances.clear();
    const view = { top: 0, bottom: Math.min(document.documentElement.clientHeight, coveredFrom()) };
    const now = performance.now();
    for (const box of onScreen) {
      const { first, line } = linesShown(box, view);
      const glance = glances.get(box);
      if (glance !== undefined && glance.line <= line) {
        if (now - glance.since < GLANCE_MS) continue;
        if (glance.line > 0) onReached(box, glance);
        if (glance.line === line && glance.first === first) continue;
      }
      glances.set(box, { first, line, since: now });
      clearTimeout(timer);
      timer = setTimeout(soon, GLANCE_MS);
    }
  }

  /** Looks after the next frame was laid out: a chunk has its true height only once it is drawn. */
  function soon(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
  }

  const crossing = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (isIntersecting) onScreen.add(target);
      else if (onScreen.delete(target)) glances.delete(target);
    }
    soon();
  });
  const resizing = new ResizeObserver(soon);
  for (const box of boxes) {
    crossing.observe(box);
    resizing.observe(box);
    if (box.firstElementChild) resizing.observe(box.firstElementChild);
  }
  // Scrolling does not bubble; in the capture phase every box and the page itself are heard.
  document.addEventListener("scroll", soon, { capture: true, passive: true, signal });
  document.addEventListener("visibilitychange", soon, { signal });
  window.addEventListener("resize", soon, { signal });
  signal.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    crossing.disconnect();
    resizing.disconnect();
  });
}

/** The numbers of the first line of a box that is on screen, and of the last whose end is; 0 for none. */
function linesShown(box: HTMLElement, view: Span): { first: number; line: number } {
  const scrolls = box.scrollHeight > box.clientHeight + 1;
  const part = readablePart(box.getBoundingClientRect(), view, scrolls);
  const blocks = box.querySelector("[data-lines]")?.children;
  if (part === undefined || blocks === undefined) return { first: 0, line: 0 };
  // An empty file holds one sentence and no lines.
  if (blocks.length === 0) return { first: 1, line: 1 };
  return { first: firstLineShown(blocks, part), line: lastLineShown(blocks, part) };
}

function firstLineShown(blocks: HTMLCollection, part: Span): number {
  const above = { top: part.top, bottom: part.top };
  const block = blocks[countEndingBy(blocks.length, spanIn(blocks), above)];
  const lines = Array.from(block?.children ?? []);
  // A note between lines has no number of its own.
  const shown = lines.slice(countEndingBy(lines.length, spanIn(lines), above));
  const line = shown.find((element) => element.hasAttribute("data-line"));
  return Number(line?.getAttribute("data-line") ?? Number.POSITIVE_INFINITY);
}

function lastLineShown(blocks: HTMLCollection, part: Span): number {
  for (let at = countStartingBy(blocks.length, spanIn(blocks), part) - 1; at >= 0; at -= 1) {
    const lines = blocks[at]?.children ?? blocks;
    const line = lines[countEndingBy(lines.length, spanIn(lines), part) - 1];
    // A chunk whose first line is not yet whole, or a sign, which holds no lines: what is before it counts.
    const number = Number(line?.getAttribute("data-line") ?? 0);
    if (number > 0) return number;
  }
  return 0;
}

function spanIn(elements: ArrayLike<Element>): (index: number) => Span {
  return (index) => elements[index]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
}
