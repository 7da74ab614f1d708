import { CONSOLE_UNITS } from "../wire/console.ts";
import { shorten } from "../wire/diagnostic.ts";

// Taken before the app runs, which may replace them.
const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
const { isArray } = Array;
const { stringify } = JSON;
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
/** The collections that can be walked through: how, and how far. */
const COLLECTIONS = [new Map(), new Set()].map((one) => ({
  iterate: methodOf(one, Symbol.iterator),
  next: methodOf(one[Symbol.iterator](), "next"),
  size: getOwnPropertyDescriptor(getPrototypeOf(one) ?? one, "size")?.get,
}));
const isoOfDate = methodOf(Date.prototype, "toISOString");
const nameOfNode = getOwnPropertyDescriptor(Node.prototype, "nodeName")?.get;

const DEPTH = 4;
/** Of one object, array or collection. */
const ITEMS = 50;
/** How far up the prototypes a name is looked for. */
const ANCESTORS = 5;

/**
 * What a call of the console says, as one bounded text: strings as they are, everything else with its
 * contents. No getter is run, and whatever is given, it ends.
 */
export function textOfCall(values: readonly unknown[]): string {
  const drawing = new Drawing();
  for (let index = 0; index < values.length && drawing.hasRoom; index += 1) {
    if (index > 0) drawing.add(" ");
    const value = values[index];
    if (typeof value === "string") drawing.add(value);
    else drawing.value(value);
  }
  return shorten(drawing.text, CONSOLE_UNITS);
}

class Drawing {
  text = "";
  /** The objects around the one that is drawn. */
  readonly #around: object[] = [];

  get hasRoom(): boolean {
    return this.text.length <= CONSOLE_UNITS;
  }

  add(text: string): void {
    if (this.hasRoom) this.text += text.slice(0, CONSOLE_UNITS + 1);
  }

  value(value: unknown): void {
    if (typeof value === "string") return this.add(stringify(value.slice(0, CONSOLE_UNITS)));
    if (typeof value === "function") return this.add(`function ${textAt(value, "name")}`.trimEnd());
    if (typeof value !== "object" || value === null) return this.add(plainText(value));
    if (this.#around.includes(value)) return this.add("(itself)");
    const depth = this.#around.push(value);
    try {
      if (depth > DEPTH) this.add(isArray(value) ? "[…]" : `${nameOf(value)}{…}`);
      else this.#object(value);
    } catch {
      // A proxy can refuse each question.
      this.add("(cannot be shown)");
    }
    this.#around.length = depth - 1;
  }

  #object(value: object): void {
    const named = nameOf(value);
    const whole = errorText(value) ?? nodeText(value) ?? dateText(value);
    if (whole !== undefined) return this.add(whole);
    // Millions of numbers are no properties worth listing.
    if (isView(value)) return this.add(`${named}{…}`);
    if (isArray(value)) return this.#list(value, value.length);
    const collected = itemsOf(value);
    if (collected) {
      this.add(named);
      return this.#list(collected.items, collected.size);
    }
    this.add(`${named}{`);
    const keys = ownKeys(value);
    for (let index = 0; this.#item(index, keys.length); index += 1) {
      const key = keys[index] ?? "";
      this.add(` ${String(key)}: `);
      this.#property(value, key);
    }
    this.add(keys.length === 0 ? "}" : " }");
  }

  #list(value: readonly unknown[], all: number): void {
    this.add("[");
    for (let index = 0; this.#item(index, all); index += 1) {
      if (index > 0) this.add(" ");
      this.#property(value, String(index));
    }
    this.add("]");
  }

  /** Whether there is an item to draw; draws what stands between them, or that there are more. */
  #item(index: number, all: number): boolean {
    if (index >= all || !this.hasRoom) return false;
    if (index > 0) this.add(",");
    if (index < ITEMS) return true;
    this.add(` … ${all - ITEMS} more`);
    return false;
  }

  #property(owner: object, key: PropertyKey): void {
    const property = getOwnPropertyDescriptor(owner, key);
    if (property === undefined) this.add("(empty)");
    else if ("value" in property) this.value(property.value);
    else this.add("(computed)");
  }
}

/** The first items of a map or a set, and how many it has; undefined for anything else. */
function itemsOf(value: object): { items: unknown[]; size: number } | undefined {
  for (const { iterate, next, size } of COLLECTIONS) {
    try {
      const items: unknown[] = [];
      // Throws for what is not of its kind.
      const iterator = apply(iterate, value, []);
      const step = () => apply(next, iterator, []) as IteratorResult<unknown>;
      for (let one = step(); !one.done && items.length < ITEMS; one = step()) items.push(one.value);
      return { items, size: size === undefined ? items.length : Number(apply(size, value, [])) };
    } catch {
      continue;
    }
  }
  return undefined;
}

function plainText(value: unknown): string {
  return typeof value === "bigint" ? `${value}n` : String(value);
}

/** The class of an object, and a space; nothing for a plain one. */
function nameOf(value: object): string {
  const constructor = dataOf(value, "constructor");
  const name = typeof constructor === "function" ? dataOf(constructor, "name") : undefined;
  return typeof name !== "string" || name === "" || name === "Object" ? "" : `${name} `;
}

function errorText(value: object): string | undefined {
  if (!(value instanceof Error)) return undefined;
  const [name, message] = [dataOf(value, "name"), dataOf(value, "message")];
  const says = typeof message === "string" ? message : "";
  return typeof name === "string" ? [name, says].filter(Boolean).join(": ") : says;
}

function nodeText(value: object): string | undefined {
  try {
    const name: unknown = nameOfNode === undefined ? undefined : apply(nameOfNode, value, []);
    return typeof name === "string" ? `<${name.toLowerCase()}>` : undefined;
  } catch {
    return undefined;
  }
}

function dateText(value: object): string | undefined {
  try {
    return apply(isoOfDate, value, []) as string;
  } catch {
    return undefined;
  }
}

/** A value that an object has or inherits, as long as no getter must be run for it. */
function dataOf(value: object, key: PropertyKey): unknown {
  let owner: object | null = value;
  for (let step = 0; owner !== null && step < ANCESTORS; step += 1) {
    const property = getOwnPropertyDescriptor(owner, key);
    if (property !== undefined) return property.value;
    owner = getPrototypeOf(owner);
  }
  return undefined;
}

function textAt(value: object, key: PropertyKey): string {
  const text = dataOf(value, key);
  return typeof text === "string" ? text : "";
}

/** A method as it is before the app runs, to be called by `apply`. */
function methodOf(owner: object, key: PropertyKey): (...given: unknown[]) => unknown {
  return Reflect.get(owner, key) as (...given: unknown[]) => unknown;
}
