import { type Kysely, sql } from "kysely";

/** What the scan found in a proposal's code: the report stands with the source, the number with the card. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null for sources from before: they are scanned when their card is opened.
  `alter table sources add column scan text`,
  `alter table proposals add column findings_count integer not null default 0`,
];
