import { useCallback } from "react";
import { useText } from "../messages/text.tsx";
import { browserName } from "./browser-name.ts";

/** Gives the function that names a browser by its User-Agent, in plain words. */
export function useBrowserName(): (userAgent: string) => string {
  const text = useText();
  return useCallback(
    (userAgent) => {
      const { browser, system } = browserName(userAgent);
      if (browser === undefined) return system ?? text("account.browser-unknown");
      return system === undefined ? browser : text("account.browser-on", { browser, system });
    },
    [text],
  );
}
