import type { ApprovalRow } from "../data/index.ts";

/** A row of the queue; what is not given is that of a small new app. */
export function queueRow(proposal_id: string, more: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    proposal_id,
    name: "Stand-up timer",
    state: "pending",
    revision: 1,
    room: { room_id: "room_team", name: "Team room" },
    client_name: "Claude Code",
    person_name: "Owner",
    files_count: 2,
    bytes: 3067,
    findings_count: 0,
    created_at: "2026-11-30T12:00:00.000Z",
    waiting: false,
    ...more,
  };
}
