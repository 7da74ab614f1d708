import { type Kysely, sql } from "kysely";

/** Apps that keep data for their Room, what they were approved with, and what people ask of their agents. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table proposals add column grants text not null default '[]'`,
  `alter table apps add column grants text not null default '[]'`,

  `create table shared_values (
    workspace_id text not null, instance_id text not null, key text not null, value text,
    version integer not null, bytes integer not null, person_id text not null, updated_at text not null,
    primary key (workspace_id, instance_id, key))`,
  `create index shared_values_by_version on shared_values (workspace_id, instance_id, version)`,
  `create index shared_values_deleted on shared_values (updated_at) where value is null`,
  `create table shared_state (
    workspace_id text not null, room_id text not null, instance_id text not null, version integer not null,
    reset_version integer not null, keys integer not null, bytes integer not null, deleted integer not null,
    primary key (workspace_id, instance_id))`,
  `create index shared_state_by_room on shared_state (workspace_id, room_id)`,
  `create table shared_backups (
    workspace_id text not null, instance_id text not null, backup_id text not null, why text not null,
    entries text not null, keys integer not null, bytes integer not null, person_name text not null,
    created_at text not null, erase_at text not null,
    primary key (workspace_id, backup_id))`,
  `create index shared_backups_by_app on shared_backups (workspace_id, instance_id, created_at)`,
  `create index shared_backups_by_end on shared_backups (erase_at)`,

  `create table app_requests (
    workspace_id text not null, request_id text not null, room_id text not null, instance_id text not null,
    proposal_id text not null, position integer not null, kind text not null, body text not null,
    person_id text not null, person_name text not null, created_at text not null,
    primary key (workspace_id, request_id))`,
  `create index app_requests_by_proposal on app_requests (workspace_id, proposal_id, position)`,
  `create index app_requests_by_person on app_requests (workspace_id, instance_id, person_id, created_at)`,
];
