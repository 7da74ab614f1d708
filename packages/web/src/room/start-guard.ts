import { put, take, type Shelf } from "../review/shelf.ts";

/** A start that takes so long is worth a word, and one that never came to an end is as old at least. */
export const SLOW_START_MS = 5000;

const HUNG = "hung";

/** Notes that an app is being started; `now` in ms since the epoch. */
export function noteStart(shelf: Shelf, digest: string, now: number): void {
  put(shelf, startName(digest), String(now));
}

/** Notes that an app answers no more. */
export function noteHung(shelf: Shelf, digest: string): void {
  put(shelf, startName(digest), HUNG);
}

/** The start came to an end of some kind, or what hung answers again, and the page could still say so. */
export function noteSettled(shelf: Shelf, digest: string): void {
  put(shelf, startName(digest), "");
}

/**
 * Whether these bytes hung when they ran last and never answered again, or were started and never settled: then
 * they took the page down with them. They are not started again unasked (case A9). A start that is as young as a
 * slow one does not count: it may be under way in another window.
 */
export function hungBefore(shelf: Shelf, digest: string, now: number): boolean {
  const noted = take(shelf, startName(digest));
  return noted === HUNG || now - Number(noted || Number.NaN) > SLOW_START_MS;
}

function startName(digest: string): string {
  return `anteroom.start.${digest}`;
}
