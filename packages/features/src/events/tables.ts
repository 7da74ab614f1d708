/** The event log: one counter and one gapless sequence for each resource. */

export interface EventCounterRow {
  workspace_id: string;
  resource_id: string;
  sequence: number;
}

export interface EventRow {
  workspace_id: string;
  resource_id: string;
  sequence: number;
  event_id: string;
  type: string;
  at: string;
  actor_kind: "agent" | "person";
  actor_id: string;
  actor_name: string;
  /** Null: every member reads it. A person: only that person's agents, and people who may decide. */
  private_to: string | null;
  /** JSON object. */
  data: string;
}

export interface EventTables {
  event_counters: EventCounterRow;
  events: EventRow;
}
