import { type Kysely, sql } from "kysely";

/** Sign-in at full strength, roles and invitations, what is known of connections, and the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table workspaces add column confirm_minutes integer not null default 0`,
  // An invitation may lead to the workspace alone; no column can be made nullable in place on every database.
  `alter table invitations rename to invitations_to_rooms`,
  `create table invitations (
    workspace_id text not null, invitation_id text not null, secret_hash text not null unique,
    resource_id text, role text not null, invited_by text not null, created_at text not null,
    expires_at text not null, accepted_by text, primary key (workspace_id, invitation_id))`,
  `insert into invitations select workspace_id, invitation_id, secret_hash, resource_id, role, invited_by,
    created_at, expires_at, accepted_by from invitations_to_rooms`,
  `drop table invitations_to_rooms`,

  // A sign-in gets a name and a history; those from before begin theirs now.
  `alter table sign_ins add column sign_in_id text not null default ''`,
  `alter table sign_ins add column way text not null default 'password'`,
  `alter table sign_ins add column last_seen_at text not null default ''`,
  `alter table sign_ins add column confirmed_at text not null default ''`,
  `alter table sign_ins add column confirmed_hash text`,
  `alter table sign_ins add column approval_confirmed_at text`,
  `update sign_ins set sign_in_id = 'sin_' || substr(secret_hash, 1, 32), last_seen_at = created_at,
    confirmed_at = created_at`,
  `create unique index sign_ins_by_id on sign_ins (sign_in_id)`,
  `create table passkeys (
    passkey_id text not null primary key, person_id text not null, credential_id text not null unique,
    public_key text not null, counter bigint not null, transports text not null, name text not null,
    created_at text not null, last_used_at text)`,
  `create index passkeys_by_person on passkeys (person_id)`,
  `create table second_factors (
    person_id text not null primary key, sealed_secret text not null, confirmed_at text,
    last_step bigint not null)`,
  `create table recovery_codes (
    person_id text not null, code_hash text not null, primary key (person_id, code_hash))`,
  `create table identities (
    identity_id text not null primary key, person_id text not null, provider_id text not null,
    issuer text not null, subject text not null, email text not null, linked_at text not null)`,
  `create unique index identities_by_subject on identities (issuer, subject)`,
  `create index identities_by_person on identities (person_id)`,
  `create table reset_links (
    secret_hash text not null primary key, person_id text not null, made_by text,
    forgets_factors integer not null, expires_at text not null)`,
  `create table used_tickets (ticket_hash text not null primary key, expires_at text not null)`,
  `create index used_tickets_by_expiry on used_tickets (expires_at)`,

  `alter table connections add column redirect_host text`,
  `alter table connections add column loopback integer not null default 0`,
  `alter table connections add column last_call_at text`,
  `create table connection_agents (
    workspace_id text not null, connection_id text not null, label text not null, last_call_at text not null,
    primary key (workspace_id, connection_id, label))`,
  `create index connections_by_client on connections (client_id)`,
  // A registration and the token that manages it end together; a person finds a device's request by its code.
  `alter table oidc_items add column client_hash text`,
  `alter table oidc_items add column answered_at bigint`,
  `update oidc_items set client_hash = id where kind = 'Client'`,
  `create index oidc_items_by_client on oidc_items (client_hash)`,
  `create unique index oidc_items_by_user_code on oidc_items (user_code)`,
  `create index oidc_items_by_kind on oidc_items (kind, expires_at)`,

  // How many keys a connection brought for one thing.
  `create index idempotency_keys_by_result on idempotency_keys (workspace_id, connection_id, result_id)`,

  `alter table decisions add column assertion text`,

  `create table audit (
    workspace_id text not null, sequence bigint not null, at text not null, actor_kind text not null,
    actor_id text not null, actor_name text not null, action text not null, subject text, detail text,
    primary key (workspace_id, sequence))`,
];
