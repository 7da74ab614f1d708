import { startTransition } from "react";
import { nearWatcher } from "./when-near.ts";

const waiting = new Map<Element, () => void>();
let watch: ReturnType<typeof nearWatcher> | undefined;
let isAsked = false;

/**
 * Draws stretches of code when they come near the screen, and the others one by one whenever the page is idle, so
 * that find-in-page and the keyboard reach everything in the end. The answer takes the stretch back.
 */
export function queueMount(element: Element, mount: () => void): () => void {
  watch ??= nearWatcher();
  waiting.set(element, mount);
  const unwatch = watch(element, (isNear) => {
    if (isNear) draw(element);
  });
  ask();
  return () => {
    waiting.delete(element);
    unwatch();
  };
}

function draw(element: Element): void {
  const mount = waiting.get(element);
  waiting.delete(element);
  mount?.();
}

function ask(): void {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  whenIdle(() => {
    isAsked = false;
    const [first] = waiting.keys();
    // What nobody waits for is drawn in slices, and gives way to everything else.
    if (first) startTransition(() => draw(first));
    ask();
  });
}

function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") setTimeout(run, 16);
  else requestIdleCallback(run, { timeout: 500 });
}
