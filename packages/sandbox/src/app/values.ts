import type { OwnValues, SharedValues } from "./anteroom-app.d.ts";
import { AppError } from "./app-error.ts";
import { checked, OWN, SHARED, type Area } from "./area.ts";
import { fromJson, toJson } from "./json.ts";
import { update } from "./update.ts";

type AnyListener = (change: { readonly key: string; readonly value: unknown }) => void;
type KeyListener<T> = (value: T | undefined) => void;

// Taken before the app runs, which may replace it.
const { isSafeInteger } = Number;

async function read<T>(area: Area, key: string): Promise<{ value: T | undefined; version: number }> {
  const { value, version } = await area.get(key);
  return { value: fromJson(value) as T | undefined, version };
}

async function set(area: Area, key: string, value: unknown, ifVersion?: number): Promise<number> {
  const text = toJson(checked(key), value);
  const version = await area.set(key, text, condition(ifVersion));
  area.tell(key, text, version);
  return version;
}

async function remove(area: Area, key: string, ifVersion?: number): Promise<void> {
  area.tell(key, undefined, await area.delete(key, condition(ifVersion)));
}

function condition(ifVersion: number | undefined): number | undefined {
  if (ifVersion === undefined || (isSafeInteger(ifVersion) && ifVersion >= 0)) return ifVersion;
  throw new AppError("invalid", "`ifVersion` is a version that was read, or 0.");
}

function subscribe<T>(area: Area, first: string | AnyListener, second?: KeyListener<T>): () => void {
  const [key, listener] = typeof first === "function" ? [undefined, first] : [checked(first), second];
  if (typeof listener !== "function") throw new AppError("invalid", "subscribe takes a key and a function.");
  // That the app may not is an error that nobody awaits: it shows as one of the app.
  void area.watch();
  return area.hear((changed, text) => {
    const value = fromJson(text);
    if (typeof first === "function") first({ key: changed, value });
    else if (key === changed) second?.(value as T | undefined);
  });
}

// Functions of their own, so that an app may take them out of the object.
export const storage: OwnValues = {
  get: async <T>(key: string) => (await read<T>(OWN, key)).value,
  set: async (key, value) => {
    await set(OWN, key, value);
  },
  delete: (key) => remove(OWN, key),
  list: (prefix = "") => OWN.list(prefix),
  subscribe: <T>(first: string | AnyListener, second?: KeyListener<T>) => subscribe(OWN, first, second),
};

export const shared: SharedValues = {
  get: async <T>(key: string) => (await read<T>(SHARED, key)).value,
  read: (key) => read(SHARED, key),
  set: async (key, value, { ifVersion } = {}) => ({ version: await set(SHARED, key, value, ifVersion) }),
  delete: (key, { ifVersion } = {}) => remove(SHARED, key, ifVersion),
  update: async <T>(key: string, change: (now: T | undefined) => T) => {
    const { text, version } = await update(SHARED, key, (now) =>
      toJson(key, change(fromJson(now) as T | undefined)),
    );
    SHARED.tell(key, text, version);
    return fromJson(text) as T;
  },
  list: (prefix = "") => SHARED.list(prefix),
  subscribe: <T>(first: string | AnyListener, second?: KeyListener<T>) => subscribe(SHARED, first, second),
};
