import { join } from "node:path";
import { Kysely, sql, type Transaction } from "kysely";
import { expect, test } from "vitest";
import { SyncDriver, WHOLE } from "./dialect.ts";
import { Connection } from "./driver.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";

interface Tables {
  t: { a: number };
}

function open(folder: string, bounds?: typeof WHOLE): { connection: Connection; db: Kysely<Tables> } {
  const connection = new Connection({ file: join(folder, "a.sqlite"), access: "write", create: true });
  connection.execute("create table if not exists t (a integer unique)");
  return { connection, db: new Kysely<Tables>({ dialect: new SyncDriver(connection, bounds).dialect }) };
}

test("queries settle before the event loop comes round, many at once too", async () => {
  using folder = temporaryFolder();
  const { connection, db } = open(folder.path);
  using _ = connection;
  let cameRound = false;
  setImmediate(() => (cameRound = true));
  await Promise.all(Array.from({ length: 20 }, (__, a) => db.insertInto("t").values({ a }).execute()));
  const { changed } = await db
    .updateTable("t")
    .set({ a: -1 })
    .where("a", "=", 3)
    .executeTakeFirstOrThrow()
    .then((result) => ({ changed: result.numUpdatedRows }));
  expect(changed).toBe(1n);
  expect(cameRound).toBe(false);
});

test("a query after the end of its transaction throws and changes nothing", async () => {
  using folder = temporaryFolder();
  const { connection, db } = open(folder.path, WHOLE);
  using _ = connection;
  let escaped: Transaction<Tables> | undefined;
  await db.transaction().execute(async (tx) => {
    escaped = tx;
    await tx.insertInto("t").values({ a: 1 }).execute();
  });
  await expect(escaped?.insertInto("t").values({ a: 2 }).execute()).rejects.toThrow();
  expect(await db.selectFrom("t").selectAll().execute()).toEqual([{ a: 1 }]);
});

test("when SQLite undoes a transaction by itself, its later queries do not commit alone", async () => {
  using folder = temporaryFolder();
  const { connection, db } = open(folder.path, WHOLE);
  using _ = connection;
  await db.insertInto("t").values({ a: 1 }).execute();
  const transaction = db.transaction().execute(async (tx) => {
    await expect(sql`insert or rollback into t values (1)`.execute(tx)).rejects.toThrow("UNIQUE");
    await expect(tx.insertInto("t").values({ a: 2 }).execute()).rejects.toThrow("is over");
  });
  await expect(transaction).rejects.toThrow();
  expect(await db.selectFrom("t").selectAll().execute()).toEqual([{ a: 1 }]);
});

test("the shared reader takes no transactions", async () => {
  using folder = temporaryFolder();
  const { connection, db } = open(folder.path);
  using _ = connection;
  await expect(db.transaction().execute(async () => 1)).rejects.toThrow("no transactions");
});
