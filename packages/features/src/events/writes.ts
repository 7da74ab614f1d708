import { prepare } from "../db/prepared.ts";
import { newId } from "../kernel/ids.ts";
import type { WriteTx } from "../kernel/write.ts";
import type { EventType } from "./contract.ts";
import { lastSequence } from "./store.ts";
import type { EventRow } from "./tables.ts";

export interface NewEvent {
  workspace_id: string;
  resource_id: string;
  type: EventType;
  actor: { kind: "agent" | "person"; id: string; name: string };
  /** The one person whose agents may read it, besides people who decide; absent: every member. */
  private_to?: string;
  /** Plain JSON. */
  data: Readonly<Record<string, unknown>>;
}

const countOn = prepare((db, args: { workspace_id: string; resource_id: string; sequence: number }) =>
  db
    .insertInto("event_counters")
    .values({ workspace_id: args.workspace_id, resource_id: args.resource_id, sequence: args.sequence })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "resource_id"]).doUpdateSet({ sequence: args.sequence }),
    ),
);
const insertEvent = prepare((db, row: EventRow) =>
  db.insertInto("events").values({
    workspace_id: row.workspace_id,
    resource_id: row.resource_id,
    sequence: row.sequence,
    event_id: row.event_id,
    type: row.type,
    at: row.at,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    private_to: row.private_to,
    data: row.data,
  }),
);

/**
 * Appends an event to its resource's log inside the transaction of the change it tells of, so that a
 * sequence has no gaps and a reader never sees a later number before an earlier one. Answers the sequence.
 */
export async function appendEvent(tx: WriteTx, event: NewEvent): Promise<number> {
  const { workspace_id, resource_id } = event;
  const sequence = (await lastSequence(tx.db, workspace_id, resource_id)) + 1;
  await countOn(tx.db, { workspace_id, resource_id, sequence });
  await insertEvent(tx.db, {
    workspace_id,
    resource_id,
    sequence,
    event_id: newId("event"),
    type: event.type,
    at: tx.now,
    actor_kind: event.actor.kind,
    actor_id: event.actor.id,
    actor_name: event.actor.name,
    private_to: event.private_to ?? null,
    data: JSON.stringify(event.data),
  });
  tx.signal({ kind: "resource", resource_id, sequence });
  return sequence;
}
