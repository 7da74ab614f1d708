const MOST = 3;
const WITHIN_MS = 10_000;

/** Makes what counts the messages of one app, and says of each whether it may still be shown. */
export function createNoteBudget(): () => boolean {
  let shown: readonly number[] = [];
  return () => {
    const now = performance.now();
    shown = shown.filter((at) => now - at < WITHIN_MS);
    if (shown.length >= MOST) return false;
    shown = [...shown, now];
    return true;
  };
}
