/**
 * Posts the items to another thread as one message. When one of them cannot be cloned, the others still go,
 * each alone, and that one is reported.
 */
export function postAll<Item>(
  port: { postMessage(items: readonly Item[]): void },
  items: readonly Item[],
  onUnsendable: (item: Item, error: unknown) => void,
): void {
  try {
    port.postMessage(items);
  } catch (error) {
    const [only] = items;
    if (items.length === 1 && only !== undefined) onUnsendable(only, error);
    else for (const item of items) postAll(port, [item], onUnsendable);
  }
}
