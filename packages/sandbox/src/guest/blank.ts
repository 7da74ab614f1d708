import { hideBlank, showBlank } from "./notice.ts";
import type { SourcePlace } from "./trace.ts";
import { showsAnything } from "./visible.ts";

/** So long an app may show nothing; it may be waiting for its data. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 500;

// Taken before the app runs, which may replace them.
const later = setTimeout;

export interface BlankWatch {
  /** Where the app's component is. */
  readonly place: () => SourcePlace;
  /** Whether the app is drawn: if not, it waits. */
  readonly isDrawn: () => boolean;
  /** Called each time that an app is drawn and shows nothing. */
  readonly onNothing: () => void;
}

/** Says so in the frame when it shows nothing for some time, until it shows something. */
export function watchBlank({ place, isDrawn, onNothing }: BlankWatch): void {
  let isDue = false;
  let isBlank = false;

  function look(): void {
    isDue = false;
    // Where the frame itself is not shown, nothing in it has a place.
    const isShown = document.visibilityState === "visible" && innerHeight > 0 && hasPlace();
    if (!isShown) return due(PATIENCE_MS);
    const wasBlank = isBlank;
    isBlank = !showsAnything();
    if (!isBlank) return hideBlank();
    const drawn = isDrawn();
    if (drawn && !wasBlank) onNothing();
    showBlank(drawn ? place() : undefined);
    due(AGAIN_MS);
  }
  function due(ms: number): void {
    if (isDue) return;
    isDue = true;
    later(look, ms);
  }
  due(PATIENCE_MS);
  new MutationObserver(() => due(PATIENCE_MS)).observe(document, { childList: true, subtree: true });
}

/** A frame that its page hides has the size that it had, but nothing in it has any. */
function hasPlace(): boolean {
  return document.documentElement.getBoundingClientRect().width > 0;
}
