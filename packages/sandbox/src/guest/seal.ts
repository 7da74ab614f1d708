/** Takes from the page what an app must not have, or can make nothing of. Runs before any code of an app. */
export function seal(): void {
  const names = Object.getOwnPropertyNames(window);
  // They open connections that the policy of the page does not cover. Every realm that an app can make has
  // another opaque origin, so it cannot fetch them from there.
  for (const name of names.filter((one) => /^(?:moz|webkit)?RTC|^WebTransport/u.test(one))) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
  // The browser refuses them too, but its error does not tell which line of the app asked.
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get: () => refuse(name), configurable: true });
  }
}

function refuse(name: string): never {
  throw new Error(`${name} is not there for an app.`);
}
