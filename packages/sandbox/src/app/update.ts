import { AppError, traceHere, tracedTo } from "./app-error.ts";
import type { Area } from "./area.ts";

// Taken before the app runs, which may replace them.
const NativePromise = Promise;
const { min, random } = Math;
const later = setTimeout;

const TRIES = 12;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

/**
 * Changes a value from what it is, by comparing and setting: again, after a while that grows and is left to
 * chance, when somebody else was faster. Rejects with `conflict` when that went on for ever. Tells nobody.
 */
export async function update(
  area: Area,
  key: string,
  change: (now: string | undefined) => string,
): Promise<{ readonly text: string; readonly version: number }> {
  const trace = traceHere();
  for (let tries = 1; ; tries += 1) {
    try {
      const { value, version } = await area.get(key);
      const text = change(value);
      if (text === value) return { text, version };
      return { text, version: await area.set(key, text, version) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== "conflict" || tries === TRIES) throw tracedTo(trace, error);
    }
    const pause = random() * min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
    await new NativePromise((resolve) => {
      later(resolve, pause);
    });
  }
}
