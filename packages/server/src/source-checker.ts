import { CHECK_LIMITS } from "@anteroom/sandbox/check-limits";
import { Worker } from "node:worker_threads";
import type { AppFiles } from "@anteroom/app-format";
import type { Diagnostic } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";

/** Main thread to worker: the files of one proposal. The worker answers in the order of the jobs. */
export type CheckJob = AppFiles;
/** Worker to main thread. */
export type CheckAnswer = readonly Diagnostic[];

export interface SourceCheckerOptions {
  /** How long one job may take the worker, in milliseconds. */
  readonly limitMs: number;
  /** How many jobs may wait, the worker's own included. */
  readonly queue: number;
  /** The worker's module. */
  readonly worker: URL;
}

interface Job {
  readonly files: AppFiles;
  readonly resolve: (found: CheckAnswer) => void;
  readonly reject: (refusal: Refusal) => void;
}

const DEFAULTS: SourceCheckerOptions = {
  limitMs: 5000,
  queue: 256,
  worker: new URL("./check-worker.ts", import.meta.url),
};

/** How many jobs are sent ahead, so that the worker need not wait for the next. */
const AHEAD = 16;

/**
 * Parses the files of proposals in a thread of its own. A job that takes too long, or that breaks the
 * parser, costs that job its answer and the thread its life; the jobs after it get a new thread.
 */
export class SourceChecker implements AsyncDisposable {
  readonly #options: SourceCheckerOptions;
  /** Oldest first; the first `#sent` of them are with the worker. */
  readonly #jobs: Job[] = [];
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;
  #closed = false;

  constructor(options: Partial<SourceCheckerOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#worker = this.#start();
  }

  /** The places where files do not compile. @throws Refusal `unavailable` when no answer can be had. */
  check(files: AppFiles): Promise<readonly Diagnostic[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#jobs.length >= this.#options.queue) {
        reject(unavailable("Too many proposals are being checked right now."));
        return;
      }
      this.#jobs.push({ files, resolve, reject });
      this.#send();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    for (const job of this.#jobs.splice(0)) job.reject(unavailable("The server is stopping."));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker, { resourceLimits: CHECK_LIMITS });
    worker.on("message", (found: CheckAnswer) => {
      if (this.#worker !== worker) return;
      const job = this.#jobs.shift();
      this.#sent -= 1;
      this.#watch();
      job?.resolve(found);
      this.#send();
    });
    // The end of the thread follows, and there the job is answered.
    worker.on("error", () => undefined);
    worker.on("exit", () => this.#replace(worker, "The check of these files broke down."));
    return worker;
  }

  #send(): void {
    const idle = this.#sent === 0;
    while (this.#sent < Math.min(AHEAD, this.#jobs.length)) {
      this.#worker ??= this.#start();
      const job = this.#jobs[this.#sent];
      this.#worker.postMessage(job?.files satisfies CheckJob | undefined);
      this.#sent += 1;
    }
    if (idle) this.#watch();
  }

  /** Starts the clock of the job that the worker has before it. */
  #watch(): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (this.#sent === 0 || !worker) return;
    this.#timer = setTimeout(() => {
      this.#replace(worker, "The check of these files took too long.");
      void worker.terminate();
    }, this.#options.limitMs);
  }

  /** Lets go of a worker that is of no more use, and answers the job that it had before it. */
  #replace(worker: Worker, message: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    if (this.#sent > 0) this.#jobs.shift()?.reject(unavailable(message));
    this.#sent = 0;
    this.#send();
  }
}

function unavailable(message: string): Refusal {
  return new Refusal({
    code: "unavailable",
    message,
    hint: "Nothing was stored. Try again with the same idempotency key; smaller files are checked sooner.",
  });
}
