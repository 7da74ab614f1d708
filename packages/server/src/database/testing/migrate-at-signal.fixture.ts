import { once } from "node:events";
import { Kysely } from "kysely";
import { migrations } from "@anteroom/features/db/migrations/index";
import type { Schema } from "@anteroom/features/db/schema";
import { SyncDriver, WHOLE } from "../dialect.ts";
import { Connection } from "../driver.ts";
import { migrate } from "../migrate.ts";

/** Migrates the database file that it is given, when told to, so that several begin together. */
const where = process.argv[2] ?? "";
process.stdout.write("waiting\n");
await once(process.stdin, "data");
try {
  using connection = new Connection({ file: where, access: "write", create: true });
  process.stdout.write("opened\n");
  const db = new Kysely<Schema>({ dialect: new SyncDriver(connection, WHOLE).dialect });
  await migrate(db, { migrations, where, apply: true });
  process.stdout.write("migrated\n");
} catch (error) {
  process.stdout.write(`failed: ${String(error)}\n`);
}
process.exit();
