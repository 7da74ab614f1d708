import { hash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { RuntimeInfo } from "@anteroom/features/kernel/context";
import { frameHeaders } from "@anteroom/sandbox/policy";
import { StaticFile, typeOf } from "./faces/static-file.ts";

/** Where in the data folder runtimes are kept. */
export const RUNTIMES = "runtimes";
/** The description that the build writes beside the runtime's files. */
const DESCRIPTION = "runtime.json";
/** What is not kept yet: too short a name for a version. */
const DRAFT = "draft";
const FRAME = "frame.html";
const FILES = [FRAME, "compile.js"];

/** A runtime's version as it stands in addresses and in the data folder: a hash, so never a path. */
export const VERSION = /^[\w-]{8,128}$/u;

interface Description extends RuntimeInfo {
  /** Hashes of the scripts that stand in the frame's document. */
  readonly scriptHashes: readonly string[];
  /** The sha256 of each file, in hex; stands in what is kept, and is checked when that is loaded. */
  readonly sha256?: Readonly<Record<string, string>>;
}

interface Loaded {
  readonly description: Description;
  /** As they were read at the start: the build may be made anew while the server runs. */
  readonly bytes: ReadonlyMap<string, Buffer>;
  readonly files: ReadonlyMap<string, StaticFile>;
}

export interface RuntimesOptions {
  /** Where the build put the current runtime. */
  readonly built: string;
  /** Where runtimes are kept that approvals are bound to. */
  readonly kept: string;
  /** The origin of the pages that may frame an app. */
  readonly origin: string;
}

/** The runtime was not built, or what was built is not whole. */
export class NoRuntimeError extends Error {
  constructor(folder: string) {
    super(`The apps' runtime is missing: ${folder}\nRun npm run build, then start the server again.`);
    this.name = "NoRuntimeError";
  }
}

/** What apps run on: the current runtime, and each one that an approval was bound to, byte for byte. */
export class Runtimes {
  readonly #options: RuntimesOptions;
  readonly #loaded = new Map<string, Loaded>();
  readonly #current: Loaded;
  #keeping: Promise<void> | undefined;

  private constructor(options: RuntimesOptions, current: Loaded) {
    this.#options = options;
    this.#current = current;
    this.#loaded.set(current.description.version, current);
  }

  /** Loads the built runtime. @throws NoRuntimeError */
  static async open(options: RuntimesOptions): Promise<Runtimes> {
    const current = await load(options.built, { origin: options.origin, kept: false });
    if (!current) throw new NoRuntimeError(options.built);
    return new Runtimes(options, current);
  }

  get info(): RuntimeInfo {
    const { version, entry, packages, storage, blocked } = this.#current.description;
    return { version, entry, packages, storage, blocked };
  }

  /** Compresses the current runtime's files off the event loop. */
  async compress(): Promise<void> {
    await Promise.all(Array.from(this.#current.files.values(), (file) => file.compress()));
  }

  /** Copies the current runtime into the data folder, once; resolves when it is there to stay. */
  keep(): Promise<void> {
    this.#keeping ??= this.#copy().catch((error: unknown) => {
      this.#keeping = undefined;
      throw error;
    });
    return this.#keeping;
  }

  /** Answers `/rt/<version>/<file>`; false if there is no such file. */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const [, version = "", name = ""] = /^\/rt\/([^/]+)\/([^/]+)$/u.exec(path) ?? [];
    if (!VERSION.test(version)) return false;
    let loaded = this.#loaded.get(version);
    if (!loaded) {
      const { kept, origin } = this.#options;
      // Only a folder that is listed is opened: an address never names a path.
      const known = await readdir(kept).catch((): string[] => []);
      loaded = known.includes(version) ? await load(join(kept, version), { origin, kept: true }) : undefined;
      if (loaded?.description.version !== version) return false;
      this.#loaded.set(version, loaded);
    }
    const file = loaded?.files.get(name);
    file?.send(request, response);
    return file !== undefined;
  }

  /** Under another name first, so that a runtime in the data folder is always whole. */
  async #copy(): Promise<void> {
    const { kept, origin } = this.#options;
    const { description, bytes } = this.#current;
    const [draft, target] = [join(kept, DRAFT), join(kept, description.version)];
    await mkdir(kept, { recursive: true, mode: 0o700 });
    if (await load(target, { origin, kept: true })) return;
    for (const leftover of [draft, target]) await rm(leftover, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    for (const [name, body] of bytes) await writeDurably(join(draft, name), body);
    const sha256 = Object.fromEntries(hashesOf(bytes));
    await writeDurably(join(draft, DESCRIPTION), JSON.stringify({ ...description, sha256 }));
    await syncFolder(draft);
    await rename(draft, target);
    await syncFolder(kept);
  }
}

async function writeDurably(path: string, body: string | Buffer): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(body);
  await file.sync();
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

function hashesOf(bytes: ReadonlyMap<string, Buffer>): [string, string][] {
  return Array.from(bytes, ([name, body]) => [name, hash("sha256", body)]);
}

/** Undefined for what is not whole; a kept runtime is whole only if it is byte for byte what was kept. */
async function load(
  folder: string,
  { origin, kept }: { readonly origin: string; readonly kept: boolean },
): Promise<Loaded | undefined> {
  try {
    const description = JSON.parse(await readFile(join(folder, DESCRIPTION), "utf8")) as Description;
    if (!VERSION.test(description.version)) return undefined;
    const read = FILES.map(async (name) => [name, await readFile(join(folder, name))] as const);
    const bytes = new Map(await Promise.all(read));
    if (kept && hashesOf(bytes).some(([name, found]) => description.sha256?.[name] !== found)) {
      return undefined;
    }
    const files = Array.from(
      bytes,
      ([name, body]) => [name, new StaticFile(body, headersOf(name, description, origin))] as const,
    );
    return { description, bytes, files: new Map(files) };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function headersOf(
  name: string,
  { scriptHashes }: Description,
  origin: string,
): Readonly<Record<string, string>> {
  if (name === FRAME) return frameHeaders({ origin, scriptHashes });
  return {
    "content-type": typeOf(name),
    // The compiler runs in a worker of its own and has nothing to fetch.
    "content-security-policy": "default-src 'none'",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}
