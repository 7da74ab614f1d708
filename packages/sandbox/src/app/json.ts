import { CALL_LIMITS, isValueSize } from "../wire/calls.ts";
import { AppError } from "./app-error.ts";

// Taken before the app runs, which may replace them.
const { stringify, parse } = JSON;
const { isArray } = Array;
const { isFinite } = Number;
const { create, keys } = Object;
const { apply, get } = Reflect;
const kindOf = Object.prototype.toString;

/** More parts than a value of the largest size can have. */
const PARTS = CALL_LIMITS.value_bytes;

/** A value that was kept as JSON; undefined where none was. Each time another one, so that nobody changes it for others. */
export function fromJson(text: string | undefined): unknown {
  return text === undefined ? undefined : parse(text);
}

/**
 * A value as JSON text. Nothing of it is lost but properties that are undefined; what has a `toJSON`, as dates
 * have, becomes what that says.
 *
 * @throws AppError `invalid`, naming `key`, what cannot be JSON and where it stands; `too_large`.
 */
export function toJson(key: string, value: unknown): string {
  const text = stringify(plainOf(key, value));
  if (!isValueSize(text)) throw tooLarge(key);
  return text;
}

function plainOf(key: string, value: unknown): unknown {
  try {
    return new Reading(key).plain(value, "", 0);
  } catch (error) {
    // Made anew: of the way here, the steps into the value would leave out the app's own.
    throw error instanceof AppError ? new AppError(error.code, error.message) : error;
  }
}

/** Copies a value as plain data. */
class Reading {
  readonly #key: string;
  readonly #around: object[] = [];
  #parts = 0;

  constructor(key: string) {
    this.#key = key;
  }

  plain(value: unknown, path: string, depth: number): unknown {
    this.#parts += 1;
    if (this.#parts > PARTS) throw tooLarge(this.#key);
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return isFinite(value) ? value : this.#refuse(path, String(value));
    if (typeof value !== "object") return this.#refuse(path, nameOfType(value));
    if (depth >= CALL_LIMITS.value_depth)
      throw new AppError("invalid", `The value of ${quoted(this.#key)} is nested too deeply.`);
    for (const outer of this.#around) {
      if (outer === value) return this.#refuse(path, "the same object that it stands in");
    }
    const at = this.#around.length;
    this.#around[at] = value;
    const made = this.#object(value, path, depth);
    this.#around.length = at;
    return made;
  }

  #object(value: object, path: string, depth: number): unknown {
    if ("toJSON" in value && typeof value.toJSON === "function") {
      return this.plain(apply(value.toJSON, value, []), path, depth + 1);
    }
    if (isArray(value)) {
      const list: unknown[] = [];
      for (let index = 0; index < value.length; index += 1) {
        list[index] = this.plain(value[index], `${path}[${index}]`, depth + 1);
      }
      return list;
    }
    const kind: string = apply(kindOf, value, []);
    if (kind !== "[object Object]") return this.#refuse(path, `a ${kind.slice(8, -1)}`);
    const made: Record<string, unknown> = create(null);
    for (const name of keys(value)) {
      const part = get(value, name);
      if (part !== undefined) made[name] = this.plain(part, `${path}.${name}`, depth + 1);
    }
    return made;
  }

  #refuse(path: string, what: string): never {
    const where = path === "" ? "it" : `${path.replace(/^\./u, "").slice(0, 200)} in it`;
    throw new AppError(
      "invalid",
      `The value of ${quoted(this.#key)} cannot be kept: ${where} is ${what}. Values are JSON: texts, numbers, true, false, null, lists and plain objects.`,
    );
  }
}

function nameOfType(value: unknown): string {
  if (value === undefined) return "undefined";
  return typeof value === "bigint" ? "a BigInt" : `a ${typeof value}`;
}

function tooLarge(key: string): AppError {
  return new AppError(
    "too_large",
    `The value of ${quoted(key)} takes more than ${CALL_LIMITS.value_bytes / 1024} KiB as JSON. Keep it in parts, under keys of their own.`,
  );
}

function quoted(key: string): string {
  return stringify(key);
}
