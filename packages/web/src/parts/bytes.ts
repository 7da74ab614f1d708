import { useCallback } from "react";
import { useText } from "../messages/text.tsx";

/** Gives the function that says a size in bytes: "812 B", "2.0 KB", "1.4 MB", in steps of 1,000. */
export function useBytes(): (bytes: number) => string {
  const text = useText();
  return useCallback(
    (bytes) => {
      if (bytes < 1000) return text("part.bytes", { bytes });
      // 999,950 would read "1000.0 KB".
      if (bytes < 999_950) return text("part.kilobytes", { size: bytes / 1000 });
      return text("part.megabytes", { size: bytes / 1_000_000 });
    },
    [text],
  );
}
