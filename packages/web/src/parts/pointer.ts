/** Presses by a mouse button, a finger or a pen, wherever on the page. */
export interface Pointer {
  /** Whether one goes on. */
  readonly isDown: () => boolean;
  /** How many have ended, each counted once all is done that its end sets off. */
  readonly ended: () => number;
  /** Calls `listener` when another one has ended. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Follows the presses on `target` from now on. */
export function followPointer(target: EventTarget): Pointer {
  const listeners = new Set<() => void>();
  let isDown = false;
  let ended = 0;

  function count(): void {
    ended += 1;
    for (const listener of listeners) listener();
  }
  target.addEventListener("pointerdown", () => void (isDown = true), true);
  for (const end of ["pointerup", "pointercancel"]) {
    target.addEventListener(
      end,
      () => {
        isDown = false;
        setTimeout(count);
      },
      true,
    );
  }
  return {
    isDown: () => isDown,
    ended: () => ended,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
