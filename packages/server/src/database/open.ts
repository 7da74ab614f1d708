import { Worker } from "node:worker_threads";
import { Kysely } from "kysely";
import { migrations } from "@anteroom/features/db/migrations/index";
import { countChanges } from "@anteroom/features/db/prepared";
import type { Schema } from "@anteroom/features/db/schema";
import type { Store } from "@anteroom/features/kernel/context";
import type { Write } from "@anteroom/features/kernel/write";
import { CannotOpenError } from "./cannot-open.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { SyncDriver, WHOLE } from "./dialect.ts";
import { Connection, isSqliteError } from "./driver.ts";
import { demandCurrent, migrate } from "./migrate.ts";
import { Writer, type WriterOptions } from "./writer.ts";

/** Often enough to keep the log short, seldom enough to share the disk with the commits. */
const CHECKPOINT_MILLISECONDS = 250;

interface DatabaseOptions extends Pick<WriterOptions, "onSignals" | "onError"> {
  /** The data folder. */
  readonly folder: string;
  /** True for the server. False for a program that writes a row beside it. */
  readonly lock: boolean;
  /** The module that exports `writes`; the features by default. */
  readonly writesModule?: string;
}

export interface Database extends AsyncDisposable {
  readonly store: Store;
  /** Changes within half a second when another process has committed; commits of this one come with signals. */
  dataVersion(): number;
}

/**
 * Opens the database in the data folder, brought up to this program's version. Disposing it writes what
 * still waits and gives the folder free. Throws CannotOpenError with a text for the operator.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return await telling(options.folder, () => open(options));
}

export interface Snapshot extends Disposable {
  readonly read: Kysely<Schema>;
}

/**
 * The database as it is at the first query, for a program that only reads, also beside the server; what is written
 * later is not seen. Throws CannotOpenError with a text for the operator.
 */
export async function openSnapshot(folder: string): Promise<Snapshot> {
  return await telling(folder, async () => {
    using opening = new DisposableStack();
    const { databaseFile: file } = opening.use(openDataFolder({ path: folder, lock: false }));
    const connection = opening.use(new Connection({ file, access: "read" }));
    connection.execute("begin");
    const read = new Kysely<Schema>({ dialect: new SyncDriver(connection).dialect });
    await demandCurrent(read, { migrations, where: file });
    const opened = opening.move();
    return { read, [Symbol.dispose]: () => opened.dispose() };
  });
}

async function telling<T>(folder: string, opening: () => Promise<T>): Promise<T> {
  try {
    return await opening();
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new CannotOpenError({
      what: `The database in this folder cannot be used (${error.message})`,
      where: folder,
      remedy: "If its disk is full, make room. If it is damaged, restore the folder from a backup.",
    });
  }
}

async function open(options: DatabaseOptions): Promise<Database> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(openDataFolder({ path: options.folder, lock: options.lock }));
  const file = folder.databaseFile;
  await prepareDatabase(folder, options.lock);

  const writesModule = options.writesModule ?? "@anteroom/features";
  const { onSignals, onError } = options;
  // In this order, so that at the end the waiting writes come first and the last connection folds the log.
  if (options.lock) opening.defer(startCheckpointer(file, onError));
  const connection = opening.use(new Connection({ file, access: "read" }));
  const writer = opening.use(await Writer.start({ file, writesModule, onSignals, onError }));
  const read = new Kysely<Schema>({ dialect: new SyncDriver(connection).dialect });
  countChanges(read, () => writer.changes);
  const store: Store = {
    read,
    write: async <Args, Result>(write: Write<Args, Result>, args: Args) =>
      (await writer.write(write.name, args)) as Result,
  };

  const opened = opening.move();
  return {
    store,
    dataVersion: () => writer.othersVersion,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function prepareDatabase(folder: DataFolder, apply: boolean): Promise<void> {
  const file = folder.databaseFile;
  using connection = new Connection({ file, access: "write", create: folder.fresh });
  const db = new Kysely<Schema>({ dialect: new SyncDriver(connection, WHOLE).dialect });
  await migrate(db, { migrations, where: file, apply });
  if (folder.fresh) folder.markReady();
}

function startCheckpointer(file: string, onError: (error: Error) => void): () => Promise<void> {
  const worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), {
    workerData: { file, everyMilliseconds: CHECKPOINT_MILLISECONDS },
  });
  worker.on("message", (failure: string) => onError(new Error(failure)));
  worker.on("error", onError);
  return async () => {
    await worker.terminate();
  };
}
