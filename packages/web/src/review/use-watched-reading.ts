import { useCallback, useEffect, useRef, type Dispatch, type RefObject } from "react";
import type { Span } from "./on-screen.ts";
import type { ReadingAction } from "./reading.ts";
import { watchReading, type WatchBox } from "./watch-reading.ts";

export interface WatchedReading {
  /** What covers the page from below. */
  readonly bar: RefObject<HTMLElement | null>;
  readonly dispatch: Dispatch<ReadingAction>;
}

/**
 * Tells the reading how far each file that is given to the answer has been on screen, and keeps what takes the
 * focus above the bar. The answer keeps its identity.
 */
export function useWatchedReading({ bar, dispatch }: WatchedReading): WatchBox {
  const open = useRef(new Map<HTMLElement, OpenBox>());
  const watch = useRef<WatchBox>(undefined);
  useEffect(() => {
    const leave = new AbortController();
    const boxes = open.current;
    watch.current = watchReading(
      {
        view: () => uncoveredBy(bar.current),
        onReached: (path, { first, line }) => dispatch({ type: "reached", path, first, line }),
      },
      leave.signal,
    );
    // Boxes are drawn before the page's effects run.
    for (const [box, opened] of boxes) opened.stop = watch.current(opened.path, box);
    return () => {
      watch.current = undefined;
      for (const opened of boxes.values()) opened.stop?.();
      leave.abort();
    };
  }, [bar, dispatch]);
  useCoveredFocus(bar);

  return useCallback((path, box) => {
    open.current.set(box, { path, stop: watch.current?.(path, box) });
    return () => {
      open.current.get(box)?.stop?.();
      open.current.delete(box);
    };
  }, []);
}

/** What of the window shows the page: above the bar, and below the search while that is open. */
function uncoveredBy(bar: Element | null): Span {
  const { clientHeight } = document.documentElement;
  const above = document.querySelector("[data-covers-top]")?.getBoundingClientRect();
  return {
    top: above && above.top <= 0 ? above.bottom : 0,
    bottom: Math.min(clientHeight, bar?.getBoundingClientRect().top ?? clientHeight),
  };
}

interface OpenBox {
  readonly path: string;
  stop: (() => void) | undefined;
}

function useCoveredFocus(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    const { style } = document.documentElement;
    if (!element) return;
    const leave = new AbortController();
    const measure = (): void => {
      const stays = getComputedStyle(element).position === "sticky";
      const covered = document.documentElement.clientHeight - element.getBoundingClientRect().top;
      style.setProperty("--covered", `${stays ? Math.max(0, Math.round(covered)) : 0}px`);
      style.scrollPaddingBlockEnd = "calc(var(--covered) + 12px)";
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    // In a low window it does not stay.
    window.addEventListener("resize", measure, { signal: leave.signal });
    return () => {
      watcher.disconnect();
      leave.abort();
      style.removeProperty("--covered");
      style.scrollPaddingBlockEnd = "";
    };
  }, [bar]);
}
