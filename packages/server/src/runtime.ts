import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { RuntimeInfo } from "@anteroom/features/kernel/context";
import { frameHeaders } from "@anteroom/sandbox/policy";
import { StaticFile, typeOf } from "./faces/static-file.ts";

/** The description that the build writes beside the runtime's files. */
const DESCRIPTION = "runtime.json";
const FRAME = "frame.html";
const FILES = [FRAME, "compile.js"];

/** A runtime's version as it stands in addresses and in the data folder: a hash, so never a path. */
const VERSION = /^[\w-]{8,128}$/u;

interface Description extends RuntimeInfo {
  /** Hashes of the scripts that stand in the frame's document. */
  readonly scriptHashes: readonly string[];
}

interface Loaded {
  readonly description: Description;
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
  readonly #current: Description;
  #keeping: Promise<void> | undefined;

  private constructor(options: RuntimesOptions, current: Loaded) {
    this.#options = options;
    this.#current = current.description;
    this.#loaded.set(current.description.version, current);
  }

  /** Loads the built runtime. @throws NoRuntimeError */
  static async open(options: RuntimesOptions): Promise<Runtimes> {
    const current = await load(options.built, options.origin);
    if (!current) throw new NoRuntimeError(options.built);
    return new Runtimes(options, current);
  }

  get info(): RuntimeInfo {
    const { version, entry, packages, storage, blocked } = this.#current;
    return { version, entry, packages, storage, blocked };
  }

  /** Compresses the current runtime's files off the event loop. */
  async compress(): Promise<void> {
    const current = this.#loaded.get(this.#current.version);
    await Promise.all(Array.from(current?.files.values() ?? [], (file) => file.compress()));
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
      loaded = known.includes(version) ? await load(join(kept, version), origin) : undefined;
      // A draft that a crash left behind is in a folder of another name than its version.
      if (loaded?.description.version !== version) return false;
      this.#loaded.set(version, loaded);
    }
    const file = loaded?.files.get(name);
    file?.send(request, response);
    return file !== undefined;
  }

  /** Under another name first, so that a runtime in the data folder is always whole. */
  async #copy(): Promise<void> {
    const { built, kept } = this.#options;
    await mkdir(kept, { recursive: true, mode: 0o700 });
    const target = join(kept, this.#current.version);
    if ((await readdir(kept)).includes(this.#current.version)) return;
    const draft = await mkdtemp(join(kept, "draft-"));
    await Promise.all(
      [DESCRIPTION, ...FILES].map(async (name) => await copyDurably(join(built, name), join(draft, name))),
    );
    await rename(draft, target).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      // Another process kept the same runtime in the meantime.
      if (!(await readdir(kept)).includes(this.#current.version)) throw error;
    });
    await using folder = await open(kept, "r");
    await folder.sync();
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await using file = await open(to, "wx", 0o600);
  await file.writeFile(await readFile(from));
  await file.sync();
}

async function load(folder: string, origin: string): Promise<Loaded | undefined> {
  try {
    const description = JSON.parse(await readFile(join(folder, DESCRIPTION), "utf8")) as Description;
    if (!VERSION.test(description.version)) return undefined;
    const entries = FILES.map(async (name): Promise<[string, StaticFile]> => [
      name,
      new StaticFile(await readFile(join(folder, name)), headersOf(name, description, origin)),
    ]);
    return { description, files: new Map(await Promise.all(entries)) };
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
