const later = setTimeout;

/**
 * Takes from an event what the browser would do about it, and calls `act` in its place when all listeners are
 * through, unless one of them prevented it. They find the event as if nothing was taken. To be called before
 * the listeners of the app, with an event that can be cancelled.
 */
export function takeOver(event: Event, act: () => void): void {
  let isPrevented = event.defaultPrevented;
  event.preventDefault();
  const prevent = (): void => {
    isPrevented = true;
  };
  Object.defineProperties(event, {
    preventDefault: { value: prevent, configurable: true },
    defaultPrevented: { get: () => isPrevented, configurable: true },
    returnValue: {
      get: () => !isPrevented,
      set: (value) => {
        if (value === false) prevent();
      },
      configurable: true,
    },
  });
  later(() => {
    if (!isPrevented) act();
  });
}
