import { isRefusal } from "@anteroom/client";

/** Deeds that the server refused until the person confirms to be there; each hears how that went. */
let waiting: readonly ((confirmed: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function change(next: typeof waiting): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Whether somebody has to confirm now, for the one dialog that asks. */
export const confirmation = {
  isAsked: (): boolean => waiting.length > 0,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Tells all that wait: true once the server took the confirmation, false when the person left it. */
  answer: (confirmed: boolean): void => {
    const told = waiting;
    change([]);
    for (const tell of told) tell(confirmed);
  },
};

/** Asks the person to confirm to be there; whether they did. */
export async function askToConfirm(): Promise<boolean> {
  return await new Promise<boolean>((resolve) => change([...waiting, resolve]));
}

/**
 * Does a deed. Where the server first wants to know that the person is there, they are asked, and the deed is
 * done again; who leaves the question gets the refusal `confirmation_required`, and nothing was changed.
 */
export async function whenConfirmed<Output>(deed: () => Promise<Output>): Promise<Output> {
  try {
    return await deed();
  } catch (error) {
    if (!isRefusal(error, "confirmation_required") || !(await askToConfirm())) throw error;
    return await deed();
  }
}
