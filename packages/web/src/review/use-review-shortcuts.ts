import type { RefObject } from "react";
import { useLocation } from "wouter";
import { useShortcuts } from "../app/shortcuts.tsx";
import { useText } from "../messages/text.tsx";
import type { LayoutChoice } from "./diff/use-layout.ts";
import { currentFile, fileElements, showFile } from "./file-boxes.ts";
import type { Neighbours } from "./neighbours.ts";
import { howRead, type Reading } from "./reading.ts";

export interface ReviewShortcuts {
  /** What holds the files. */
  readonly list: RefObject<HTMLElement | null>;
  readonly reading: Reading;
  readonly neighbours: Neighbours;
  /** Leads to the next finding or the one before; absent when there are none. */
  readonly stepFinding: ((by: 1 | -1) => void) | undefined;
  /** Absent when there is nothing to mark any more. */
  readonly onMark: ((path: string, marked: boolean) => void) | undefined;
  /** Absent where nothing is compared. */
  readonly layout: LayoutChoice | undefined;
  readonly onSearch: () => void;
  /** Begins a comment on the whole; absent where nothing can be said. */
  readonly onComment: (() => void) | undefined;
  /** Comments or answers can be written. */
  readonly mayWrite: boolean;
}

/** The single keys of the review. None of them decides anything. */
export function useReviewShortcuts(shortcuts: ReviewShortcuts): void {
  const { list, reading, neighbours, stepFinding, onMark, layout, onSearch, onComment, mayWrite } = shortcuts;
  const text = useText();
  const [, navigate] = useLocation();
  const files = (): HTMLElement[] => (list.current ? fileElements(list.current) : []);

  function step(by: 1 | -1): void {
    const all = files();
    // From outside the files, the first step leads to the one that is looked at.
    const inside = list.current?.contains(document.activeElement) ?? false;
    const file = all[currentFile(all) + (inside || by < 0 ? by : 0)];
    if (file) showFile(file);
  }
  function here(): HTMLElement | undefined {
    const all = files();
    return all[currentFile(all)];
  }
  function mark(): void {
    const path = here()?.dataset["file"];
    const file = reading.find((one) => one.path === path);
    if (file && howRead(file) !== "seen") onMark?.(file.path, !file.marked);
  }
  /** On the line that the person is at, where the button is that comments on it; outside of files on the whole. */
  function comment(): void {
    const inside = list.current?.contains(document.activeElement) ?? false;
    const pick = inside ? here()?.querySelector<HTMLElement>("[data-pick-line]") : undefined;
    if (pick) pick.click();
    else onComment?.();
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
    ...(onComment ? [{ keys: "c", label: text("review.key-comment"), run: comment }] : []),
    // The field itself listens to it.
    ...(mayWrite ? [{ keys: "Ctrl Enter", label: text("review.key-send") }] : []),
    ...(layout?.choose
      ? [
          {
            keys: "d",
            label: text("review.key-layout"),
            run: () => layout.choose?.(layout.layout === "inline" ? "split" : "inline"),
          },
        ]
      : []),
    { keys: "/", label: text("review.key-search"), run: onSearch },
    { keys: "]", label: text("review.next"), run: () => go(neighbours.next) },
    { keys: "[", label: text("review.previous"), run: () => go(neighbours.previous) },
  ]);
}
