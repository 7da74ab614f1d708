import { useCallback, useState, type Dispatch, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Proposal } from "../data/index.ts";
import { fileBoxes, showFile } from "./file-boxes.ts";
import type { LineHit } from "./line-hit.ts";
import type { ReadingAction } from "./reading.ts";

/** Leads to a line of the files in `list`, and points at it; tells the reading that it did. */
export function useGoTo(
  list: RefObject<HTMLElement | null>,
  files: Proposal["files"],
  dispatch: Dispatch<ReadingAction>,
): { readonly hit: LineHit | undefined; readonly goTo: (place: LineHit) => void } {
  const [hit, setHit] = useState<LineHit>();
  const goTo = useCallback(
    (place: LineHit) => {
      dispatch({ type: "led", path: place.path, line: place.line });
      const index = files.findIndex((file) => file.path === place.path);
      const box = list.current ? fileBoxes(list.current)[index] : undefined;
      // The note of the line before goes first, since it takes a row of its own.
      flushSync(() => setHit(place));
      if (box) showFile(box, place.line);
    },
    [list, files, dispatch],
  );
  return { hit, goTo };
}
