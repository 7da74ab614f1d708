import { useCallback, useEffect, useRef, useState } from "react";

/** How long a page is looked at before a press on it counts, in ms: longer than a double click. */
const LOOKED_AT_MS = 900;

export interface Settled {
  /** Whether a press counts now, for how the page looks. */
  readonly settled: boolean;
  /** The same at the very moment of a press, which may come before the page is drawn anew. */
  readonly isSettled: () => boolean;
}

/**
 * Whether the page has been in front of the person for a moment. A page that was brought up under a finger that
 * already presses, by a pop-up or a window closed in front of it, must not take that press for an answer.
 */
export function useSettled(): Settled {
  const since = useRef(Number.POSITIVE_INFINITY);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function begin(): void {
      clearTimeout(timer);
      setSettled(false);
      const inFront = document.visibilityState === "visible" && document.hasFocus();
      since.current = inFront ? performance.now() : Number.POSITIVE_INFINITY;
      if (inFront) timer = setTimeout(() => setSettled(true), LOOKED_AT_MS);
    }
    begin();
    window.addEventListener("focus", begin);
    window.addEventListener("blur", begin);
    document.addEventListener("visibilitychange", begin);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", begin);
      window.removeEventListener("blur", begin);
      document.removeEventListener("visibilitychange", begin);
    };
  }, []);
  const isSettled = useCallback(() => performance.now() - since.current >= LOOKED_AT_MS, []);
  return { settled, isSettled };
}
