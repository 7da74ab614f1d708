import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from "react";
import { useText } from "../messages/text.tsx";
import { Icon } from "../parts/index.ts";
import { lineElement, lineInSight, neighbourOf } from "./line-elements.ts";
import type { LineHit } from "./line-hit.ts";
import type { LineRange } from "./line-notes.ts";
import styles from "./line-picker.module.css";
import { rangeOf, useLinePointer, type PickedLines } from "./use-line-pointer.ts";

export interface LinePickerProps {
  /** Absent where nothing can be said about lines. */
  readonly onPick: ((range: LineRange) => void) | undefined;
  /** A line that is pointed at; the next comment is on it. */
  readonly hit?: LineHit | undefined;
  readonly children: ReactNode;
}

/**
 * Makes the line numbers of the code inside pressable, for a comment there: a press, a drag over several, or Shift
 * and a press for a range. One button goes along with the pointer, and by the arrow keys from line to line, so that
 * a file of many lines is one stop for the keyboard.
 */
export function LinePicker({ onPick, hit, children }: LinePickerProps): ReactNode {
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.sheet} ref={sheet}>
      {children}
      {onPick ? <PickButton {...{ sheet, hit, onPick }} /> : null}
    </div>
  );
}

interface PickButtonProps {
  readonly sheet: RefObject<HTMLDivElement | null>;
  readonly hit: LineHit | undefined;
  readonly onPick: (range: LineRange) => void;
}

function PickButton({ sheet, hit, onPick }: PickButtonProps): ReactNode {
  const text = useText();
  const [picked, setPicked] = useState<PickedLines & { readonly place: CSSProperties }>();
  const [shownHit, setShownHit] = useState(hit);
  if (hit !== shownHit) {
    setShownHit(hit);
    setPicked(undefined);
  }
  const { line, end_line } = rangeOf(picked ?? { from: 1, to: 1 });
  const isOver = useLinePointer({ sheet, onMove, onPick });

  function onMove(lines: PickedLines): void {
    if (lines.from === picked?.from && lines.to === picked.to) return;
    setPicked({ ...lines, place: placeOf(sheet.current, rangeOf(lines)) });
  }
  function step(by: 1 | -1, isLonger: boolean): void {
    if (!sheet.current || !picked) return;
    const to = neighbourOf(sheet.current, picked.to, by) ?? picked.to;
    onMove({ from: isLonger ? picked.from : to, to });
    lineElement(sheet.current, to)?.scrollIntoView({ block: "nearest" });
  }
  function lineThere(): PickedLines {
    const pointed = hit?.isOld ? undefined : hit?.line;
    const at = pointed ?? (sheet.current ? lineInSight(sheet.current) : 1);
    return picked ?? { from: at, to: at };
  }
  return (
    <button
      type="button"
      data-pick-line=""
      className={isOver ? `${styles.pick} ${styles.over}` : styles.pick}
      style={picked?.place}
      aria-label={
        line === end_line
          ? text("review.comment-on-line", { line })
          : text("review.comment-on-lines", { line, last: end_line })
      }
      onFocus={() => onMove(lineThere())}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
      }}
      // A pointer has picked already when it let go; without one it is the keyboard, or a reader's tool.
      onClick={({ detail }) => (detail === 0 ? onPick(rangeOf(lineThere())) : undefined)}
    >
      <Icon name="add" />
    </button>
  );
}

/** Where the numbers of a range are, within the sheet. */
function placeOf(sheet: Element | null, { line, end_line }: LineRange): CSSProperties {
  const first = sheet && lineElement(sheet, line)?.getBoundingClientRect();
  const last = sheet && lineElement(sheet, end_line)?.getBoundingClientRect();
  if (!sheet || !first || !last) return {};
  const from = sheet.getBoundingClientRect();
  return { top: first.top - from.top, left: first.left - from.left, height: last.bottom - first.top };
}
