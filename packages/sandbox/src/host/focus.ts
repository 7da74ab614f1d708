import type { RuntimeFrame } from "./runtime-frame.ts";

/** An app that takes the focus more often than this in two seconds goes on for ever. */
const MOST_GRABS = 3;
const GRABS_MS = 2000;
/** Tab, and the page, lead into a frame at once. */
const ASKED_MS = 500;
/** Longer than a press counts for a browser: what counts after that was pressed in a frame. */
const ACTIVE_MS = 6000;
const WRITTEN = "input, textarea, select, [contenteditable]";

export interface FocusGuard {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Called when the frame takes the focus again and again. Nothing but its end keeps it from that. */
  readonly onInsists: () => void;
}

/**
 * Keeps an app from taking the keyboard: any frame can give itself the focus, and would get what is typed into
 * the page around it. Once, as it starts, it may, where nobody is writing. From then on the focus goes in by Tab,
 * while the pointer is there and came after the last key, or by a finger, of which the page hears nothing in there; else
 * it is given back. An app can push it out to the page as well; then the keys that are meant for the app are nobody's.
 * Returns what gives it the focus in the page's own name.
 */
export function guardFocus(frame: RuntimeFrame, { signal, onInsists }: FocusGuard): () => void {
  let before: HTMLElement | undefined;
  let started = false;
  let inSince: number | undefined;
  let grabs: number[] = [];
  let [cameAt, keyAt, touchedAt] = [0, 0, 0];
  let [askedAt, pressedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  function isAsked(now: number): boolean {
    if (now - askedAt < ASKED_MS) return true;
    if (frame.element.matches(":hover") && cameAt > keyAt) return true;
    if (touchedAt > keyAt && !before?.matches(WRITTEN)) return true;
    return navigator.userActivation.isActive && now - Math.max(keyAt, pressedAt) > ACTIVE_MS;
  }
  function onLost(): void {
    const now = performance.now();
    inSince = frame.hasFocus ? now : undefined;
    if (inSince === undefined || isAsked(now)) return;
    if (!started && !before?.matches(WRITTEN)) {
      started = true;
      return;
    }
    inSince = undefined;
    grabs = [...grabs.filter((at) => now - at < GRABS_MS), now];
    // The browser is still on its way into the frame.
    setTimeout(() => {
      if (grabs.length > MOST_GRABS) onInsists();
      before?.focus({ preventScroll: true });
    });
  }
  /** Whoever leaves the frame otherwise than by a press is then at something, and not at the page as a whole. */
  function onFound(): void {
    const isUnpressed = pressedAt < (inSince ?? 0);
    inSince = undefined;
    // What has it in the end gets it a moment later. The frame can have it while the page has the keys.
    const isPushed = (): boolean =>
      document.activeElement === document.body || (inSince === undefined && frame.hasFocus);
    if (isUnpressed) setTimeout(() => !signal.aborted && isPushed() && rest(frame.element, signal));
  }
  function onFocus({ target }: FocusEvent): void {
    const isPlace = target instanceof HTMLElement && target !== frame.element;
    if (isPlace && !("takesKeys" in target.dataset)) before = target;
  }
  function onKey({ key }: KeyboardEvent): void {
    keyAt = performance.now();
    if (key === "Tab") askedAt = keyAt;
  }
  function onPress({ pointerType }: PointerEvent): void {
    pressedAt = performance.now();
    if (pointerType === "touch") touchedAt = pressedAt;
  }

  const always = { capture: true, signal } as const;
  window.addEventListener("blur", onLost, { signal });
  window.addEventListener("focus", onFound, { signal });
  document.addEventListener("pointerdown", onPress, always);
  document.addEventListener("focusin", onFocus, always);
  document.addEventListener("keydown", onKey, always);
  frame.element.addEventListener("pointerenter", () => (cameAt = performance.now()), { signal });
  return () => {
    askedAt = performance.now();
    frame.focus();
  };
}

/** Gives the focus to nothing, right behind an element: the keys are nobody's there, and Tab leads on or back. */
function rest(element: Element, signal: AbortSignal): void {
  const place = document.createElement("span");
  place.tabIndex = -1;
  place.style.position = "absolute";
  // The page takes none for its own.
  place.dataset["takesKeys"] = "";
  const remove = (): void => place.remove();
  place.addEventListener("blur", remove);
  signal.addEventListener("abort", remove);
  element.after(place);
  place.focus({ preventScroll: true });
}
