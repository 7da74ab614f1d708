import { useEffect, useRef, useState, type RefObject } from "react";
import { lineAtHeight, lineUnder, numberUnder } from "./line-elements.ts";
import type { LineRange } from "./line-notes.ts";

/** The lines from which to which a person picks; the second is where they are. */
export interface PickedLines {
  readonly from: number;
  readonly to: number;
}

export interface LinePointerOptions {
  /** What holds the lines, and the button that goes along with the pointer. */
  readonly sheet: RefObject<HTMLElement | null>;
  readonly onMove: (lines: PickedLines) => void;
  readonly onPick: (range: LineRange) => void;
}

/** Lines in order, as a range. */
export function rangeOf({ from, to }: PickedLines): LineRange {
  return { line: Math.min(from, to), end_line: Math.max(from, to) };
}

/**
 * Follows the pointer over lines, and picks those between where it was pressed on a number and let go; with Shift
 * from the line that was picked last. A finger scrolls: it picks by a tap on a number. Answers whether the pointer
 * is over a line.
 */
export function useLinePointer({ sheet, onMove, onPick }: LinePointerOptions): boolean {
  const [isOver, setOver] = useState(false);
  const pressed = useRef<PickedLines>(undefined);
  const last = useRef<number>(undefined);
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const leave = new AbortController();
    const on = { signal: leave.signal };

    function lineAt({ target, clientY }: PointerEvent): number | undefined {
      const isOnLine = pressed.current === undefined && !isPickButton(target);
      return isOnLine ? lineUnder(target) : element ? lineAtHeight(element, clientY) : undefined;
    }
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.pointerType === "touch") return;
        const line = lineAt(event);
        setOver(line !== undefined || pressed.current !== undefined);
        if (line === undefined) return;
        if (pressed.current) pressed.current = { ...pressed.current, to: line };
        onMove(pressed.current ?? { from: line, to: line });
      },
      on,
    );
    element.addEventListener(
      "pointerdown",
      (event) => {
        const { target, button, pointerType, clientX, shiftKey, pointerId } = event;
        if (button !== 0 || pointerType === "touch") return;
        const line = isPickButton(target) ? lineAt(event) : numberUnder(target, clientX);
        if (line === undefined) return;
        event.preventDefault();
        element.setPointerCapture(pointerId);
        pressed.current = { from: shiftKey ? (last.current ?? line) : line, to: line };
        onMove(pressed.current);
      },
      on,
    );
    element.addEventListener(
      "pointerup",
      () => {
        if (pressed.current === undefined) return;
        last.current = pressed.current.from;
        onPick(rangeOf(pressed.current));
        pressed.current = undefined;
      },
      on,
    );
    element.addEventListener("pointercancel", () => (pressed.current = undefined), on);
    element.addEventListener("pointerleave", () => setOver(pressed.current !== undefined), on);
    element.addEventListener(
      "click",
      ({ target, clientX, detail }) => {
        if (detail === 0 || !matchMedia("(pointer: coarse)").matches || isPickButton(target)) return;
        const line = numberUnder(target, clientX);
        if (line !== undefined) onPick({ line, end_line: line });
      },
      on,
    );
    return () => leave.abort();
  });
  return isOver;
}

function isPickButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-pick-line]") !== null;
}
