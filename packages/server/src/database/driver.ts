import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { CannotOpenError } from "./cannot-open.ts";

/** "Antr" in ASCII, kept in the file's header: tells our files from other programs' SQLite files. */
const APPLICATION_ID = 0x416e7472;
const CACHED_STATEMENTS = 500;
/** How long a connection waits for another one's lock. */
const BUSY_MILLISECONDS = 5000;
const BUSY_RETRY_MILLISECONDS = 20;
/** Result codes of SQLite (https://sqlite.org/rescode.html). */
const BUSY = 5;
const NOT_A_DATABASE = 26;

interface CachedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

export interface ConnectionOptions {
  readonly file: string;
  readonly access: "read" | "write";
  /** The file is new: an empty database is marked as ours. Otherwise only a database of ours opens. */
  readonly create?: boolean;
}

/** One connection to a SQLite file of ours; the only place that knows which SQLite library is used. */
export class Connection implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, CachedStatement>();

  /** Throws CannotOpenError, before anything is changed, when the file is not a database of ours. */
  constructor(options: ConnectionOptions) {
    this.#database = new DatabaseSync(options.file, {
      readOnly: options.access === "read",
      timeout: BUSY_MILLISECONDS,
    });
    try {
      const isNew = options.create === true && this.#isEmpty();
      if (!isNew && !this.#isOurs()) throw notOurs(options.file);
      this.#database.exec("pragma foreign_keys = on; pragma temp_store = memory");
      if (options.access === "write") {
        this.#logWrites();
        this.#database.exec("pragma synchronous = full");
        // The checkpointer does the work; this only caps the log when it cannot keep up.
        this.#database.exec("pragma wal_autocheckpoint = 16000");
        if (isNew) this.#database.exec(`pragma application_id = ${APPLICATION_ID}`);
      }
    } catch (error) {
      this.#database.close();
      throw hasResultCode(error, NOT_A_DATABASE) ? notOurs(options.file) : error;
    }
  }

  /** Runs one statement; `changes` counts the rows it inserted, updated or deleted when it returns none. */
  execute(sql: string, parameters: readonly unknown[] = []): { rows: unknown[]; changes?: number | bigint } {
    const { statement, returnsRows } = this.#prepare(sql);
    const bound = parameters as readonly SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...bound) };
    return { rows: [], changes: statement.run(...bound).changes };
  }

  /** False after SQLite itself rolled a whole transaction back, for example when the disk is full. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Changes whenever another connection, of this or another process, has committed. */
  dataVersion(): number {
    return this.#number("pragma data_version");
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #prepare(sql: string): CachedStatement {
    let cached = this.#statements.get(sql);
    if (cached) {
      this.#statements.delete(sql);
    } else {
      const statement = this.#database.prepare(sql);
      cached = { statement, returnsRows: statement.columns().length > 0 };
      const [oldest] = this.#statements.size < CACHED_STATEMENTS ? [] : this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, cached);
    return cached;
  }

  /** Switching a new file to its log needs it alone, and SQLite does not wait for that by itself. */
  #logWrites(): void {
    const until = performance.now() + BUSY_MILLISECONDS;
    for (;;) {
      try {
        return this.#database.exec("pragma journal_mode = wal");
      } catch (error) {
        if (!hasResultCode(error, BUSY) || performance.now() > until) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MILLISECONDS);
      }
    }
  }

  #isOurs(): boolean {
    return this.#number("pragma application_id") === APPLICATION_ID;
  }

  #isEmpty(): boolean {
    return (
      this.#number("pragma application_id") === 0 && this.#number("select count(*) from sqlite_schema") === 0
    );
  }

  #number(sql: string): number {
    const [row] = this.execute(sql).rows;
    return Number(Object.values(row as object)[0]);
  }
}

/** The locks held: a database object that nothing refers to is closed by the collector, and its lock lost. */
const held = new Set<DatabaseSync>();

/**
 * Holds a lock on a file until it is disposed or the process ends, however it ends. Undefined when another
 * process, or another holder in this one, has it.
 */
export function holdLock(file: string): Disposable | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (hasResultCode(error, BUSY)) return undefined;
    throw error;
  }
  held.add(database);
  return {
    [Symbol.dispose]: () => {
      if (held.delete(database)) database.close();
    },
  };
}

/** Whether SQLite itself failed: a damaged file, a full disk, a lock that somebody else holds. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: unknown } {
  return error instanceof Error && "errcode" in error;
}

function hasResultCode(error: unknown, code: number): boolean {
  return isSqliteError(error) && error.errcode === code;
}

function notOurs(file: string): CannotOpenError {
  return new CannotOpenError({
    what: "This file is not a database of Anteroom",
    where: file,
    remedy: "It was left untouched. Move it away, and put the installation's own database back.",
  });
}
