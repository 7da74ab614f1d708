/** The scroll boxes of the files below an element, in the order of the files. */
export function fileBoxes(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-file-box]")];
}

/** The file that the person is at: the one with the focus, or the first whose box is not above the screen. */
export function currentFile(boxes: readonly HTMLElement[]): number {
  const focused = boxes.findIndex((box) => box.parentElement?.contains(document.activeElement) ?? false);
  if (focused !== -1) return focused;
  return Math.max(
    0,
    boxes.findIndex((box) => box.getBoundingClientRect().bottom > 0),
  );
}

/** Brings a file, and within it a line, to where the person looks, and gives its box the focus. */
export function showFile(box: HTMLElement, line?: number): void {
  const row = line === undefined ? null : box.querySelector(`[data-line="${line}"]`);
  if (row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.focus({ preventScroll: true });
  box.parentElement?.scrollIntoView({ block: "nearest" });
}
