import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Refusal, type RefusalBody } from "@anteroom/features/kernel/errors";
import type { Signal } from "@anteroom/features/kernel/signal";
import { type Answer, type Call, NOT_WRITTEN, OUTCOME_UNKNOWN } from "./batch.ts";
import { postAll } from "./post.ts";

const FIRST_RESTART_MILLISECONDS = 100;
const LONGEST_RESTART_MILLISECONDS = 5000;

/** What the worker is given at its start. */
export interface WriterData {
  readonly file: string;
  readonly writesModule: string;
  readonly clock: Float64Array;
  /** One number, shared: counts the times that it was noticed that another process may have committed. */
  readonly others: Int32Array;
  /** One number, shared: counts the commits of this process, and those of others once they are noticed. */
  readonly changes: Int32Array;
}

export interface WriterOptions {
  readonly file: string;
  /** A module that exports `writes`, all named writes; imported inside the worker. */
  readonly writesModule: string;
  /** Hints of what was committed; called before the writes that queued them are answered. */
  readonly onSignals: (signals: readonly Signal[]) => void;
  /** For the log: what callers are not told. */
  readonly onError: (error: Error) => void;
}

interface Waiting {
  readonly call: Call;
  readonly resolve: (result: unknown) => void;
  readonly reject: (refusal: Refusal) => void;
}

/** One life of the worker. */
interface Life {
  /** Rejects when the worker ended before it took calls. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

/** The main thread's side of the writer: one worker owns the only connection that writes. */
export class Writer implements AsyncDisposable {
  readonly #options: WriterOptions;
  readonly #data: WriterData;
  /** Set while the worker takes calls. */
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #unsent: Waiting[] = [];
  readonly #sent = new Map<number, Waiting>();
  readonly #closing = new AbortController();
  #supervision = Promise.resolve();
  /** Ends of the worker, one after another, without an answer between them. */
  #failures = 0;

  private constructor(options: WriterOptions) {
    this.#options = options;
    const counter = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#data = {
      file: options.file,
      writesModule: options.writesModule,
      clock: new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)),
      others: counter(),
      changes: counter(),
    };
  }

  /** Resolves when the worker is ready; rejects when it cannot start, as when two writes share a name. */
  static async start(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options);
    const life = writer.#startWorker();
    await life.ready;
    writer.#supervision = writer.#supervise(life);
    return writer;
  }

  /**
   * Runs a write by its name and resolves with its result after the commit. Rejects with the write's
   * Refusal, or with `unavailable`, whose text says whether nothing was changed or the outcome is unknown.
   */
  write(name: string, args: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closing.signal.aborted) return reject(new Refusal(NOT_WRITTEN));
      const call = { id: ++this.#lastId, name, args };
      // All calls of one turn of the event loop travel as one message.
      if (this.#unsent.push({ call, resolve, reject }) === 1) setImmediate(() => this.#send());
    });
  }

  /** Changes within half a second when another process has committed, and not by this writer's own commits. */
  get othersVersion(): number {
    return Atomics.load(this.#data.others, 0);
  }

  /** Grows with each commit, before its writes are answered; undefined while no worker is there to count. */
  get changes(): number | undefined {
    return this.#worker && Atomics.load(this.#data.changes, 0);
  }

  /** Takes no more writes, lets those that wait be written, and ends the worker. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    this.#send();
    this.#closeWorker();
    await this.#supervision;
  }

  #startWorker(): Life {
    const worker = new Worker(new URL("./writer-worker.ts", import.meta.url), { workerData: this.#data });
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    worker.on("message", (message: "ready" | readonly Answer[]) => {
      if (message !== "ready") return this.#settle(message);
      this.#worker = worker;
      ready.resolve();
      this.#send();
      if (this.#closing.signal.aborted) this.#closeWorker();
    });
    worker.on("error", (error: Error) => {
      if (this.#worker) this.#options.onError(error);
      ready.reject(error);
    });
    worker.on("exit", (code) => {
      const error = new Error(`The writer ended by itself, with code ${code}`);
      if (this.#worker && !this.#closing.signal.aborted) this.#options.onError(error);
      ready.reject(error);
      this.#onEnd();
      ended.resolve();
    });
    return { ready: ready.promise, ended: ended.promise };
  }

  /** Starts the worker again whenever it ends, more slowly while it achieves nothing. */
  async #supervise(first: Life): Promise<void> {
    const { signal } = this.#closing;
    let life = first;
    for (;;) {
      await life.ended;
      if (signal.aborted) return;
      const delay = Math.min(
        FIRST_RESTART_MILLISECONDS * 2 ** this.#failures++,
        LONGEST_RESTART_MILLISECONDS,
      );
      await sleep(delay, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return this.#reject(this.#takeUnsent(), NOT_WRITTEN);
      life = this.#startWorker();
      life.ready.catch(this.#options.onError);
    }
  }

  /** What the worker had may or may not be written; what it was never sent waits for one restart. */
  #onEnd(): void {
    const wasReady = this.#worker !== undefined;
    this.#worker = undefined;
    const sent = [...this.#sent.values()];
    this.#sent.clear();
    this.#reject(sent, OUTCOME_UNKNOWN);
    if (!wasReady || this.#closing.signal.aborted) this.#reject(this.#takeUnsent(), NOT_WRITTEN);
  }

  #send(): void {
    const worker = this.#worker;
    if (!worker || this.#unsent.length === 0) return;
    const leaving = this.#takeUnsent();
    for (const waiting of leaving) this.#sent.set(waiting.call.id, waiting);
    const calls = leaving.map((waiting) => waiting.call);
    postAll(worker, calls, ({ id, name }, error) => {
      this.#settle([{ id, refusal: NOT_WRITTEN, detail: `The arguments of "${name}": ${String(error)}` }]);
    });
  }

  /** Signals go first, so that who reads after an answer is not woken again for what it has seen. */
  #settle(answers: readonly Answer[]): void {
    this.#failures = 0;
    const signals = answers.flatMap((answer) => ("signals" in answer ? answer.signals : []));
    if (signals.length > 0) this.#options.onSignals(signals);
    for (const answer of answers) {
      const waiting = this.#sent.get(answer.id);
      this.#sent.delete(answer.id);
      if ("result" in answer) {
        waiting?.resolve(answer.result);
        continue;
      }
      if (answer.detail) this.#options.onError(new Error(answer.detail));
      waiting?.reject(new Refusal(answer.refusal));
    }
  }

  #closeWorker(): void {
    this.#worker?.postMessage("close");
  }

  #takeUnsent(): Waiting[] {
    return this.#unsent.splice(0);
  }

  #reject(waiting: readonly Waiting[], refusal: RefusalBody): void {
    for (const { reject } of waiting) reject(new Refusal(refusal));
  }
}
