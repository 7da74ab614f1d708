const BOXES = "[role=dialog], [role=alertdialog], [role=menu]";
const FIELDS = "input, textarea, select";
/** On what an app asks itself, which is no reason for the next to wait. */
export const APP_ASKS = { "data-app-asks": true } as const;

/**
 * Calls `act` once the person is in no field, dialog or menu of the page: what an app asks would take the keys that
 * are meant for it. Returns what ends the waiting.
 */
export function onceFree(act: () => void): () => void {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    clearTimeout(timer);
    // Between two fields the focus is nowhere for a moment.
    timer = setTimeout(() => {
      if (!isInPage(document.activeElement)) act();
    });
  }
  for (const type of ["focus", "blur"]) {
    window.addEventListener(type, look, { capture: true, signal: over.signal });
  }
  look();
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}

function isInPage(at: Element | null): boolean {
  const box = at?.closest(BOXES);
  if (box) return box.querySelector("[data-app-asks]") === null;
  return at?.matches(FIELDS) ?? false;
}
