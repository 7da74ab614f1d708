/** What was done that matters for a workspace's safety: appended with the change itself, never changed. */

export interface AuditRow {
  workspace_id: string;
  /** From 1, without gaps. */
  sequence: number;
  at: string;
  actor_kind: "person" | "agent" | "server";
  /** A person's or a connection's id; empty for the server. */
  actor_id: string;
  actor_name: string;
  action: string;
  /** Who or what it was done to, by name as it was then. */
  subject: string | null;
  detail: string | null;
}

export interface AuditTables {
  audit: AuditRow;
}
