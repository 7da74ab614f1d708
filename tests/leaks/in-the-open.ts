import type { Listeners } from "./listeners.ts";
import { TRIED } from "./words.ts";

/**
 * Where nothing holds code back: the addresses of a page, and of one with a sandboxed frame, in which it runs. Their
 * title becomes `TRIED` by `SAY_TRIED`.
 */
export function openDocuments(listeners: Listeners, name: string, code: string): readonly string[] {
  const script = listeners.serve(`/${name}.js`, code, "text/javascript");
  const text = `<!doctype html><body><script src="${script}"></script>`;
  const around = `<!doctype html><body><script>onmessage = ({ data }) => { if (data === "${TRIED}") document.title = data; }</script>
<iframe sandbox="allow-scripts allow-forms" srcdoc='${text}'></iframe>`;
  return [listeners.serve(`/page-${name}`, text), listeners.serve(`/frame-${name}`, around)];
}

/** How code in such a document says that it has tried all. */
export const SAY_TRIED = `document.title = "${TRIED}"; parent.postMessage("${TRIED}", "*")`;

/** Hands things out to whoever is free. */
export async function inTurn<Hand, Thing>(
  hands: readonly Hand[],
  things: readonly Thing[],
  take: (hand: Hand, thing: Thing) => Promise<void>,
): Promise<void> {
  const waiting = [...things];
  await Promise.all(
    hands.map(async (hand) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await take(hand, next);
    }),
  );
}
