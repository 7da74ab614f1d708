import { useCallback, useState } from "react";
import { useMedia } from "../../app/use-media.ts";
import { browserShelf, put, take } from "../shelf.ts";
import type { Layout } from "./blocks.ts";

const NAME = "anteroom.diff-layout";
/** Narrower, two texts beside each other would wrap at every line. */
const WIDE = "(min-width: 75rem)";

export interface LayoutChoice {
  readonly layout: Layout;
  /** Absent where the window is too narrow for a choice. */
  readonly choose: ((layout: Layout) => void) | undefined;
}

/** How comparisons are laid out: as this person chose in this browser, where the window is wide enough. */
export function useLayout(): LayoutChoice {
  const isWide = useMedia(WIDE);
  const [chosen, setChosen] = useState<Layout>(() =>
    take(browserShelf, NAME) === "split" ? "split" : "inline",
  );
  const choose = useCallback((layout: Layout) => {
    setChosen(layout);
    put(browserShelf, NAME, layout === "split" ? layout : "");
  }, []);
  return isWide ? { layout: chosen, choose } : { layout: "inline", choose: undefined };
}
