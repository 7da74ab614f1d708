import { Kysely } from "kysely";
import type { Schema } from "@anteroom/features/db/schema";
import { Refusal, type RefusalBody } from "@anteroom/features/kernel/errors";
import type { Signal } from "@anteroom/features/kernel/signal";
import type { Write } from "@anteroom/features/kernel/write";
import { IN_BATCH, SyncDriver } from "./dialect.ts";
import type { Connection } from "./driver.ts";

/** A write on its way to the writer. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
}

/** What became of a call. */
export type Answer =
  | { readonly id: number; readonly result: unknown; readonly signals: readonly Signal[] }
  | {
      readonly id: number;
      readonly refusal: RefusalBody;
      /** For the log, never for the caller. */
      readonly detail?: string;
    };

export const NOT_WRITTEN: RefusalBody = {
  code: "unavailable",
  message: "The server could not do this just now; nothing was changed.",
  hint: "Try again.",
  retry_after_seconds: 1,
};

export const OUTCOME_UNKNOWN: RefusalBody = {
  code: "unavailable",
  message: "The outcome is unknown: the server failed before it could tell whether this was done.",
  hint: "Try again with the same idempotency key; it is not done twice.",
  retry_after_seconds: 1,
};

/**
 * How far the clock may be set back, in milliseconds, for the time of writes to stand still until it comes there
 * again. Beyond that it was wrong before: all that ends would count as over until the true time comes there. Less
 * than the 30 seconds within which a refresh token may be used again, since readers judge that by the clock.
 */
const LONGEST_STEP_BACK = 20_000;

interface BatchWriterOptions {
  readonly connection: Connection;
  readonly writes: readonly Write<never, unknown>[];
  /** The last `tx.now` in milliseconds since 1970; shared, so that it outlives this writer. */
  readonly clock: Float64Array;
}

/** Runs writes in batches: one transaction and one sync to disk for each batch, one savepoint for each write. */
export class BatchWriter {
  readonly #connection: Connection;
  readonly #driver: SyncDriver;
  readonly #db: Kysely<Schema>;
  readonly #writes = new Map<string, Write<never, unknown>>();
  readonly #clock: Float64Array;

  /** Throws when two writes share a name. */
  constructor(options: BatchWriterOptions) {
    this.#connection = options.connection;
    this.#driver = new SyncDriver(options.connection, IN_BATCH);
    this.#db = new Kysely({ dialect: this.#driver.dialect });
    this.#clock = options.clock;
    for (const write of options.writes) {
      if (this.#writes.has(write.name)) throw new Error(`Two writes have the name "${write.name}"`);
      this.#writes.set(write.name, write);
    }
  }

  /**
   * Runs all calls and commits; each gets its answer, in order. A refusal waits for the commit too: it may
   * rest on what a neighbour wrote, and falls with it.
   */
  async run(calls: readonly Call[]): Promise<readonly Answer[]> {
    try {
      this.#connection.execute("begin immediate");
    } catch (error) {
      return refuseAll(calls, NOT_WRITTEN, detailOf(error));
    }
    const answers: Answer[] = [];
    for (const call of calls) {
      const answer = await this.#answer(call);
      if (!this.#connection.inTransaction) {
        const cause = "detail" in answer ? answer.detail : "no error reached the writer";
        return refuseAll(calls, NOT_WRITTEN, `SQLite undid the batch in "${call.name}": ${cause}`);
      }
      answers.push(answer);
    }
    try {
      this.#connection.execute("commit");
      return answers;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.execute("rollback");
      return refuseAll(calls, OUTCOME_UNKNOWN, detailOf(error));
    }
  }

  async #answer(call: Call): Promise<Answer> {
    const signals: Signal[] = [];
    const tooLong = Promise.withResolvers<never>();
    // Queries settle in microtasks: if the event loop comes round, the body waits for something else.
    const guard = setImmediate(() => {
      this.#driver.abort();
      tooLong.reject(new Error("A write may await nothing but its own queries"));
    });
    try {
      return {
        id: call.id,
        result: await Promise.race([this.#body(call, signals), tooLong.promise]),
        signals,
      };
    } catch (error) {
      if (error instanceof Refusal) return { id: call.id, refusal: error.body };
      return { id: call.id, refusal: NOT_WRITTEN, detail: `The write "${call.name}": ${detailOf(error)}` };
    } finally {
      clearImmediate(guard);
    }
  }

  async #body(call: Call, signals: Signal[]): Promise<unknown> {
    const write = this.#writes.get(call.name);
    if (!write) throw new Error("There is no such write");
    const now = this.#now();
    return this.#db
      .transaction()
      .execute((db) => write.run({ db, now, signal: (signal) => signals.push(signal) }, call.args as never));
  }

  #now(): string {
    const now = Date.now();
    const last = this.#clock[0] ?? 0;
    if (now > last || last - now > LONGEST_STEP_BACK) this.#clock[0] = now;
    return new Date(this.#clock[0] ?? now).toISOString();
  }
}

function refuseAll(calls: readonly Call[], refusal: RefusalBody, detail: string): Answer[] {
  return calls.map(({ id }, index) => (index === 0 ? { id, refusal, detail } : { id, refusal }));
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
