import { type Kysely, sql } from "kysely";

/**
 * The first tables. Plain column types that SQLite and PostgreSQL share; workspace and resource lead every
 * key that a request reads by, so that rows of one tenant lie together.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table workspaces (
    workspace_id text not null primary key, name text not null, created_at text not null)`,
  `create table persons (
    person_id text not null primary key, email text not null, email_key text not null unique,
    name text not null, created_at text not null)`,
  `create table members (
    workspace_id text not null, person_id text not null, role text not null, joined_at text not null,
    primary key (workspace_id, person_id))`,
  `create index members_by_person on members (person_id)`,
  `create table projects (
    workspace_id text not null, project_id text not null, name text not null, created_at text not null,
    primary key (workspace_id, project_id))`,
  `create table project_members (
    workspace_id text not null, project_id text not null, person_id text not null, joined_at text not null,
    primary key (workspace_id, project_id, person_id))`,
  `create table resources (
    workspace_id text not null, resource_id text not null, project_id text not null, kind text not null,
    name text not null, owner_id text not null, created_at text not null,
    primary key (workspace_id, resource_id))`,
  `create index resources_by_project on resources (workspace_id, project_id)`,
  `create index resources_by_owner on resources (workspace_id, owner_id)`,
  `create table resource_members (
    workspace_id text not null, resource_id text not null, person_id text not null, joined_at text not null,
    primary key (workspace_id, resource_id, person_id))`,
  `create index resource_members_by_person on resource_members (workspace_id, person_id)`,
  `create table seats (
    workspace_id text not null, connection_id text not null, project_id text not null,
    primary key (workspace_id, connection_id, project_id))`,
  `create table invitations (
    workspace_id text not null, invitation_id text not null, secret_hash text not null unique,
    resource_id text not null, role text not null, invited_by text not null, created_at text not null,
    expires_at text not null, accepted_by text, primary key (workspace_id, invitation_id))`,

  `create table passwords (person_id text not null primary key, hash text not null)`,
  `create table sign_ins (
    secret_hash text not null primary key, person_id text not null, user_agent text not null,
    created_at text not null, expires_at text not null)`,
  `create index sign_ins_by_person on sign_ins (person_id)`,
  `create table connections (
    workspace_id text not null, connection_id text not null, person_id text not null, kind text not null,
    client_name text not null, client_id text, grant_id text, scopes text not null, created_at text not null,
    expires_at text, revoked_at text, primary key (workspace_id, connection_id))`,
  `create index connections_by_person on connections (person_id)`,
  `create unique index connections_by_grant on connections (grant_id)`,
  `create table api_tokens (
    secret_hash text not null primary key, workspace_id text not null, connection_id text not null,
    expires_at text not null)`,
  `create table oidc_items (
    kind text not null, id text not null, payload text not null, grant_id text, uid text, user_code text,
    consumed_at bigint, expires_at bigint, primary key (kind, id))`,
  `create index oidc_items_by_grant on oidc_items (grant_id)`,
  `create index oidc_items_by_uid on oidc_items (uid)`,
  `create index oidc_items_by_expiry on oidc_items (expires_at)`,
  `create table server_keys (name text not null primary key, value text not null)`,

  `create table event_counters (
    workspace_id text not null, resource_id text not null, sequence bigint not null,
    primary key (workspace_id, resource_id))`,
  `create table events (
    workspace_id text not null, resource_id text not null, sequence bigint not null, event_id text not null,
    type text not null, at text not null, actor_kind text not null, actor_id text not null,
    actor_name text not null, private_to text, data text not null,
    primary key (workspace_id, resource_id, sequence))`,

  `create table idempotency_keys (
    workspace_id text not null, connection_id text not null, tool text not null, key text not null,
    content text not null, result_id text not null, created_at text not null,
    primary key (workspace_id, connection_id, tool, key))`,

  `create table apps (
    workspace_id text not null, room_id text not null, instance_id text not null, name text not null,
    name_key text not null, kind text not null, proposal_id text not null, revision integer not null,
    digest text not null, runtime text not null, position bigint not null, created_at text not null,
    primary key (workspace_id, room_id, instance_id))`,
  `create unique index apps_by_name on apps (workspace_id, room_id, name_key)`,
  `create unique index apps_by_position on apps (workspace_id, room_id, position)`,
  `create table sources (
    workspace_id text not null, digest text not null, files text not null,
    primary key (workspace_id, digest))`,

  `create table proposals (
    workspace_id text not null, room_id text not null, proposal_id text not null, instance_id text not null,
    kind text not null, name text not null, name_key text not null, revision integer not null,
    replaces text, superseded_by text, digest text not null, files_count integer not null,
    bytes integer not null, state text not null, connection_id text not null, person_id text not null,
    client_name text not null, created_at text not null,
    primary key (workspace_id, proposal_id))`,
  `create index proposals_by_room on proposals (workspace_id, room_id, state, person_id, name_key)`,
  `create index proposals_by_connection on proposals (workspace_id, room_id, connection_id, state)`,
  `create unique index proposals_by_instance on proposals (workspace_id, room_id, instance_id)`,
  `create table decisions (
    workspace_id text not null, proposal_id text not null, state text not null, person_id text not null,
    person_name text not null, decided_at text not null, digest text not null, runtime text not null,
    files_seen text not null, reason text, own integer not null,
    primary key (workspace_id, proposal_id))`,
];
