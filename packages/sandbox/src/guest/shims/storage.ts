import { domError } from "./ports.ts";

/** Keys and values of one storage together, in UTF-16 units, as browsers bound it. */
const QUOTA = 5 * 1024 * 1024;

/** The text of a value, as browsers make it; throws for a symbol. */
const textOf = (value: unknown): string => `${value as string}`;

/**
 * Makes the storages of the browser that an app finds: they do all that those do, and hold it in memory alone,
 * so that nothing outlasts the frame. `prototype` is that of Storage, whose methods are replaced, since the
 * browser's own refuse to work here. `onUse` is called at each use.
 */
export function createStorages(prototype: object, onUse: () => void): () => object {
  const all = new WeakMap<object, Items>();
  const itemsOf = (storage: unknown): Items => {
    const items = all.get(storage as object);
    if (items === undefined) throw new TypeError("Illegal invocation");
    onUse();
    return items;
  };
  // Functions, each of which is told its storage by `this`.
  const methods: Readonly<Record<string, (this: unknown, ...given: unknown[]) => unknown>> = {
    getItem(...given) {
      return itemsOf(this).get(textOf(needed(given, 1)[0])) ?? null;
    },
    setItem(...given) {
      const [key, value] = needed(given, 2);
      itemsOf(this).set(textOf(key), textOf(value));
    },
    removeItem(...given) {
      itemsOf(this).delete(textOf(needed(given, 1)[0]));
    },
    key(...given) {
      return itemsOf(this).keys[Math.trunc(Number(needed(given, 1)[0])) || 0] ?? null;
    },
    clear() {
      itemsOf(this).clear();
    },
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: true });
  }
  Object.defineProperty(prototype, "length", {
    get(this: unknown) {
      return itemsOf(this).keys.length;
    },
    configurable: true,
    enumerable: true,
  });

  return () => {
    const items = new Items();
    const storage = new Proxy<object>(Object.create(prototype) as object, namedProperties(items, onUse));
    all.set(storage, items);
    return storage;
  };
}

/** The values of one storage. */
class Items {
  readonly #values = new Map<string, string>();
  #units = 0;

  get keys(): string[] {
    return [...this.#values.keys()];
  }

  get(key: string): string | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: string): void {
    const before = this.#values.get(key);
    const units = this.#units + value.length + (before === undefined ? key.length : -before.length);
    if (units > QUOTA && (before === undefined || value.length > before.length)) {
      throw domError(
        "QuotaExceededError",
        `Setting the value of ${JSON.stringify(key.slice(0, 100))} exceeded the quota of 5 MiB.`,
      );
    }
    this.#units = units;
    this.#values.set(key, value);
  }

  delete(key: string): void {
    const before = this.#values.get(key);
    if (before === undefined) return;
    this.#units -= key.length + before.length;
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#units = 0;
  }
}

/** The items as properties, as `storage.name`: those of the prototype go before them (HTML, Web IDL 3.9). */
function namedProperties(items: Items, onUse: () => void): ProxyHandler<object> {
  const isItem = (target: object, key: PropertyKey): key is string =>
    typeof key === "string" && !Reflect.has(target, key);
  const valueOf = (target: object, key: PropertyKey): string | undefined => {
    if (!isItem(target, key)) return undefined;
    onUse();
    return items.get(key);
  };
  function put(target: object, key: PropertyKey, value: unknown): boolean {
    if (typeof key === "symbol") return Reflect.set(target, key, value);
    onUse();
    items.set(textOf(key), textOf(value));
    return true;
  }
  return {
    get: (target, key, storage) => valueOf(target, key) ?? (Reflect.get(target, key, storage) as unknown),
    set: put,
    has: (target, key) => valueOf(target, key) !== undefined || Reflect.has(target, key),
    deleteProperty(target, key) {
      if (!isItem(target, key)) return Reflect.deleteProperty(target, key);
      items.delete(key);
      return true;
    },
    ownKeys: (target) => [...items.keys.filter((key) => isItem(target, key)), ...Reflect.ownKeys(target)],
    getOwnPropertyDescriptor(target, key) {
      const value = valueOf(target, key);
      if (value === undefined) return Reflect.getOwnPropertyDescriptor(target, key);
      return { value, writable: true, enumerable: true, configurable: true };
    },
    defineProperty: (target, key, property) => "value" in property && put(target, key, property.value),
    preventExtensions: () => false,
  };
}

function needed(given: readonly unknown[], count: number): readonly unknown[] {
  if (given.length >= count) return given;
  throw new TypeError(
    `${count} argument${count === 1 ? "" : "s"} required, but only ${given.length} present.`,
  );
}
