import { type Kysely, sql } from "kysely";

/** The review loop: lines of revisions, comments, updates, receipts, and what happens to an app afterwards. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table proposals add column line_id text not null default ''`,
  // Before, revisions were counted from the last decision on: a line is a chain of those that took each other's place.
  `with recursive line (workspace_id, proposal_id, line_id, superseded_by) as (
    select workspace_id, proposal_id, instance_id, superseded_by from proposals where replaces is null
    union all
    select next.workspace_id, next.proposal_id, line.line_id, next.superseded_by
    from line join proposals as next
      on next.workspace_id = line.workspace_id and next.proposal_id = line.superseded_by)
    update proposals set line_id = line.line_id from line
    where line.workspace_id = proposals.workspace_id and line.proposal_id = proposals.proposal_id`,
  `alter table proposals add column withdrawn_at text`,
  `create index proposals_by_line on proposals (workspace_id, line_id, revision)`,
  `create index proposals_by_person on proposals (person_id, state)`,

  `alter table decisions add column instance_id text`,
  `alter table decisions add column receipt text`,
  `alter table decisions add column signature text`,
  `update decisions set instance_id = (
    select p.instance_id from proposals as p
    where p.workspace_id = decisions.workspace_id and p.proposal_id = decisions.proposal_id)
    where state = 'approved'`,
  `create index decisions_by_app on decisions (workspace_id, instance_id)`,

  `alter table apps add column proposed_key text not null default ''`,
  `alter table apps add column person_id text not null default ''`,
  `alter table apps add column line_id text not null default ''`,
  `alter table apps add column removed_at text`,
  `alter table apps add column removed_by text`,
  `update apps set proposed_key = name_key,
    person_id = (select p.person_id from proposals as p
      where p.workspace_id = apps.workspace_id and p.proposal_id = apps.proposal_id),
    line_id = (select p.line_id from proposals as p
      where p.workspace_id = apps.workspace_id and p.proposal_id = apps.proposal_id)`,
  // Two people's apps may share a name; each person's own proposals find their own.
  `drop index apps_by_name`,
  `create index apps_by_name on apps (workspace_id, room_id, person_id, name_key)`,
  `create index apps_by_line on apps (workspace_id, line_id)`,

  `create table comments (
    workspace_id text not null, comment_id text not null, proposal_id text not null, line_id text not null,
    position integer not null, file text, line integer, end_line integer, quote text, body text not null,
    suggestion text, person_id text not null, person_name text not null, created_at text not null,
    resolved_at text, resolved_by text,
    primary key (workspace_id, comment_id))`,
  `create index comments_by_line on comments (workspace_id, line_id)`,
  `create index comments_by_proposal on comments (workspace_id, proposal_id, position)`,
  `create table comment_replies (
    workspace_id text not null, comment_id text not null, reply_id text not null, position integer not null,
    actor_kind text not null, actor_id text not null, actor_name text not null, body text not null,
    created_at text not null,
    primary key (workspace_id, comment_id, reply_id))`,

  `alter table workspaces add column previews integer not null default 1`,
  `alter table workspaces add column own_approvals integer not null default 1`,
  `alter table workspaces add column sample_agent integer not null default 0`,
];
