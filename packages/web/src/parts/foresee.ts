const STIRS = ["pointermove", "pointerdown", "keydown"] as const;
let foreseen: (() => Promise<unknown>)[] = [];

/**
 * Loads a part that a person may soon ask for, as soon as they stir: no press comes without a pointer that moves,
 * or a key, before it. Until then it is not in the way of what the page itself needs.
 */
export function foresee(load: () => Promise<unknown>): void {
  if (foreseen.length === 0) {
    for (const stir of STIRS) document.addEventListener(stir, loadForeseen, { capture: true, passive: true });
  }
  foreseen.push(load);
}

function loadForeseen(): void {
  for (const stir of STIRS) document.removeEventListener(stir, loadForeseen, { capture: true });
  const loads = foreseen;
  foreseen = [];
  whenIdle(() => {
    // Who asks for the part meets the failure.
    for (const load of loads) load().catch(() => undefined);
  });
}

/** Runs what can wait until the page has nothing else to do. Some browsers do not tell when they are idle. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 100);
}
