/** How far the server's clock is ahead of this browser's, in ms. */
let ahead = 0;

/** A difference below this is the answer's way through the network, or the second that a Date header is cut to. */
const TOLERATED_MS = 5000;

/** Learns the server's time from an answer that just arrived; `at` in ms since the epoch. */
export function learnServerTime(at: number): void {
  const difference = at - Date.now();
  ahead = Math.abs(difference) < TOLERATED_MS ? 0 : difference;
}

/** The server's time now, in ms since the epoch: ages are told by its clock and not by this machine's. */
export function serverNow(): number {
  return Date.now() + ahead;
}
