import { AppError } from "../../app/app-error.ts";
import { CALL_LIMITS } from "../../wire/calls.ts";
import { domError, replace, tellUndone, type ShimPorts } from "./ports.ts";

const { apply } = Reflect;

/**
 * The clipboard as an app finds it: text is copied by the page, once the person agreed, and nothing can be
 * read. Where the browser has no clipboard, as on a page without HTTPS, this one is there too.
 */
export function installClipboard(ports: ShimPorts): void {
  const refusal = (why: string): DOMException => domError("NotAllowedError", why);

  async function copy(text: string): Promise<void> {
    const attempt = ports.attempt("other", "clipboard");
    const refused = refusal("The person, or the page, did not let the app copy.");
    try {
      if (text.length > CALL_LIMITS.text_units) {
        throw new AppError("too_large", `At most ${CALL_LIMITS.text_units} characters can be copied.`);
      }
      const { done } = await ports.ask({ call: "copy", text });
      if (done) return;
    } catch (error) {
      tellUndone(attempt, error);
    }
    throw refused;
  }
  function noReading(): Promise<never> {
    ports.notice("clipboard_read");
    return Promise.reject(refusal("An app cannot read the clipboard."));
  }
  async function write(items: readonly ClipboardItem[]): Promise<void> {
    const item = items.find(({ types }) => types.includes("text/plain"));
    if (item === undefined) throw refusal("An app can copy nothing but text.");
    return copy(await (await item.getType("text/plain")).text());
  }
  const clipboard = Object.assign(new EventTarget(), {
    writeText: (text: unknown) => copy(`${text as string}`),
    write,
    readText: noReading,
    read: noReading,
  });
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true, enumerable: true });

  const native: unknown = Reflect.get(Document.prototype, "execCommand");
  replace(Document.prototype, "execCommand", function (this: unknown, ...given: unknown[]): unknown {
    const command = String(given[0]).toLowerCase();
    if (command === "paste") {
      void noReading().catch(() => undefined);
      return false;
    }
    const isCopy = command === "copy" || command === "cut";
    if (!isCopy) return typeof native === "function" && apply(native, this, given);
    const text = copiedText(command);
    if (text === "") return false;
    // Whether it is done is known only later, when the person has said so.
    void copy(text).catch(() => undefined);
    if (command === "cut" && typeof native === "function") apply(native, this, ["delete"]);
    return true;
  });
}

/** The text that the command would copy: what a listener of its event puts in its place, or what is selected. */
function copiedText(command: "copy" | "cut"): string {
  const clipboardData = new DataTransfer();
  const field = document.activeElement;
  const event = new ClipboardEvent(command, {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
  });
  if (!(field ?? document).dispatchEvent(event)) return clipboardData.getData("text/plain");
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  }
  return String(document.getSelection() ?? "");
}
