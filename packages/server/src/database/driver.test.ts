import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { CannotOpenError } from "./cannot-open.ts";
import { Connection } from "./driver.ts";
import { temporaryFolder } from "./testing/temporary-folder.fixture.ts";

test("a connection for reading sees what was committed, and cannot write", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "a.sqlite");
  using writer = new Connection({ file, access: "write", create: true });
  writer.execute("create table t (a text)");
  using reader = new Connection({ file, access: "read" });
  const before = reader.dataVersion();
  expect(writer.execute("insert into t values (?), (?)", ["one", null]).changes).toBe(2);
  expect(reader.execute("select a from t").rows).toEqual([{ a: "one" }, { a: null }]);
  expect(reader.dataVersion()).not.toBe(before);
  expect(() => reader.execute("insert into t values ('x')")).toThrow("readonly");
});

test("the writer syncs every commit, keeps a log, and checks foreign keys", () => {
  using folder = temporaryFolder();
  using writer = new Connection({ file: join(folder.path, "a.sqlite"), access: "write", create: true });
  const pragma = (name: string): unknown =>
    Object.values(Object(writer.execute(`pragma ${name}`).rows[0]))[0];
  expect([pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")]).toEqual(["wal", 2, 1]);
  expect([pragma("busy_timeout"), pragma("wal_autocheckpoint")]).toEqual([5000, 16_000]);
});

test("more statements than the cache holds all work, first used and used again", () => {
  using folder = temporaryFolder();
  using connection = new Connection({ file: join(folder.path, "a.sqlite"), access: "write", create: true });
  const numbers = Array.from({ length: 1200 }, (_, number) => number % 600);
  const answers = numbers.map((number) => connection.execute(`select ${number} as n`).rows);
  expect(answers).toEqual(numbers.map((n) => [{ n }]));
});

test.each([
  ["another program's database", makeForeignDatabase],
  [
    "a file of text",
    (file: string) => writeFileSync(file, "Dear diary, this is not a database at all. ".repeat(50)),
  ],
])("%s is refused and left as it was, new or not", (_, make) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "a.sqlite");
  make(file);
  const before = readFileSync(file);
  for (const create of [true, false]) {
    const open = (): Connection => new Connection({ file, access: "write", create });
    expect(open).toThrow(CannotOpenError);
    expect(open).toThrow(`not a database of Anteroom: ${file}`);
  }
  expect(readFileSync(file)).toEqual(before);
});

function makeForeignDatabase(file: string): void {
  using database = new DatabaseSync(file);
  database.exec("create table diary (page text); insert into diary values ('mine')");
}
