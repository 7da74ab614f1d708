/**
 * Keeps an app from filling the list of steps that the person's Back goes through, which the page and all of its
 * frames have in common, and from which the oldest fall out. Each press of the person allows for one step. A further
 * one takes the place of the last where that can be had; a change of the address behind its `#` cannot be kept from
 * being one, so that `onStep` is called. Runs before any code of an app.
 */
export function boundHistory(onStep: () => void): void {
  const { apply } = Reflect;
  const { pushState, replaceState } = History.prototype;
  let isAllowed = false;
  function takeAllowance(): boolean {
    const was = isAllowed;
    isAllowed = false;
    return was;
  }

  for (const type of ["click", "keydown"]) {
    window.addEventListener(
      type,
      ({ isTrusted }) => {
        if (isTrusted) isAllowed = true;
      },
      { capture: true },
    );
  }
  History.prototype.pushState = function (...given) {
    apply(takeAllowance() ? pushState : replaceState, this, given);
  };
  window.addEventListener("hashchange", ({ isTrusted }) => {
    if (isTrusted && !takeAllowance()) onStep();
  });
}
