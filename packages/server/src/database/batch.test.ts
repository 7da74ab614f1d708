import { join } from "node:path";
import { Kysely } from "kysely";
import { expect, test, vi } from "vitest";
import { migrations } from "@anteroom/features/db/migrations/index";
import type { Schema } from "@anteroom/features/db/schema";
import { BatchWriter } from "./batch.ts";
import { SyncDriver, WHOLE } from "./dialect.ts";
import { Connection } from "./driver.ts";
import { migrate } from "./migrate.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";
import { writes } from "./testing/writes.fixture.ts";

async function open(file: string): Promise<Connection> {
  const connection = new Connection({ file, access: "write", create: true });
  const db = new Kysely<Schema>({ dialect: new SyncDriver(connection, WHOLE).dialect });
  await migrate(db, { migrations, where: file, apply: true });
  return connection;
}

test("the time of writes never goes back for a moment, not even when the clock does or the writer is a new one", async () => {
  using folder = temporaryFolder();
  using connection = await open(join(folder.path, "a.sqlite"));
  using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-01-01T00:00:10.500Z") });
  const clock = new Float64Array(1);
  const timeOf = async (): Promise<unknown> => {
    const writer = new BatchWriter({ connection, writes, clock });
    return writer.run([{ id: 1, name: "test.read_clock", args: {} }]);
  };
  const at = (first: string): object[] => [
    expect.objectContaining({ result: expect.objectContaining({ first }) }),
  ];
  expect(await timeOf()).toEqual(at("2030-01-01T00:00:10.500Z"));
  vi.setSystemTime(new Date("2030-01-01T00:00:03.000Z"));
  expect(await timeOf()).toEqual(at("2030-01-01T00:00:10.500Z"));
  vi.setSystemTime(new Date("2030-01-01T00:00:11.000Z"));
  expect(await timeOf()).toEqual(at("2030-01-01T00:00:11.000Z"));
  // A clock that was wrong by more is put right for good.
  for (const right of ["2029-12-31T23:59:46.000Z", "2029-12-31T22:00:00.000Z"]) {
    vi.setSystemTime(new Date(right));
    expect(await timeOf()).toEqual(at(right));
  }
});

test(
  "while another process holds the database, a batch is refused whole and may be tried again",
  { timeout: 30_000 },
  async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "a.sqlite");
    using connection = await open(file);
    connection.execute("pragma busy_timeout = 50");
    using other = new Connection({ file, access: "write" });
    const writer = new BatchWriter({ connection, writes, clock: new Float64Array(1) });
    const calls = ["a", "b"].map((text, id) => ({
      id,
      name: "test.append_note",
      args: { resource: "r", text },
    }));
    other.execute("begin immediate");
    const refused = expect.objectContaining({
      code: "unavailable",
      message: expect.stringContaining("nothing was changed"),
    });
    expect(await writer.run(calls)).toMatchObject([
      { id: 0, refusal: refused },
      { id: 1, refusal: refused },
    ]);
    other.execute("rollback");
    expect(await writer.run(calls)).toMatchObject([
      { id: 0, result: 1 },
      { id: 1, result: 2 },
    ]);
  },
);

test("a commit that fails tells every caller that the outcome is open, and the writer goes on", async () => {
  using folder = temporaryFolder();
  using connection = await open(join(folder.path, "a.sqlite"));
  // A foreign key that is checked at the commit makes the commit itself fail.
  connection.execute("create table parents (id text primary key)");
  connection.execute(
    "create table children (parent text references parents (id) deferrable initially deferred)",
  );
  const orphan = {
    name: "test.orphan",
    run: async ({ db }: { db: Kysely<Schema> }) => {
      const inserting = db.$extendTables<{ children: { parent: string } }>().insertInto("children");
      await inserting.values({ parent: "nobody" }).execute();
    },
  };
  const writer = new BatchWriter({ connection, writes: [...writes, orphan], clock: new Float64Array(1) });
  const append = { id: 1, name: "test.append_note", args: { resource: "r", text: "a" } };
  const unknown = { code: "unavailable", message: expect.stringContaining("outcome is unknown") };
  expect(await writer.run([append, { id: 2, name: "test.orphan", args: {} }])).toMatchObject([
    { id: 1, refusal: unknown, detail: expect.stringContaining("FOREIGN KEY") },
    { id: 2, refusal: unknown },
  ]);
  expect(await writer.run([append])).toMatchObject([{ id: 1, result: 1 }]);
});
