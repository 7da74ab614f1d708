import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { isCount, isObject } from "../wire/shape.ts";
import type { Program } from "../wire/program.ts";

/** How many programs a device keeps, and how many UTF-16 units of code and styles in all. */
const KEPT = 100;
const KEPT_UNITS = 24 * 1024 * 1024;
/** Longer is not waited for the device's storage: compiling anew is quicker. */
const PATIENCE_MS = 200;

interface Stores extends DBSchema {
  /** By key. */
  readonly programs: { readonly key: string; readonly value: unknown };
  /** Apart from the programs, so that what to drop is found without reading them. */
  readonly uses: {
    readonly key: string;
    readonly value: { readonly units: number; readonly usedAt: number };
  };
}

/**
 * Linked apps on this device, so that one that was opened here before is not compiled again. What cannot be
 * read or kept is as if it had never been: no call rejects, and none takes long.
 */
export class ProgramCache {
  readonly #database: Promise<IDBPDatabase<Stores> | undefined>;
  /** Of what was kept when the page began. Of anything else the device need not be asked. */
  readonly #known: Promise<ReadonlySet<string>>;

  constructor(name = "anteroom-programs") {
    this.#database = quietly(() => open(name));
    this.#known = quietly(async () => await (await this.#database)?.getAllKeys("uses")).then(
      (keys) => new Set(keys),
    );
  }

  /** Whether nothing is kept, as on a device that opens its first app. */
  async isEmpty(): Promise<boolean> {
    return (await this.#known).size === 0;
  }

  /** The program that was kept under `key`, which has the runtime's address and the digest of the files. */
  async get(key: string): Promise<Program | undefined> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), PATIENCE_MS);
    });
    return Promise.race([quietly(() => this.#read(key)), late]);
  }

  async put(key: string, program: Program): Promise<void> {
    await quietly(async () => {
      const units = [program.code, ...program.styles.map(({ text }) => text)].join("").length;
      if (units > KEPT_UNITS / 4) return;
      const database = await this.#database;
      const writing = database?.transaction(["programs", "uses"], "readwrite");
      await writing?.objectStore("programs").put(program, key);
      await writing?.objectStore("uses").put({ units, usedAt: Date.now() }, key);
      await writing?.done;
      await this.#makeRoom();
    });
  }

  async #read(key: string): Promise<Program | undefined> {
    if (!(await this.#known).has(key)) return undefined;
    const database = await this.#database;
    const found = await database?.get("programs", key);
    if (!isProgram(found)) return undefined;
    void quietly(() => this.#used(key));
    return found;
  }

  async #used(key: string): Promise<void> {
    const writing = (await this.#database)?.transaction("uses", "readwrite");
    const use = await writing?.store.get(key);
    if (use !== undefined) await writing?.store.put({ ...use, usedAt: Date.now() }, key);
    await writing?.done;
  }

  /** Drops those that were not used for longest. */
  async #makeRoom(): Promise<void> {
    const writing = (await this.#database)?.transaction(["programs", "uses"], "readwrite");
    if (writing === undefined) return;
    const uses = writing.objectStore("uses");
    const [keys, values] = await Promise.all([uses.getAllKeys(), uses.getAll()]);
    const latestFirst = keys
      .map((key, index) => ({ key, units: values[index]?.units ?? 0, usedAt: values[index]?.usedAt ?? 0 }))
      .toSorted((one, other) => other.usedAt - one.usedAt);
    let total = 0;
    for (const [index, { key, units }] of latestFirst.entries()) {
      total += units;
      if (index < KEPT && total <= KEPT_UNITS) continue;
      await Promise.all([uses.delete(key), writing.objectStore("programs").delete(key)]);
    }
    await writing.done;
  }
}

function open(name: string): Promise<IDBPDatabase<Stores>> {
  return openDB<Stores>(name, 1, {
    upgrade(database) {
      database.createObjectStore("programs");
      database.createObjectStore("uses");
    },
    // A later version of this page wants to open it.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
}

/** Undefined when it fails, as where a browser has no storage, or the person wants none. */
async function quietly<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}

/** Other versions of this page may have kept it, and other pages of this origin. */
function isProgram(value: unknown): value is Program {
  if (!isObject(value)) return false;
  const { code, styles, packages, map, component } = value;
  return (
    typeof code === "string" &&
    isListOf(styles, ({ file, text }) => isText(file) && isText(text)) &&
    (isListOf(packages, isPackageFile) || (Array.isArray(packages) && packages.every(isText))) &&
    isListOf(map, isSpan) &&
    isObject(component) &&
    isPlace(component)
  );
}

function isPackageFile({ name, file, integrity }: Record<string, unknown>): boolean {
  // The path of a file below the runtime's, and no other address.
  const isFile = typeof file === "string" && /^packages\/\w[\w.-]*$/u.test(file);
  return isText(name) && isFile && typeof integrity === "string" && integrity.startsWith("sha256-");
}

function isSpan({ file, firstLine, lines, mappings }: Record<string, unknown>): boolean {
  return isText(file) && isCount(firstLine) && isCount(lines) && isText(mappings);
}

function isPlace({ file, line, column }: Record<string, unknown>): boolean {
  return isText(file) && isCount(line) && isCount(column);
}

function isListOf(value: unknown, is: (one: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && is(one));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
