import type { ProposalState } from "./contract.ts";

export interface ProposalRow {
  workspace_id: string;
  room_id: string;
  proposal_id: string;
  /** Reserved when proposed; the app takes it when approved. */
  instance_id: string;
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
  state: ProposalState;
  connection_id: string;
  person_id: string;
  client_name: string;
  created_at: string;
}

/** Who decided what, on which bytes, having read what. */
export interface DecisionRow {
  workspace_id: string;
  proposal_id: string;
  state: "approved" | "declined";
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

export interface ProposalTables {
  proposals: ProposalRow;
  decisions: DecisionRow;
  tasks: TaskRow;
}
