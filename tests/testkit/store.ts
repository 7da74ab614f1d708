import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@anteroom/features/kernel/context";
import type { Signal } from "@anteroom/features/kernel/signal";
import { type Database, openDatabase } from "../../packages/server/src/database/index.ts";

export interface TestStore extends AsyncDisposable {
  readonly store: Store;
  readonly database: Database;
  /** The data folder; removed at the end. */
  readonly folder: string;
  /** All signals so far, in the order in which the server would publish them. */
  readonly signals: Signal[];
  /** What the server would have logged. */
  readonly errors: Error[];
}

/**
 * A real store in a temporary folder, through the real writer. `writesModule` is the address of a module that
 * exports `writes`; the features' by default. Open it with `await using`.
 */
export async function openTestStore(options: { readonly writesModule?: string } = {}): Promise<TestStore> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "anteroom-"));
  opening.defer(() => rm(folder, { recursive: true }));
  const signals: Signal[] = [];
  const errors: Error[] = [];
  const database = opening.use(
    await openDatabase({
      ...options,
      folder,
      lock: true,
      onSignals: (sent) => signals.push(...sent),
      onError: (error) => errors.push(error),
    }),
  );
  const opened = opening.move();
  return {
    store: database.store,
    database,
    folder,
    signals,
    errors,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
