import type { ValueChange, ValueStore } from "@anteroom/sandbox/host";

type Watch = readonly [listener: (changes: readonly ValueChange[]) => void, signal: AbortSignal];

/** Values that are opened when the app first asks for them: most apps keep none. One that cannot be is tried again. */
export function lazyStore(open: () => Promise<ValueStore>): ValueStore {
  let opening: Promise<ValueStore> | undefined;
  let waiting: Watch[] = [];

  async function opened(): Promise<ValueStore> {
    opening ??= open();
    try {
      const store = await opening;
      const watches = waiting;
      waiting = [];
      for (const [listener, signal] of watches) if (!signal.aborted) store.watch(listener, signal);
      return store;
    } catch (error) {
      opening = undefined;
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
