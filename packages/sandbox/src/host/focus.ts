/** An app that takes the focus more often than this in two seconds goes on for ever. */
const MOST_GRABS = 3;
const GRABS_MS = 2000;
/** Tab, and the page, lead into a frame at once. */
const ASKED_MS = 500;
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
 * or while the pointer is there and came after the last key; else it is given back. Returns what gives it the
 * focus in the page's own name.
 */
export function guardFocus(frame: HTMLIFrameElement, { signal, onInsists }: FocusGuard): () => void {
  let before: HTMLElement | undefined;
  let started = false;
  let grabs: number[] = [];
  let [cameAt, keyAt, askedAt] = [0, 0, Number.NEGATIVE_INFINITY];

  function onLost(): void {
    const now = performance.now();
    const isAsked = now - askedAt < ASKED_MS || (frame.matches(":hover") && cameAt > keyAt);
    if (document.activeElement !== frame || isAsked) return;
    if (!started && !before?.matches(WRITTEN)) {
      started = true;
      return;
    }
    grabs = [...grabs.filter((at) => now - at < GRABS_MS), now];
    // The browser is still on its way into the frame.
    setTimeout(() => {
      if (grabs.length > MOST_GRABS) onInsists();
      before?.focus({ preventScroll: true });
    });
  }
  function onFocus({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && target !== frame) before = target;
  }
  function onKey({ key }: KeyboardEvent): void {
    keyAt = performance.now();
    if (key === "Tab") askedAt = keyAt;
  }

  const always = { capture: true, signal } as const;
  window.addEventListener("blur", onLost, { signal });
  document.addEventListener("focusin", onFocus, always);
  document.addEventListener("keydown", onKey, always);
  frame.addEventListener("pointerenter", () => (cameAt = performance.now()), { signal });
  return () => {
    askedAt = performance.now();
    frame.focus({ preventScroll: true });
  };
}
