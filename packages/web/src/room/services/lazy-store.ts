import type { ValueChange, ValueStore } from "@anteroom/sandbox/host";

type Watch = readonly [listener: (changes: readonly ValueChange[]) => void, signal: AbortSignal];

/**
 * Values that are opened when the app first asks for them: most apps keep none. One that cannot be is tried again.
 * `running` is aborted at the end of the run that asks; the next run, which has another, gets values of its own.
 */
export function lazyStore(
  open: (running: AbortSignal) => Promise<ValueStore>,
  running: () => AbortSignal,
): ValueStore {
  let opening: { readonly by: AbortSignal; readonly store: Promise<ValueStore> } | undefined;
  let waiting: Watch[] = [];

  async function opened(): Promise<ValueStore> {
    const by = running();
    if (opening?.by !== by) opening = { by, store: open(by) };
    try {
      const store = await opening.store;
      // What waits by now is the next run's.
      if (opening.by !== by) return store;
      const watches = waiting;
      waiting = [];
      for (const [listener, signal] of watches) if (!signal.aborted) store.watch(listener, signal);
      return store;
    } catch (error) {
      if (opening.by === by) opening = undefined;
      throw error;
    }
  }
  return {
    get: async (key) => (await opened()).get(key),
    set: async (...change) => (await opened()).set(...change),
    delete: async (...change) => (await opened()).delete(...change),
    list: async (prefix) => (await opened()).list(prefix),
    watch(...watch) {
      waiting.push(watch);
      // Whoever asks for a value meets the failure.
      opened().catch(() => undefined);
    },
  };
}
