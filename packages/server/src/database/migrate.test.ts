import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "@anteroom/features/db/migrations/index";
import type { Schema } from "@anteroom/features/db/schema";
import { CannotOpenError } from "./cannot-open.ts";
import { SyncDriver, WHOLE } from "./dialect.ts";
import { Connection } from "./driver.ts";
import { migrate } from "./migrate.ts";
import { Child } from "./testing/child.fixture.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";

const LATER = { up: async (db: Kysely<never>) => void (await sql`create table later (a text)`.execute(db)) };

function open(folder: string): {
  connection: Connection;
  run: (known: typeof migrations, apply?: boolean) => Promise<void>;
} {
  const where = join(folder, "a.sqlite");
  const connection = new Connection({ file: where, access: "write", create: true });
  const db = new Kysely<Schema>({ dialect: new SyncDriver(connection, WHOLE).dialect });
  return { connection, run: (known, apply = true) => migrate(db, { migrations: known, where, apply }) };
}

const tables = (connection: Connection): unknown[] =>
  connection
    .execute("select name from sqlite_schema where type = 'table' order by name")
    .rows.map((row) => Object(row).name);
const applied = (connection: Connection): unknown[] =>
  connection.execute("select name from schema_migrations order by name").rows.map((row) => Object(row).name);

test("each step runs once, in order, and a later one is added by the next start", async () => {
  using folder = temporaryFolder();
  const { connection, run } = open(folder.path);
  using _ = connection;
  await run(migrations);
  await run(migrations);
  expect(applied(connection)).toEqual(Object.keys(migrations));
  await run({ "9999-later": LATER, ...migrations });
  expect(applied(connection)).toEqual([...Object.keys(migrations), "9999-later"]);
  expect(tables(connection)).toContain("later");
});

test("a step that fails leaves nothing of its start behind", async () => {
  using folder = temporaryFolder();
  const { connection, run } = open(folder.path);
  using _ = connection;
  const broken = { up: async () => Promise.reject(new Error("no more")) };
  await expect(run({ ...migrations, "9998-later": LATER, "9999-broken": broken })).rejects.toThrow("no more");
  expect(tables(connection)).toEqual([]);
  await run(migrations);
  expect(applied(connection)).toEqual(Object.keys(migrations));
});

test("proposals from before lines of revisions: each chain is a line, and a decision ended it", async () => {
  using folder = temporaryFolder();
  const { connection, run } = open(folder.path);
  using _ = connection;
  const before = Object.entries(migrations).filter(([name]) => name < "0005-review");
  await run(Object.fromEntries(before));
  const chains = [
    [
      ["a1", 1, "superseded"],
      ["a2", 2, "superseded"],
      ["a3", 3, "declined"],
    ],
    [
      ["b1", 1, "superseded"],
      ["b2", 2, "approved"],
    ],
    [["c1", 1, "pending"]],
  ] as const;
  for (const chain of chains) {
    for (const [index, [id, revision, state]] of chain.entries()) {
      connection.execute(
        `insert into proposals (proposal_id, instance_id, revision, replaces, superseded_by, state, workspace_id,
        room_id, kind, name, name_key, digest, files_count, bytes, connection_id, person_id, client_name, created_at)
        values (?, ?, ?, ?, ?, ?, 'w', 'r', 'snippet', 'Timer', 'timer', 'd', 1, 1, 'c', 'p', 'Client', '2026')`,
        [id, `app_${id}`, revision, chain[index - 1]?.[0] ?? null, chain[index + 1]?.[0] ?? null, state],
      );
    }
  }
  await run(migrations);
  const { rows } = connection.execute("select proposal_id, line_id from proposals order by proposal_id");
  expect(rows.map((row) => Object.values(Object(row)))).toEqual(
    chains.flatMap((chain) => chain.map(([id]) => [id, `app_${chain[0][0]}`])),
  );
});

test("a database of a newer version is refused and stays as it is", async () => {
  using folder = temporaryFolder();
  const { connection, run } = open(folder.path);
  using _ = connection;
  await run({ ...migrations, "9999-later": LATER });
  await expect(run(migrations)).rejects.toThrow(CannotOpenError);
  await expect(run(migrations)).rejects.toThrow(
    /made by a newer Anteroom.*"9999-later".*a\.sqlite\n.*restore/s,
  );
  expect(applied(connection)).toContain("9999-later");
});

test("a program that works beside the server upgrades nothing", async () => {
  using folder = temporaryFolder();
  const { connection, run } = open(folder.path);
  using _ = connection;
  await run(migrations);
  await run(migrations, false);
  await expect(run({ ...migrations, "9999-later": LATER }, false)).rejects.toThrow("older Anteroom");
  expect(tables(connection)).not.toContain("later");
});

test.each([
  ["on nothing", false],
  ["while the database is held", true],
])(
  "six processes that start at once %s all find a migrated database",
  { timeout: 60_000 },
  async (_, held) => {
    using folder = temporaryFolder();
    const file = join(folder.path, "a.sqlite");
    using holder = held ? new Connection({ file, access: "write", create: true }) : undefined;
    holder?.execute("begin immediate");
    await using children = new AsyncDisposableStack();
    const six = Array.from({ length: 6 }, () => children.use(new Child("migrate-at-signal", file)));
    for (const child of six) expect(await child.line()).toBe("waiting");
    for (const child of six) child.go();
    for (const child of six) expect(await child.line()).toBe("opened");
    // Long enough for all six to stand at the lock; were it not, the test would only see less.
    if (held) await sleep(200);
    holder?.execute("rollback");
    const results = await Promise.all(six.map((child) => child.line()));
    expect(results).toEqual(Array.from({ length: 6 }, () => "migrated"));
    using connection = new Connection({ file, access: "read" });
    expect(applied(connection)).toEqual(Object.keys(migrations));
  },
);
