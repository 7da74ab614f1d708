import { useCallback, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { fileElements, showFile } from "./file-boxes.ts";
import type { LineHit } from "./line-hit.ts";

export interface GoTo {
  /** The line that is pointed at. */
  readonly hit: LineHit | undefined;
  /** Opens what hides a line, leads to it and points at it. */
  readonly goTo: (place: LineHit) => void;
  /** Leads to a file. */
  readonly goToFile: (path: string) => void;
}

/** Leads to the files in `list` and their lines. What is led past was not on screen, and so does not count as read. */
export function useGoTo(list: RefObject<HTMLElement | null>): GoTo {
  const [hit, setHit] = useState<LineHit>();
  const fileAt = useCallback(
    (path: string) =>
      list.current ? fileElements(list.current).find((file) => file.dataset["file"] === path) : undefined,
    [list],
  );
  const goTo = useCallback(
    (place: LineHit) => {
      // What folds the line away opens, and the note of the line before goes, since it takes a row of its own.
      flushSync(() => setHit(place));
      const file = fileAt(place.path);
      if (file) showFile(file, place);
    },
    [fileAt],
  );
  const goToFile = useCallback(
    (path: string) => {
      const file = fileAt(path);
      if (file) showFile(file);
    },
    [fileAt],
  );
  return { hit, goTo, goToFile };
}
