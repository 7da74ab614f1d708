import { glanced, NOTHING_SHOWN, type Glance, type Shown } from "./glance.ts";
import { countEndingBy, countStartingBy, partThrough, readablePart, type Span } from "./on-screen.ts";

export interface WatchReadingOptions {
  /** What of the window shows the page, and is not covered from above or below, in px of the viewport. */
  readonly view: () => Span;
  /** Lines `first` to `line` of the file were on screen, one after the other. */
  readonly onReached: (path: string, lines: { first: number; line: number }) => void;
}

/**
 * Watches a file's box, which holds one list of blocks, marked by `data-lines`; the answer stops it. What
 * counts as lines are elements with `data-step`, or else `data-line`, in the blocks or blocks themselves. Its
 * `data-view` names what they are lines of.
 */
export type WatchBox = (path: string, box: HTMLElement) => () => void;

/** What flashed by between two presses of a double click was not seen. */
const GLANCE_MS = 500;

/**
 * Tells how far each file has been on screen: a line counts when its end was inside both its box and the
 * window, above the decision bar, in a page that is looked at, and half a second later it was there still or
 * further up. What was jumped over does not count. Stops when the signal is aborted.
 */
export function watchReading({ view, onReached }: WatchReadingOptions, signal: AbortSignal): WatchBox {
  const paths = new Map<Element, string>();
  const onScreen = new Set<HTMLElement>();
  const glances = new Map<HTMLElement, Glance & { readonly of: string | undefined }>();
  let frame = 0;
  let shown: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    frame = 0;
    if (document.visibilityState !== "visible") return glances.clear();
    const uncovered = view();
    const now = performance.now();
    for (const box of onScreen) {
      const of = box.dataset["view"];
      const before = glances.get(box);
      // Rows of another comparison are other lines: having seen those says nothing of these.
      const glance = before?.of === of ? before : undefined;
      const { next, reached, wait } = glanced(glance, linesShown(box, uncovered), now - GLANCE_MS);
      glances.set(box, { ...next, since: next.since ?? now, of });
      const path = paths.get(box);
      if (reached && path !== undefined) onReached(path, reached);
      // A stretch that is drawn later says nothing when it is: it is as high as it was.
      if (!wait && box.querySelector("[data-waits]") === null) continue;
      clearTimeout(timer);
      timer = setTimeout(soon, GLANCE_MS);
    }
  }

  /**
   * Looks after the next frame but one was laid out: a chunk that came into sight has its true height only then,
   * and to look at it earlier would lay it out within the frame.
   */
  function soon(): void {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (shown = setTimeout(look)));
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
  // Scrolling does not bubble; in the capture phase every box and the page itself are heard.
  document.addEventListener("scroll", soon, { capture: true, passive: true, signal });
  document.addEventListener("visibilitychange", soon, { signal });
  window.addEventListener("resize", soon, { signal });
  signal.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    clearTimeout(shown);
    clearTimeout(timer);
    crossing.disconnect();
    resizing.disconnect();
  });

  return (path, box) => {
    const watched = [box, ...box.children];
    paths.set(box, path);
    crossing.observe(box);
    for (const element of watched) resizing.observe(element);
    return () => {
      paths.delete(box);
      onScreen.delete(box);
      glances.delete(box);
      crossing.unobserve(box);
      for (const element of watched) resizing.unobserve(element);
    };
  };
}

/** The numbers of the first line of a box that is on screen, and of the last whose end is. */
function linesShown(box: HTMLElement, view: Span): Shown {
  const part = readablePart(box.getBoundingClientRect(), view);
  const blocks = box.querySelector("[data-lines]")?.children;
  if (part === undefined || blocks === undefined) return NOTHING_SHOWN;
  // An empty file holds one sentence and no lines.
  if (blocks.length === 0) return { first: 1, line: 1 };
  return { first: firstLineShown(blocks, part), line: lastLineShown(blocks, part) };
}

function firstLineShown(blocks: HTMLCollection, part: Span): number {
  const above = { top: part.top, bottom: part.top };
  for (let at = countEndingBy(blocks.length, spanIn(blocks), above); at < blocks.length; at += 1) {
    const lines = linesIn(blocks[at]);
    // A note between lines has no number of its own.
    const line = lines
      .slice(countEndingBy(lines.length, spanIn(lines), above))
      .find((element) => stepOf(element) > 0);
    if (line) return firstStepOf(line) + partThrough(line.getBoundingClientRect(), part.top, part);
    // A stretch that is not drawn yet shows no line, whatever comes after it.
    if (blocks[at]?.hasAttribute("data-waits")) break;
  }
  return Number.POSITIVE_INFINITY;
}

function lastLineShown(blocks: HTMLCollection, part: Span): number {
  for (let at = countStartingBy(blocks.length, spanIn(blocks), part) - 1; at >= 0; at -= 1) {
    const lines = linesIn(blocks[at]);
    const whole = countEndingBy(lines.length, spanIn(lines), part);
    const begun = lines[whole];
    if (begun && stepOf(begun) > 0) {
      const through = partThrough(begun.getBoundingClientRect(), part.bottom, part);
      if (through > 0) return firstStepOf(begun) - 1 + through;
    }
    // A chunk whose first line is not yet whole, or a sign, which holds no lines: what is before it counts.
    const line = lines.slice(0, whole).findLast((element) => stepOf(element) > 0);
    if (line) return stepOf(line);
  }
  return 0;
}

/** What counts in a block: a fold stands for its lines itself. */
function linesIn(block: Element | undefined): Element[] {
  if (block === undefined) return [];
  return block.hasAttribute("data-step") ? [block] : Array.from(block.children);
}

/** The last line that an element stands for; 0 for none. */
function stepOf(element: Element): number {
  return Number(element.getAttribute("data-step") ?? element.getAttribute("data-line") ?? 0);
}

function firstStepOf(element: Element): number {
  return Number(element.getAttribute("data-first-step") ?? stepOf(element));
}

function spanIn(elements: ArrayLike<Element>): (index: number) => Span {
  return (index) => elements[index]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
}
