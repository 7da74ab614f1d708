/** A key, or keys one after the other, and what they do. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says them, in lower case, with a blank between keys that follow each other. */
  readonly keys: string;
  readonly label: string;
  /** Absent for what works by other means, and is only listed. */
  readonly run?: () => void;
}

/** How long the first key of a pair counts, in ms. */
const PAIR_MS = 1200;

/**
 * Reads keys as they come (`at` in ms) and runs the shortcut they make. Answers whether the key was used.
 */
export function createKeyReader(shortcuts: () => readonly Shortcut[]): (key: string, at: number) => boolean {
  let first: { key: string; at: number } | undefined;
  return (key, at) => {
    const pressed = key.toLowerCase();
    const pair = first && at - first.at < PAIR_MS ? `${first.key} ${pressed}` : undefined;
    const known = shortcuts();
    const found = known.find((shortcut) => shortcut.keys === pair || shortcut.keys === pressed);
    first = known.some((shortcut) => shortcut.keys.startsWith(`${pressed} `))
      ? { key: pressed, at }
      : undefined;
    if (!found) return false;
    first = undefined;
    found.run?.();
    return found.run !== undefined;
  };
}

/** Nothing is written into a checkbox. What takes keys has them from a field or app that cannot. */
const WRITTEN = "input:not([type=checkbox]), textarea, select, [role=menu], iframe, [data-takes-keys]";

/** Whether a key pressed there belongs to what a person writes or chooses, and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(WRITTEN) !== null;
}

const KEY = "anteroom.letter-keys";
const listeners = new Set<() => void>();
let on: boolean | undefined;

/** Whether single keys act at all. Speech input and unsteady hands can set them off, so a person may say no. */
export const letterKeys = {
  areOn: (): boolean => {
    if (on === undefined) {
      try {
        on = localStorage.getItem(KEY) !== "off";
      } catch {
        on = true;
      }
    }
    return on;
  },
  turn: (value: boolean): void => {
    on = value;
    try {
      if (value) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, "off");
    } catch {
      // Storage is switched off: the choice holds until the page is left.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
