import { type Kysely, sql } from "kysely";

/** Tasks: which call of which connection waits for the decision of which proposal. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // One for each connection and proposal: a call that is repeated makes no further row.
  `create table tasks (
    workspace_id text not null, connection_id text not null, proposal_id text not null, task_id text not null,
    created_at text not null, cancelled_at text,
    primary key (workspace_id, connection_id, proposal_id))`,
  `create unique index tasks_by_id on tasks (workspace_id, task_id)`,
];
