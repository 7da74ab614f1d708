import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Times that are noted of whoever calls, whether the call was let in or not. */
const NOTED = new Set(["last_call_at", "last_seen_at"]);

/** Every row behind a server, by its table: what an attack that failed must leave as it was. */
export function rowsOf(data: string): Readonly<Record<string, readonly object[]>> {
  const database = new DatabaseSync(join(data, "anteroom.sqlite"), { readOnly: true, timeout: 5000 });
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all();
    return Object.fromEntries(tables.map(({ name }) => [String(name), rowsIn(database, String(name))]));
  } finally {
    database.close();
  }
}

function rowsIn(database: DatabaseSync, table: string): object[] {
  const rows = database.prepare(`select * from "${table}"`).all();
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !NOTED.has(column))));
}

/** The tables that grew or shrank from one look to the other, each with by how many rows. */
export function growth(
  before: ReturnType<typeof rowsOf>,
  after: ReturnType<typeof rowsOf>,
): Record<string, number> {
  const changes = Object.entries(after).map(
    ([table, rows]) => [table, rows.length - (before[table]?.length ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
