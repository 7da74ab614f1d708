import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import type { RuntimeInfo } from "@anteroom/features/kernel/context";
import { frameHeaders, PROBE, workerPolicy } from "@anteroom/sandbox/policy";
import { StaticFile, typeOf } from "./faces/static-file.ts";
import {
  type Description,
  isWhole,
  keepRuntime,
  readBuilt,
  readKept,
  type RuntimeFiles,
  VERSION,
} from "./runtime-files.ts";

/** Where the build puts the current runtime. */
export const BUILT = fileURLToPath(new URL("../../sandbox/dist/runtime/", import.meta.url));
/** Where in the data folder runtimes are kept. */
export const RUNTIMES = "runtimes";
const FRAME = "frame.html";
/** What every app needs; the rest is compressed when it is first asked for. */
const ALWAYS_NEEDED = [FRAME, "compile.js"];

type ServedFiles = ReadonlyMap<string, StaticFile>;

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
  readonly #served = new Map<string, ServedFiles>();
  readonly #probe: StaticFile;
  /** As it was read at the start: the build may be made anew while the server runs. */
  readonly #current: RuntimeFiles;
  #keeping: Promise<void> | undefined;

  private constructor(options: RuntimesOptions, current: RuntimeFiles) {
    this.#options = options;
    this.#current = current;
    this.#probe = new StaticFile(Buffer.from(PROBE.html), PROBE.headers(options.origin));
    this.#served.set(current.description.version, servedFiles(current, options.origin));
  }

  /** Loads the built runtime. @throws NoRuntimeError */
  static async open(options: RuntimesOptions): Promise<Runtimes> {
    const current = await readBuilt(options.built);
    if (!current) throw new NoRuntimeError(options.built);
    return new Runtimes(options, current);
  }

  get info(): RuntimeInfo {
    const { version, entry, packages, storage, blocked, offers } = this.#current.description;
    return { version, entry, packages, storage, blocked, offers };
  }

  /** Compresses what every app needs off the event loop. */
  async compress(): Promise<void> {
    const files = this.#served.get(this.#current.description.version);
    await Promise.all(ALWAYS_NEEDED.map(async (name) => await files?.get(name)?.compress()));
  }

  /** Copies the current runtime into the data folder, once; resolves when it is there to stay. */
  keep(): Promise<void> {
    this.#keeping ??= keepRuntime(this.#options.kept, this.#current).catch((error: unknown) => {
      this.#keeping = undefined;
      throw error;
    });
    return this.#keeping;
  }

  /** Answers `/rt/<version>/<file>`, and the probe of what a browser enforces; false if there is no such file. */
  async serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    if (path === PROBE.path) {
      this.#probe.send(request, response);
      return true;
    }
    const [, version = "", name = ""] = /^\/rt\/([^/]+)\/(.+)$/u.exec(path) ?? [];
    if (!VERSION.test(version)) return false;
    const file = (this.#served.get(version) ?? (await this.#fromKept(version)))?.get(name);
    await file?.compress();
    file?.send(request, response);
    return file !== undefined;
  }

  /** A kept runtime is served only if it is byte for byte what was kept. */
  async #fromKept(version: string): Promise<ServedFiles | undefined> {
    const { kept, origin } = this.#options;
    // Only a folder that is listed is opened: an address never names a path.
    const known = await readdir(kept).catch((): string[] => []);
    const runtime = known.includes(version) ? await readKept(kept, version) : undefined;
    if (!runtime || runtime.description.version !== version || !isWhole(runtime)) return undefined;
    const files = servedFiles(runtime, origin);
    this.#served.set(version, files);
    return files;
  }
}

function servedFiles({ description, bytes }: RuntimeFiles, origin: string): ServedFiles {
  return new Map(
    Array.from(bytes, ([name, body]) => [name, new StaticFile(body, headersOf(name, description, origin))]),
  );
}

function headersOf(
  name: string,
  { version, scriptHashes }: Description,
  origin: string,
): Readonly<Record<string, string>> {
  if (name === FRAME) return frameHeaders({ origin, scriptHashes });
  return {
    "content-type": typeOf(name),
    "content-security-policy": workerPolicy(`${origin}/rt/${version}`),
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}
