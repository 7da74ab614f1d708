import type { LineHit } from "./line-hit.ts";

/** The files below an element, in the order of the card; each says its path, and may be folded. */
export function fileElements(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-file]")];
}

/** The scroll box of a file; none while it is folded. */
export function boxOf(file: Element): HTMLElement | null {
  return file.querySelector<HTMLElement>("[data-file-box]");
}

/** The file that the person is at: the one with the focus, or the first that is not above the screen. */
export function currentFile(files: readonly HTMLElement[]): number {
  const focused = files.findIndex((file) => file.contains(document.activeElement));
  if (focused !== -1) return focused;
  return Math.max(
    0,
    files.findIndex((file) => file.getBoundingClientRect().bottom > 0),
  );
}

/** Brings a file, and within it a line, to where the person looks, and gives it the focus. */
export function showFile(file: HTMLElement, place?: LineHit): void {
  const box = boxOf(file);
  const row = box && place ? rowOf(box, place) : undefined;
  if (box && row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top;
  (box ?? file.querySelector("button"))?.focus({ preventScroll: true });
  file.scrollIntoView({ block: "nearest" });
  // A file can be higher than what the window has left for it.
  row?.scrollIntoView({ block: "nearest" });
}

/** Where a line is drawn; comments may quote lines, and are none. */
function rowOf(box: HTMLElement, { line, isOld, step }: LineHit): Element | undefined {
  const outside = (all: NodeListOf<Element>): Element[] =>
    [...all].filter((one) => one.closest("[data-note]") === null);
  if (step !== undefined) {
    const rows = outside(box.querySelectorAll("[data-step]"));
    const row = rows.find((one) => Number(one.getAttribute("data-step")) >= step);
    if (row) return row;
  }
  const name = isOld ? "data-old-line" : "data-line";
  return outside(box.querySelectorAll(`[${name}="${line}"]`))[0];
}
