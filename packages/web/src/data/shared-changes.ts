import type { LiveShared } from "@anteroom/client";

/** Hears of an app whose shared data changed; undefined: of any, since the stream was away. */
type Listener = (app: LiveShared | undefined) => void;

const listeners = new Set<Listener>();

/** Hints on apps' shared data, from the one event stream to whoever mirrors the data. */
export const sharedChanges = {
  tell: (app: LiveShared | undefined): void => {
    for (const listener of listeners) listener(app);
  },
  listen: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
