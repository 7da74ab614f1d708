export interface ToastContent {
  readonly text: string;
  /** Whose words they are; new ones take the place of the last ones of the same. */
  readonly from?: string;
  /** A place to go from here; a toast tells, and never asks. */
  readonly link?: { readonly href: string; readonly label: string };
  /** Takes back what has just happened. */
  readonly undo?: { readonly label: string; readonly onPress: () => void };
}

export interface Toast extends ToastContent {
  readonly id: number;
}

const SHOWN_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Tells something that has happened, for a few seconds. Whatever it tells must be seen elsewhere too. */
export function tell(content: ToastContent): void {
  const others = toasts.filter(({ from }) => from === undefined || from !== content.from);
  const all = [...others, { ...content, id: nextId++ }];
  change(all.length > SHOWN_AT_ONCE ? all.filter((toast) => toast !== firstToGo(all)) : all);
}

/** What somebody else said makes room first: an app must not push out what the page has to tell. */
function firstToGo(all: readonly Toast[]): Toast | undefined {
  return all.find(({ from }) => from !== undefined) ?? all[0];
}

/** Those that stand now, the newest last. */
export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function closeToast(toast: Toast): void {
  change(toasts.filter((other) => other.id !== toast.id));
}

/** Calls `listener` after each change. Returns what ends that. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
