import { put, take, type Shelf } from "../review/shelf.ts";

/** An app that draws nothing for so long may hang. */
export const SLOW_START_MS = 5000;

/** Notes that an app is being started; `now` in ms since the epoch. */
export function noteStart(shelf: Shelf, digest: string, now: number): void {
  put(shelf, startName(digest), String(now));
}

/** The start came to an end of some kind, and the page could still say so. */
export function noteSettled(shelf: Shelf, digest: string): void {
  put(shelf, startName(digest), "");
}

/**
 * Whether these bytes were started before and never settled: the app hung, or took the page down with it.
 * Then it is not started again unasked (case A9). A start that is as young as a slow one does not count: it
 * may be under way in another window.
 */
export function hungBefore(shelf: Shelf, digest: string, now: number): boolean {
  const started = Number(take(shelf, startName(digest)) || Number.NaN);
  return now - started > SLOW_START_MS;
}

function startName(digest: string): string {
  return `anteroom.start.${digest}`;
}
