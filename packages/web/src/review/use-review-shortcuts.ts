import type { RefObject } from "react";
import { useLocation } from "wouter";
import { useShortcuts } from "../app/shortcuts.tsx";
import { useText } from "../messages/text.tsx";
import { currentFile, fileBoxes, showFile } from "./file-boxes.ts";
import type { Neighbours } from "./neighbours.ts";
import { howRead, type Reading } from "./reading.ts";

export interface ReviewShortcuts {
  /** What holds the files' boxes. */
  readonly list: RefObject<HTMLElement | null>;
  readonly reading: Reading;
  readonly neighbours: Neighbours;
  /** Leads to the next finding or the one before; absent when there are none. */
  readonly stepFinding: ((by: 1 | -1) => void) | undefined;
  /** Absent when there is nothing to mark any more. */
  readonly onMark: ((path: string, marked: boolean) => void) | undefined;
}

/** The single keys of the review. None of them decides anything. */
export function useReviewShortcuts(shortcuts: ReviewShortcuts): void {
  const { list, reading, neighbours, stepFinding, onMark } = shortcuts;
  const text = useText();
  const [, navigate] = useLocation();
  const boxes = (): HTMLElement[] => (list.current ? fileBoxes(list.current) : []);

  function step(by: 1 | -1): void {
    const all = boxes();
    // From outside the files, the first step leads to the one that is looked at.
    const inside = list.current?.contains(document.activeElement) ?? false;
    const box = all[currentFile(all) + (inside || by < 0 ? by : 0)];
    if (box) showFile(box);
  }
  function mark(): void {
    const file = reading[currentFile(boxes())];
    if (file && howRead(file) !== "seen") onMark?.(file.path, !file.marked);
  }
  function go(href: string | undefined): void {
    if (href !== undefined) navigate(href);
  }

  useShortcuts([
    { keys: "j", label: text("review.key-next-file"), run: () => step(1) },
    { keys: "k", label: text("review.key-previous-file"), run: () => step(-1) },
    ...(onMark ? [{ keys: "m", label: text("review.key-mark"), run: mark }] : []),
    ...(stepFinding
      ? [
          { keys: "n", label: text("review.key-next-finding"), run: () => stepFinding(1) },
          { keys: "p", label: text("review.key-previous-finding"), run: () => stepFinding(-1) },
        ]
      : []),
    { keys: "]", label: text("review.next"), run: () => go(neighbours.next) },
    { keys: "[", label: text("review.previous"), run: () => go(neighbours.previous) },
  ]);
}
