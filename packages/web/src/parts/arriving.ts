import { useEffect, useState, type RefObject } from "react";

/** The second press of a double click comes sooner. */
const ARRIVAL_MS = 700;
/** By less a press is hardly led to another control. */
const MOVED_PX = 16;

const uncovered = new EventTarget();

/** To be called when something goes that lay on the page, and got the presses of who was at it. */
export function uncover(): void {
  uncovered.dispatchEvent(new Event("uncover"));
}

/**
 * Whether the calling component came, was uncovered, or, if `element` is given, was scrolled to another place just now:
 * a press may have been meant for what stood there before. Who presses meanwhile may be at it still, so the time begins
 * anew.
 */
export function useArriving(element?: RefObject<Element | null>): boolean {
  const [isArriving, setArriving] = useState(true);
  useEffect(() => {
    const over = new AbortController();
    const heard = { capture: true, passive: true, signal: over.signal } as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stoodAt = 0;
    const top = (): number => element?.current?.getBoundingClientRect().top ?? 0;
    function arrive(): void {
      clearTimeout(timer);
      setArriving(true);
      timer = setTimeout(() => {
        timer = undefined;
        stoodAt = top();
        setArriving(false);
      }, ARRIVAL_MS);
    }
    function onPress(event: Event): void {
      const isPress = !(event instanceof KeyboardEvent) || event.key === "Enter" || event.key === " ";
      if (timer !== undefined && isPress) arrive();
    }
    function onScroll(): void {
      if (Math.abs(top() - stoodAt) <= MOVED_PX) return;
      stoodAt = top();
      arrive();
    }
    arrive();
    uncovered.addEventListener("uncover", arrive, heard);
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, onPress, heard);
    if (element) document.addEventListener("scroll", onScroll, heard);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [element]);
  return isArriving;
}
