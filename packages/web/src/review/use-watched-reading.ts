import { useEffect, type Dispatch, type RefObject } from "react";
import type { Proposal } from "../data/index.ts";
import { fileBoxes } from "./file-boxes.ts";
import type { ReadingAction } from "./reading.ts";
import { watchReading } from "./watch-reading.ts";

export interface WatchedReading {
  /** What holds the files' boxes. */
  readonly list: RefObject<HTMLElement | null>;
  /** What covers the page from below. */
  readonly bar: RefObject<HTMLElement | null>;
  readonly files: Proposal["files"];
  readonly dispatch: Dispatch<ReadingAction>;
}

/** Tells the reading how far each file has been on screen, and keeps what takes the focus above the bar. */
export function useWatchedReading({ list, bar, files, dispatch }: WatchedReading): void {
  useEffect(() => {
    if (!list.current) return;
    const boxes = fileBoxes(list.current);
    const leave = new AbortController();
    watchReading(
      {
        boxes,
        coveredFrom: () => bar.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY,
        onReached(box, { first, line }) {
          const path = files[boxes.indexOf(box)]?.path;
          if (path !== undefined) dispatch({ type: "reached", path, first, line });
        },
      },
      leave.signal,
    );
    return () => leave.abort();
  }, [list, bar, files, dispatch]);

  useEffect(() => {
    const element = bar.current;
    const { style } = document.documentElement;
    if (!element) return;
    const watcher = new ResizeObserver(() => {
      const covered = document.documentElement.clientHeight - element.getBoundingClientRect().top;
      style.scrollPaddingBlockEnd = `${Math.max(0, Math.round(covered)) + 12}px`;
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.scrollPaddingBlockEnd = "";
    };
  }, [bar]);
}
