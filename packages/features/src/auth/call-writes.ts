import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { MOST_AGENTS } from "./policy.ts";

interface ConnectionKey {
  readonly workspace_id: string;
  readonly connection_id: string;
}

/** When a connection called last, and the agents on it that sent a label. */
export interface NotedCalls extends ConnectionKey {
  readonly person_id: string;
  /** RFC 3339, as all times here. */
  readonly at: string;
  readonly agents: readonly { readonly label: string; readonly at: string }[];
}

/**
 * Keeps when agents called last. A connection's first call and a label that is new to it are told to the
 * person at once; all else is found by who looks.
 */
export const noteCallsWrite = defineWrite("auth.note_calls", async (tx, noted: readonly NotedCalls[]) => {
  for (const calls of noted) {
    const connection = await tx.db
      .selectFrom("connections")
      .select("last_call_at")
      .where("workspace_id", "=", calls.workspace_id)
      .where("connection_id", "=", calls.connection_id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (!connection) continue;
    await tx.db
      .updateTable("connections")
      .set({ last_call_at: calls.at })
      .where("workspace_id", "=", calls.workspace_id)
      .where("connection_id", "=", calls.connection_id)
      .execute();
    const newcomers = await noteAgents(tx, calls);
    if (connection.last_call_at !== null && !newcomers) continue;
    tx.signal({ kind: "person", person_id: calls.person_id });
  }
  return {};
});

/** Whether there was a new label among them. The labels that were used longest ago make room. */
async function noteAgents(
  tx: WriteTx,
  { workspace_id, connection_id, agents }: NotedCalls,
): Promise<boolean> {
  const all = tx.db
    .selectFrom("connection_agents")
    .select("label")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id);
  const known = new Set((await all.execute()).map(({ label }) => label));
  for (const { label, at } of agents) {
    await tx.db
      .insertInto("connection_agents")
      .values({ workspace_id, connection_id, label, last_call_at: at })
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "connection_id", "label"]).doUpdateSet({ last_call_at: at }),
      )
      .execute();
  }
  if (agents.every(({ label }) => known.has(label))) return false;
  const oldest = await all
    .orderBy("last_call_at", "desc")
    .orderBy("label")
    .offset(MOST_AGENTS)
    .limit(1000)
    .execute();
  for (const { label } of oldest) {
    await tx.db
      .deleteFrom("connection_agents")
      .where("workspace_id", "=", workspace_id)
      .where("connection_id", "=", connection_id)
      .where("label", "=", label)
      .execute();
  }
  return true;
}
