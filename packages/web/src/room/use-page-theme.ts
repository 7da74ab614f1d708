import { useMedia } from "../app/use-media.ts";
import { useTheme } from "../theme/theme.ts";

/** The theme that the page has now, by choice or by the system, for what is drawn in a frame of its own. */
export function usePageTheme(): "light" | "dark" {
  const chosen = useTheme();
  const dark = useMedia("(prefers-color-scheme: dark)");
  if (chosen !== "system") return chosen;
  return dark ? "dark" : "light";
}
