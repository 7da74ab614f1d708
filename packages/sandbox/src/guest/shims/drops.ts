import { takeOver } from "./take-over.ts";

/**
 * Keeps from the browser what is dropped: a link that nobody takes would open in a tab of its own, at an address that
 * the app chose, whatever its sandbox says. Apps take drops as ever; words that none of them takes go into the field
 * for words that they fall on.
 */
export function installDrops(): void {
  const insert = document.execCommand.bind(document, "insertText", false);
  for (const type of ["dragenter", "dragover"] as const) {
    window.addEventListener(type, (event) => event.preventDefault(), { capture: true });
  }
  window.addEventListener(
    "drop",
    (event) => {
      const [target] = event.composedPath();
      const words = event.dataTransfer?.getData("text/plain") ?? "";
      takeOver(event, () => {
        if (words === "" || !(target instanceof HTMLElement) || !target.matches(":read-write")) return;
        target.focus();
        insert(words);
      });
    },
    { capture: true },
  );
}
