/** Takes from the page what an app must not have, or can make nothing of. Runs before any code of an app. */
export function seal(): void {
  const names = Object.getOwnPropertyNames(window);
  // Connections that the policy of the page does not cover, and what takes the next press anywhere on the screen, with
  // the colour there. Every realm that an app can make has another opaque origin, so it cannot fetch them from there.
  for (const name of names.filter((one) => /^(?:moz|webkit)?RTC|^WebTransport|^EyeDropper$/u.test(one))) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
  // After the page has loaded they empty it, with all that tells of failures.
  for (const name of ["open", "write", "writeln"]) {
    Object.defineProperty(Document.prototype, name, { value: () => refuse(name), configurable: true });
  }
  hearOnlyItself();
}

/** An app beside this one that found its window could have its code do something for it. */
function hearOnlyItself(): void {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const source = getOwnPropertyDescriptor(MessageEvent.prototype, "source")?.get;
  const { stopImmediatePropagation } = Event.prototype;
  for (const type of ["message", "messageerror"]) {
    window.addEventListener(
      type,
      (event) => {
        const isForeign = source === undefined || apply(source, event, []) !== window;
        if (isForeign) apply(stopImmediatePropagation, event, []);
      },
      { capture: true },
    );
  }
}

function refuse(name: string): never {
  throw new Error(`document.${name}() is not there for an app: it would empty the page. Draw with React.`);
}
