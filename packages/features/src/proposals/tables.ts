import type { DECISIONS, ProposalState } from "./contract.ts";

export interface ProposalRow {
  workspace_id: string;
  room_id: string;
  proposal_id: string;
  /** Reserved when proposed; a new app takes it when approved, and an updated one answers by it too. */
  instance_id: string;
  /**
   * The line of revisions it belongs to: the instance_id that the first of them reserved. An app made by it is of
   * the same line.
   */
  line_id: string;
  kind: "snippet";
  name: string;
  name_key: string;
  revision: number;
  replaces: string | null;
  superseded_by: string | null;
  digest: string;
  files_count: number;
  bytes: number;
  /** Signals of the scan, those that are only counted included. */
  findings_count: number;
  /** JSON array: what of the house its code asks for, see GRANTS. */
  grants: string;
  state: ProposalState;
  /** What its person proposed by hand has an id of its own, which no connection has (see copy-writes.ts). */
  connection_id: string;
  person_id: string;
  client_name: string;
  created_at: string;
  withdrawn_at: string | null;
}

/** Who decided what, on which bytes, having read what. */
export interface DecisionRow {
  workspace_id: string;
  proposal_id: string;
  state: (typeof DECISIONS)[number];
  person_id: string;
  person_name: string;
  decided_at: string;
  digest: string;
  runtime: string;
  /** JSON array of { path, how }. */
  files_seen: string;
  reason: string | null;
  /** 1 when the proposing connection acts for the person who decided. */
  own: number;
  /** The passkey's answer over what was approved, as JSON; null when none was asked for. */
  assertion: string | null;
  /** The app that an approval made or updated; null for any other decision. */
  instance_id: string | null;
  /** The signed receipt of an approval (see receipt.ts), and its signature; null for what was approved before. */
  receipt: string | null;
  signature: string | null;
}

/** What a person asked for, about the whole or about some lines. */
export interface CommentRow {
  workspace_id: string;
  comment_id: string;
  /** The revision it was made on, and its line of revisions. */
  proposal_id: string;
  line_id: string;
  /** Order within its proposal, from 1. */
  position: number;
  /** Null: about the whole. */
  file: string | null;
  line: number | null;
  end_line: number | null;
  /** Those lines as they stood there, parted by \n. */
  quote: string | null;
  body: string;
  suggestion: string | null;
  person_id: string;
  person_name: string;
  created_at: string;
  /** When it was resolved, and the name of who did it as it was then. */
  resolved_at: string | null;
  resolved_by: string | null;
}

export interface CommentReplyRow {
  workspace_id: string;
  comment_id: string;
  reply_id: string;
  /** Order within its comment, from 1. */
  position: number;
  actor_kind: "agent" | "person";
  actor_id: string;
  actor_name: string;
  body: string;
  created_at: string;
}

/** A connection's call that waits for the decision of a proposal; where it stands follows from the proposal. */
export interface TaskRow {
  workspace_id: string;
  connection_id: string;
  proposal_id: string;
  task_id: string;
  created_at: string;
  cancelled_at: string | null;
}

/** What somebody in the Room tells the agent of an approved app. */
export interface AppRequestRow {
  workspace_id: string;
  request_id: string;
  room_id: string;
  instance_id: string;
  /** The proposal that the app ran. */
  proposal_id: string;
  /** Order within the proposal, from 1. */
  position: number;
  kind: "change" | "failure";
  body: string;
  person_id: string;
  person_name: string;
  created_at: string;
}

export interface ProposalTables {
  app_requests: AppRequestRow;
  proposals: ProposalRow;
  decisions: DecisionRow;
  tasks: TaskRow;
  comments: CommentRow;
  comment_replies: CommentReplyRow;
}
