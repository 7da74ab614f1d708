/** Gives the focus to what holds an element that is about to go: the file's box, or the list of comments. */
export function focusAround(element: HTMLElement | null): void {
  element?.closest<HTMLElement>("[data-file-box], [data-comment-list]")?.focus({ preventScroll: true });
}
