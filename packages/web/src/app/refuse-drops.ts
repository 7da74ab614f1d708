const KINDS = ["text", "search", "email", "url", "tel", "password", "number"];
const TEXT = ["textarea", "input:not([type])", ...KINDS.map((kind) => `input[type=${kind}]`)]
  .map((field) => `${field}:read-write`)
  .join(", ");

/**
 * Keeps what is dragged onto the page from opening anything. An app can have a link or file dragged out of its frame,
 * and Chromium opens what is dropped where nobody takes it, even over a field, if it comes without words. So words may
 * be dropped into a field for words, files into one for files, and nothing else anywhere.
 */
export function refuseDrops(target: Window): void {
  for (const type of ["dragenter", "dragover", "drop"] as const) {
    target.addEventListener(type, (event) => {
      if (event.defaultPrevented || isTaken(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "none";
    });
  }
}

function isTaken({ target, dataTransfer }: DragEvent): boolean {
  if (!(target instanceof Element) || dataTransfer === null) return false;
  const { types } = dataTransfer;
  if (types.includes("Files")) return target.matches("input[type=file]") && !types.includes("text/uri-list");
  return target.matches(TEXT) && types.includes("text/plain");
}
