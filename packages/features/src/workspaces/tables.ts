/** Row types of workspaces, people, projects and what is seated in projects. Times are RFC 3339 UTC text. */

export interface WorkspaceRow {
  workspace_id: string;
  name: string;
  created_at: string;
  /** Minutes for which a passkey's confirmation of a decision holds; 0: each approval is confirmed. */
  confirm_minutes: number;
  /** 1: proposed apps may be tried before they are approved. */
  previews: number;
  /** 1: who owns a Room may approve what their own agents proposed. */
  own_approvals: number;
  /** 1: the demo's sample agent can be played in its Rooms. */
  sample_agent: number;
}

export interface PersonRow {
  person_id: string;
  email: string;
  /** The email as compared: trimmed and in lower case; unique. */
  email_key: string;
  name: string;
  created_at: string;
}

export type Role = "owner" | "admin" | "member" | "guest";

export interface MemberRow {
  workspace_id: string;
  person_id: string;
  role: Role;
  joined_at: string;
}

export interface ProjectRow {
  workspace_id: string;
  project_id: string;
  name: string;
  created_at: string;
}

export interface ProjectMemberRow {
  workspace_id: string;
  project_id: string;
  person_id: string;
  joined_at: string;
}

/** Something seated in a project that has members and an event log: a Room now, later a session. */
export interface ResourceRow {
  workspace_id: string;
  resource_id: string;
  project_id: string;
  kind: "room";
  name: string;
  owner_id: string;
  created_at: string;
}

export interface ResourceMemberRow {
  workspace_id: string;
  resource_id: string;
  person_id: string;
  joined_at: string;
}

/** A connection is seated in a project: it sees there what its person sees. */
export interface SeatRow {
  workspace_id: string;
  connection_id: string;
  project_id: string;
}

export interface InvitationRow {
  workspace_id: string;
  invitation_id: string;
  secret_hash: string;
  /** The Room it leads to; null for the workspace alone. */
  resource_id: string | null;
  role: Role;
  invited_by: string;
  created_at: string;
  expires_at: string;
  accepted_by: string | null;
}

export interface WorkspaceTables {
  workspaces: WorkspaceRow;
  persons: PersonRow;
  members: MemberRow;
  projects: ProjectRow;
  project_members: ProjectMemberRow;
  resources: ResourceRow;
  resource_members: ResourceMemberRow;
  seats: SeatRow;
  invitations: InvitationRow;
}
