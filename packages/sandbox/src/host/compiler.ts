import type { AppFiles } from "@anteroom/app-format";
import type { LinkResult } from "../wire/program.ts";
import { ProgramCache } from "./program-cache.ts";

/** The files of an app, and the digest by which they are known. */
export interface AppSource {
  readonly digest: string;
  readonly files: AppFiles;
}

export interface Compiler extends Disposable {
  /**
   * Links an app; the same digest is compiled once on a device, as far as that keeps it. Rejects when the
   * compiler cannot be loaded, crashes, or takes longer than 20 seconds; the next call starts a new one.
   */
  compile(source: AppSource): Promise<LinkResult>;
}

/** What the Worker is sent, and what it answers. */
export interface CompileRequest {
  readonly id: number;
  readonly files: AppFiles;
}
export interface CompileAnswer {
  readonly id: number;
  /** Absent when a part of the compiler could not be loaded. */
  readonly result?: LinkResult;
}

const LIMIT_MS = 20_000;
const KEPT = 32;
/** An app is first drawn, then kept. */
const KEEP_AFTER_MS = 1000;
/** Where the device keeps programs, most apps open without the compiler, and its start would be in their way. */
const START_AFTER_MS = 1500;

/** One for the page, opened with the first compiler. */
let programs: ProgramCache | undefined;

/**
 * A compiler in a Worker of its own, started before the first app needs it, so that it is warm by then. `url`
 * is that of the runtime's `compile.js`, of the page's own origin.
 */
export function createCompiler({ url }: { readonly url: string }): Compiler {
  const results = new Map<string, Promise<LinkResult>>();
  const cache = (programs ??= new ProgramCache());
  let worker: CompileWorker | undefined;
  const started = (): CompileWorker => (worker ??= new CompileWorker(url));
  let starting: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  void cache.isEmpty().then((isEmpty) => {
    if (!closed) starting = setTimeout(started, isEmpty ? 0 : START_AFTER_MS);
  });

  async function compile({ digest, files }: AppSource): Promise<LinkResult> {
    const key = `${url} ${digest}`;
    const kept = await cache.get(key);
    if (kept !== undefined) return { ok: true, ...kept };
    if (closed) throw new Error("The compiler was closed.");
    const running = started();
    try {
      const result = await running.compile(files);
      if (result.ok) setTimeout(() => void cache.put(key, result), KEEP_AFTER_MS);
      return result;
    } catch (error) {
      results.delete(digest);
      running.stop(new Error("The compiler was closed after a failure."));
      if (worker === running) worker = undefined;
      throw error;
    }
  }

  return {
    compile(source) {
      const kept = results.get(source.digest) ?? compile(source);
      // Put last, so that the one not used for longest is dropped.
      results.delete(source.digest);
      results.set(source.digest, kept);
      for (const digest of results.keys()) if (results.size > KEPT) results.delete(digest);
      return kept;
    },
    [Symbol.dispose]() {
      closed = true;
      clearTimeout(starting);
      worker?.stop(new Error("The compiler was closed."));
      worker = undefined;
      results.clear();
    },
  };
}

interface Waiting {
  readonly resolve: (result: LinkResult) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** One Worker; once it has failed it stays so. */
class CompileWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #failure: Error | undefined;
  #lastId = 0;

  constructor(url: string) {
    this.#worker = new Worker(url, { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<CompileAnswer>) => this.#answer(data));
    this.#worker.addEventListener("error", () => {
      this.stop(new Error("The compiler could not be loaded, or crashed."));
    });
  }

  compile(files: AppFiles): Promise<LinkResult> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      const id = (this.#lastId += 1);
      const timer = setTimeout(() => {
        this.stop(new Error(`Compiling took longer than ${LIMIT_MS / 1000} seconds.`));
      }, LIMIT_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, files } satisfies CompileRequest);
    });
  }

  stop(reason: Error): void {
    this.#failure ??= reason;
    this.#worker.terminate();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }

  #answer({ id, result }: CompileAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    if (result === undefined) waiting?.reject(new Error("A part of the compiler could not be loaded."));
    else waiting?.resolve(result);
  }
}
