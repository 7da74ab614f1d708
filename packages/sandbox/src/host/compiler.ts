import type { AppFiles } from "@anteroom/app-format";
import type { LinkResult } from "../wire/program.ts";

/** The files of an app, and the digest by which they are known. */
export interface AppSource {
  readonly digest: string;
  readonly files: AppFiles;
}

export interface Compiler extends Disposable {
  /**
   * Links an app; the same digest is compiled once. Rejects when the compiler cannot be loaded, crashes, or
   * takes longer than 20 seconds; the next call starts a new one.
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
  readonly result: LinkResult;
}

const LIMIT_MS = 20_000;
const KEPT = 32;

/**
 * A compiler in a Worker of its own, started at once so that it is warm when the first app opens. `url` is
 * that of the runtime's `compile.js`, of the page's own origin.
 */
export function createCompiler({ url }: { readonly url: string }): Compiler {
  const results = new Map<string, Promise<LinkResult>>();
  let worker: CompileWorker | undefined = new CompileWorker(url);

  async function compile({ digest, files }: AppSource): Promise<LinkResult> {
    const running = (worker ??= new CompileWorker(url));
    try {
      return await running.compile(files);
    } catch (error) {
      results.delete(digest);
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
    this.#worker = new Worker(url);
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
    waiting?.resolve(result);
  }
}
