import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Connection } from "./driver.ts";

/** The statements by which a transaction of Kysely begins and ends. */
interface Bounds {
  readonly begin: string;
  readonly commit: string;
  readonly undo: readonly string[];
}

/** A transaction is a transaction: for what runs outside the writer's batches. */
export const WHOLE: Bounds = { begin: "begin immediate", commit: "commit", undo: ["rollback"] };

/** A transaction is a savepoint of a batch: it can be undone without its neighbours. */
export const IN_BATCH: Bounds = {
  begin: "savepoint one_write",
  commit: "release one_write",
  undo: ["rollback to one_write", "release one_write"],
};

/** What Kysely holds while it runs a query or a transaction; once ended, it runs nothing more. */
class FencedConnection implements DatabaseConnection {
  readonly #connection: Connection;
  inTransaction = false;
  ended = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // The second half: SQLite may have rolled back by itself, and a query now would commit at once, alone.
    if (this.ended || (this.inTransaction && !this.#connection.inTransaction)) {
      throw new Error("The transaction of this query is over");
    }
    const { rows, changes } = this.#connection.execute(query.sql, query.parameters);
    const found = rows as Row[];
    return changes === undefined ? { rows: found } : { rows: found, numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

/**
 * Kysely over one synchronous connection. A query settles in microtasks, so whatever makes a body wait for
 * the event loop is not a query. Without `bounds` it has no transactions: requests share a reader, and a
 * transaction of one would hold the others'.
 */
export class SyncDriver implements Driver {
  readonly #connection: Connection;
  readonly #bounds: Bounds | undefined;
  #current: FencedConnection | undefined;

  constructor(connection: Connection, bounds?: Bounds) {
    this.#connection = connection;
    this.#bounds = bounds;
  }

  /** The dialect for `new Kysely`. */
  get dialect(): Dialect {
    return {
      createAdapter: () => new UnlockedAdapter(),
      createDriver: () => this,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    };
  }

  /** Undoes the transaction that is open, from outside its body; what the body still asks for throws. */
  abort(): void {
    if (this.#current) this.#undo(this.#current);
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<FencedConnection> {
    return new FencedConnection(this.#connection);
  }

  async releaseConnection(connection: FencedConnection): Promise<void> {
    connection.ended = true;
  }

  async beginTransaction(connection: FencedConnection): Promise<void> {
    if (!this.#bounds) throw new Error("The connection for reading has no transactions");
    this.#connection.execute(this.#bounds.begin);
    connection.inTransaction = true;
    this.#current = connection;
  }

  async commitTransaction(connection: FencedConnection): Promise<void> {
    if (connection.ended) throw new Error("The transaction was undone");
    this.#connection.execute(this.#bounds?.commit ?? "");
    this.#end(connection);
  }

  async rollbackTransaction(connection: FencedConnection): Promise<void> {
    if (!connection.ended) this.#undo(connection);
  }

  #undo(connection: FencedConnection): void {
    this.#end(connection);
    if (!this.#connection.inTransaction) return;
    for (const statement of this.#bounds?.undo ?? []) this.#connection.execute(statement);
  }

  #end(connection: FencedConnection): void {
    connection.ended = true;
    this.#current = undefined;
  }
}

/** Kysely would queue all queries of a single connection behind a mutex; ours never wait, so none is needed. */
class UnlockedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
