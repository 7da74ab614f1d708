import { CHECK_LIMITS } from "@anteroom/sandbox/check-limits";
import { Worker } from "node:worker_threads";
import type { AppFiles } from "@anteroom/app-format";
import type { CheckedSource } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";
import { FairQueue } from "./fair-queue.ts";

/** Main thread to worker: the files of one proposal. The worker answers in the order of the jobs. */
export interface CheckJob {
  readonly files: AppFiles;
  /** Whether the scan reads the code; else it only searches for words, which takes little time. */
  readonly readsCode: boolean;
}
/** Worker to main thread: first that it has loaded what it needs, then an answer to each job. */
export type CheckAnswer = "ready" | CheckedSource;

export interface LaneOptions {
  /** How long one job may take the worker, in milliseconds. */
  readonly limitMs: number;
  /** How many jobs are sent ahead, so that the worker need not wait for the next. */
  readonly ahead: number;
  /** How many jobs may wait for one caller, and from how many jobs of all on that is an eighth. */
  readonly each: number;
  readonly all: number;
  /** The worker's module. */
  readonly worker: URL;
}

interface Job extends CheckJob {
  readonly caller: string;
  readonly resolve: (checked: CheckedSource) => void;
  readonly reject: (reason: Refusal | TookTooLong) => void;
}

/** A job was let go of after the lane's time for one. */
export class TookTooLong extends Error {}

/** How long a thread may take to load what it needs, in milliseconds, on a machine that is busy. */
const STARTING_MS = 10_000;
/** Threads that were let go of end when the parser's native code returns; so many may be on their way. */
const MOST_ENDING = 2;

/**
 * Checks jobs in one thread, callers in turns. A job that takes too long, or that breaks the parser, costs
 * that job its answer and the thread its life; the jobs after it get a new thread.
 */
export class CheckLane implements AsyncDisposable {
  readonly #options: LaneOptions;
  readonly #waiting = new FairQueue<Job>();
  /** With the worker, oldest first. */
  readonly #sent: Job[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #ending = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Starts the thread before it is needed. */
  warm(): this {
    this.#worker ??= this.#start();
    return this;
  }

  /** @throws TookTooLong, and Refusal `unavailable` when no answer can be had. */
  check(job: CheckJob, caller: string): Promise<CheckedSource> {
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#isFullFor(caller)) {
        reject(unavailable("Too many proposals are being checked right now."));
        return;
      }
      this.#waiting.push(caller, { ...job, caller, resolve, reject });
      this.#send();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    this.#takeBack();
    for (let job = this.#waiting.next(); job; job = this.#waiting.next()) {
      job.reject(unavailable("The server is stopping."));
    }
    await worker?.terminate();
  }

  /** However many jobs some have brought, a caller with a few is let in. */
  #isFullFor(caller: string): boolean {
    const { each, all } = this.#options;
    const mine = this.#waiting.sizeOf(caller) + this.#sent.filter((job) => job.caller === caller).length;
    return mine >= (this.#waiting.size + this.#sent.length < all ? each : each / 8);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.worker, { resourceLimits: CHECK_LIMITS });
    this.#ready = false;
    worker.on("message", (answer: CheckAnswer) => {
      if (this.#worker !== worker) return;
      if (answer === "ready") this.#ready = true;
      else this.#sent.shift()?.resolve(answer);
      this.#watch();
      this.#send();
    });
    // The end of the thread follows, and there the job is answered.
    worker.on("error", () => undefined);
    worker.on("exit", () => this.#letGo(worker, unavailable("The check of these files broke down.")));
    return worker;
  }

  #send(): void {
    if (!this.#worker && this.#ending >= MOST_ENDING) return;
    const idle = this.#sent.length === 0;
    while (this.#sent.length < this.#options.ahead) {
      const job = this.#waiting.next();
      if (!job) break;
      this.#worker ??= this.#start();
      const { files, readsCode } = job;
      this.#worker.postMessage({ files, readsCode } satisfies CheckJob);
      this.#sent.push(job);
    }
    if (idle) this.#watch();
  }

  /** Starts the clock of the job that the worker has before it. */
  #watch(): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (this.#sent.length === 0 || !worker) return;
    const limit = this.#options.limitMs + (this.#ready ? 0 : STARTING_MS);
    this.#timer = setTimeout(() => {
      this.#ending += 1;
      this.#letGo(worker, new TookTooLong());
      void worker.terminate().then(() => {
        this.#ending -= 1;
        this.#send();
      });
    }, limit);
  }

  /** Lets go of a worker that is of no more use, and answers the job that it had before it. */
  #letGo(worker: Worker, reason: Refusal | TookTooLong): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    this.#sent.shift()?.reject(reason);
    this.#takeBack();
    this.#send();
  }

  #takeBack(): void {
    for (let job = this.#sent.pop(); job; job = this.#sent.pop()) this.#waiting.putBack(job.caller, job);
  }
}

export function unavailable(message: string): Refusal {
  return new Refusal({
    code: "unavailable",
    message,
    hint: "Nothing was stored. Try again with the same idempotency key; smaller files are checked sooner.",
  });
}
