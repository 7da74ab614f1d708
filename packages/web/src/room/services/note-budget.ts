/** The second one keeps an app that never stops from having its words before the person most of the time. */
const BOUNDS = [
  { most: 3, withinMs: 10_000 },
  { most: 10, withinMs: 300_000 },
];
const LONGEST_MS = Math.max(...BOUNDS.map(({ withinMs }) => withinMs));

/** Makes what counts the messages of one app, and says of each whether it may still be shown. */
export function createNoteBudget(): () => boolean {
  let shown: readonly number[] = [];
  return () => {
    const now = performance.now();
    shown = shown.filter((at) => now - at < LONGEST_MS);
    const isTooMuch = BOUNDS.some(
      ({ most, withinMs }) => shown.filter((at) => now - at < withinMs).length >= most,
    );
    if (!isTooMuch) shown = [...shown, now];
    return !isTooMuch;
  };
}
