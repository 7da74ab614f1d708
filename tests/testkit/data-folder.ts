import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** What stands below a data folder; `mode` are its permission bits. */
export function entriesOf(data: string): { path: string; mode: number; size: number; isFile: boolean }[] {
  return readdirSync(data, { recursive: true, encoding: "utf8" }).map((name) => {
    const path = join(data, name);
    const found = statSync(path);
    return { path, mode: found.mode & 0o777, size: found.size, isFile: found.isFile() };
  });
}

/** Every byte in a data folder, as text. */
export function bytesOf(data: string): string {
  return entriesOf(data)
    .filter(({ isFile }) => isFile)
    .map(({ path }) => readFileSync(path, "latin1"))
    .join("");
}

/** Changes rows behind a running server's back, as time would, or whoever may write its files. */
export function changeRows(data: string, statement: string, ...values: string[]): void {
  const database = new DatabaseSync(join(data, "anteroom.sqlite"), { timeout: 5000 });
  database.prepare(statement).run(...values);
  database.close();
}
