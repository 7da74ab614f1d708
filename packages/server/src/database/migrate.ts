import type { Kysely } from "kysely";
import type { migrations } from "@anteroom/features/db/migrations/index";
import type { Schema } from "@anteroom/features/db/schema";
import { CannotOpenError } from "./cannot-open.ts";

type MigrationLog = { schema_migrations: { name: string; applied_at: string } };

interface MigrateOptions {
  readonly migrations: typeof migrations;
  /** Where the database is, for error messages. */
  readonly where: string;
  /** False: only checks that nothing is left to run, for a program that works beside the server. */
  readonly apply: boolean;
}

/**
 * Brings the database to this program's version, all steps in one transaction that excludes other writers:
 * safe to run again, and by several processes at once. Throws CannotOpenError for a database that knows a
 * step which this program does not, or that lacks steps while `apply` is false.
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const log = tx.$extendTables<MigrationLog>();
    await log.schema
      .createTable("schema_migrations")
      .ifNotExists()
      .addColumn("name", "text", (column) => column.primaryKey().notNull())
      .addColumn("applied_at", "text", (column) => column.notNull())
      .execute();
    for (const name of await missingSteps(tx, options)) {
      if (!options.apply) throw older(options.where);
      await options.migrations[name]?.up(tx as unknown as Kysely<never>);
      await log
        .insertInto("schema_migrations")
        .values({ name, applied_at: new Date().toISOString() })
        .execute();
    }
  });
}

/** For a program that only reads: throws CannotOpenError unless the database is of this very version. */
export async function demandCurrent(
  db: Kysely<Schema>,
  options: Omit<MigrateOptions, "apply">,
): Promise<void> {
  if ((await missingSteps(db, options)).length > 0) throw older(options.where);
}

/** The steps that a database lacks, in order. */
async function missingSteps(
  db: Kysely<Schema>,
  { migrations: all, where }: Omit<MigrateOptions, "apply">,
): Promise<string[]> {
  const log = db.$extendTables<MigrationLog>();
  const rows = await log.selectFrom("schema_migrations").select("name").orderBy("name").execute();
  const applied = rows.map((row) => row.name);
  const known = Object.keys(all).toSorted();
  const stranger = applied.find((name) => !known.includes(name));
  if (stranger !== undefined) throw newer(where, stranger);
  return known.filter((step) => !applied.includes(step));
}

function newer(where: string, step: string): CannotOpenError {
  return new CannotOpenError({
    what: `This database was made by a newer Anteroom (it has the step "${step}")`,
    where,
    remedy: "Start the newer version, or restore a backup that was made before the upgrade.",
  });
}

function older(where: string): CannotOpenError {
  return new CannotOpenError({
    what: "This database was made by an older Anteroom",
    where,
    remedy: "Start this version's server once: it brings the database up to date.",
  });
}
