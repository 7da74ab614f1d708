import { useLayoutEffect, useState, type RefObject } from "react";

/** The height of what covers the page from below, in px. */
export function useCovered(bar: RefObject<HTMLElement | null>): number {
  return useMeasure(bar, heightOf);
}

/** The width that an element has to give, in px; 0 before it is drawn. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  return useMeasure(element, widthOf);
}

const heightOf = ({ offsetHeight }: HTMLElement): number => offsetHeight;
const widthOf = ({ clientWidth }: HTMLElement): number => clientWidth;

function useMeasure(ref: RefObject<HTMLElement | null>, measure: (element: HTMLElement) => number): number {
  const [measured, setMeasured] = useState(0);
  // Before the page is drawn, so that nothing jumps.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setMeasured(measure(element));
    const watcher = new ResizeObserver(() => setMeasured(measure(element)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref, measure]);
  return measured;
}
