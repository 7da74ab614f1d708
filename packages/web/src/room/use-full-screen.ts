import { useCallback, useEffect, useState } from "react";

export interface FullScreen {
  readonly isFull: boolean;
  /** Only by a press of the person's; absent where the browser has no full screen. */
  readonly enter?: () => void;
  readonly leave: () => void;
}

/**
 * Gives the whole screen to what the calling component draws. It is the page that fills the screen, so that its
 * dialogs and words still come up there; an app has no way to ask for it. It ends when the component goes, and when
 * it may no more.
 */
export function useFullScreen(may: boolean): FullScreen {
  const [isAsked, setAsked] = useState(false);
  const enter = useCallback(() => {
    document.documentElement.requestFullscreen({ navigationUI: "hide" }).then(
      () => setAsked(true),
      // The browser says so itself.
      () => undefined,
    );
  }, []);
  const leave = useCallback(() => setAsked(false), []);
  useEffect(() => {
    if (!isAsked) return undefined;
    const look = (): void => {
      if (!may || !document.fullscreenElement) setAsked(false);
    };
    document.addEventListener("fullscreenchange", look);
    look();
    return () => document.removeEventListener("fullscreenchange", look);
  }, [isAsked, may]);
  useEffect(() => {
    if (!isAsked) return undefined;
    return () => {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, [isAsked]);
  return { isFull: isAsked && may, leave, ...(document.fullscreenEnabled && { enter }) };
}
