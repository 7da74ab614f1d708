import { useEffect, useState } from "react";
import type { Chunk } from "./source-lines.ts";

const FIRST_LINES = 600;
const STEP_LINES = 800;

/** How many chunks to put into the page: those of a first look at once, the rest whenever it is idle. */
export function useMountedCount(chunks: readonly Chunk[]): number {
  const [mounted, setMounted] = useState(() => countOf(chunks, 0, FIRST_LINES));
  useEffect(() => {
    if (mounted >= chunks.length) return;
    return whenIdle(() => setMounted(countOf(chunks, mounted, STEP_LINES)));
  }, [chunks, mounted]);
  return mounted;
}

/** The number of chunks up to the one with which `lines` further lines are reached. */
function countOf(chunks: readonly Chunk[], from: number, lines: number): number {
  let count = from;
  for (let sum = 0; sum < lines && count < chunks.length; count += 1) sum += chunks[count]?.lines.length ?? 0;
  return count;
}

function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(handle);
}
