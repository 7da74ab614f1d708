import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { Signal } from "./signal.ts";

/** What a write works with. It lives as long as the transaction: a query after it throws. */
export interface WriteTx {
  readonly db: Kysely<Schema>;
  /** The server's clock at the begin of the write: RFC 3339 UTC with milliseconds. */
  readonly now: string;
  /** Queues a hint that leaves only after the commit. */
  signal(signal: Signal): void;
}

/**
 * A named write operation: decides and changes in one transaction. It runs inside the writer, so it closes
 * over nothing, its arguments and result are plain data, and it awaits nothing but its own queries.
 */
export interface Write<Args, Result> {
  readonly name: string;
  readonly run: (tx: WriteTx, args: Args) => Promise<Result>;
}

/** Declares a write; the writer finds it by its name, which must be unique. */
export function defineWrite<Args, Result>(
  name: string,
  run: (tx: WriteTx, args: Args) => Promise<Result>,
): Write<Args, Result> {
  return { name, run };
}
