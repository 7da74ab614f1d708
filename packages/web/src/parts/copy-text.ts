/**
 * Puts a text on the clipboard; false where the browser does not let us. On plain HTTP away from localhost only what
 * is selected can be copied: `shown` holds the same text, and stays selected for the person's own try.
 */
export async function copyText(value: string, shown?: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    if (!shown) return copySelected(value);
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}

/** By a field that is there for this moment, and never drawn. */
function copySelected(value: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = value;
  // Beside what has the focus, so that a dialog around that does not take the focus back.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
