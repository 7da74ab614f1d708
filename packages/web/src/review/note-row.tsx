import type { ReactNode } from "react";
import styles from "./code-lines.module.css";

/** What stands directly beneath lines of one file, by the number of the line. */
export type FileNotes = ReadonlyMap<number, ReactNode>;

/** What stands beneath a line, in the file's full width; most lines have none, and take no component for it. */
export function noteRow(note: ReactNode): ReactNode {
  return note === undefined ? null : (
    <div className={styles.notes} data-note="">
      {note}
    </div>
  );
}

/** Whether both have the same to say of the lines from `first` to `last`. */
export function sameNotes(
  a: FileNotes | undefined,
  b: FileNotes | undefined,
  [first, last]: readonly [first: number, last: number],
): boolean {
  if (a === b) return true;
  const lines = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
  for (const line of lines) {
    if (line >= first && line <= last && a?.get(line) !== b?.get(line)) return false;
  }
  return true;
}
