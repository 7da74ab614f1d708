import { domError, replace, type ShimPorts } from "./ports.ts";

const later = setTimeout;

/**
 * What of the browser's storage is not there for an app fails as it fails elsewhere, by an event or a
 * rejected promise. To look whether it is there throws nothing, as libraries do so while they load.
 */
export function installNoStorage({ notice }: Pick<ShimPorts, "notice">): void {
  function error(what: string): DOMException {
    notice("no_storage");
    return domError(
      "SecurityError",
      `${what} is not there for an app. Keep data by storage of "@anteroom/app".`,
    );
  }
  const rejecting = (names: readonly string[], what: string): object =>
    Object.fromEntries(names.map((name) => [name, () => Promise.reject(error(what))]));

  const { prototype } = IDBFactory;
  for (const name of ["open", "deleteDatabase"])
    replace(prototype, name, () => failingRequest(error("indexedDB")));
  replace(prototype, "databases", () => Promise.reject(error("indexedDB")));

  const caches = rejecting(["open", "has", "match", "keys", "delete"], "caches");
  Object.defineProperty(window, "caches", { get: () => caches, configurable: true, enumerable: true });

  for (const [owner, names, what] of [
    ["StorageManager", ["getDirectory", "persist"], "navigator.storage"],
    ["StorageBucketManager", ["open", "keys", "delete"], "navigator.storageBuckets"],
    ["CookieStore", ["get", "getAll", "set", "delete"], "cookieStore"],
  ] as const) {
    // Not every browser has them.
    const found: unknown = Reflect.get(window, owner);
    if (typeof found === "function") Object.assign(found.prototype as object, rejecting(names, what));
  }
  installNoWorkers();
}

/** A service worker would keep files; even to look for one throws in a frame like this. */
function installNoWorkers(): void {
  const refuse = (): Promise<never> =>
    Promise.reject(domError("SecurityError", "An app can have no service worker."));
  const workers = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise<never>(() => undefined),
    register: refuse,
    getRegistration: () => Promise.resolve(undefined),
    getRegistrations: () => Promise.resolve([]),
  });
  Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true, enumerable: true });
}

/** A request to a database as it is told of its failure: in a later task, by an event. */
function failingRequest(error: DOMException): EventTarget {
  const request = Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as EventTarget;
  let isDone = false;
  const handlers: Record<string, unknown> = {
    onsuccess: null,
    onerror: null,
    onblocked: null,
    onupgradeneeded: null,
  };
  for (const [name, value] of Object.entries(handlers)) replace(request, name, value);
  Object.defineProperties(request, {
    error: { get: () => (isDone ? error : null) },
    readyState: { get: () => (isDone ? "done" : "pending") },
    source: { value: null },
    transaction: { value: null },
    result: {
      get() {
        throw isDone ? error : domError("InvalidStateError", "The request has not finished.");
      },
    },
  });
  request.addEventListener("error", (event) => {
    const handler: unknown = Reflect.get(request, "onerror");
    if (typeof handler === "function") Reflect.apply(handler, request, [event]);
  });
  later(() => {
    isDone = true;
    request.dispatchEvent(new Event("error", { bubbles: true, cancelable: true }));
  });
  return request;
}
