import { notFound } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { defineWrite } from "../kernel/write.ts";
import { findProposal } from "./store.ts";
import { findTask } from "./task-store.ts";

export interface BeginTaskArgs {
  readonly principal: AgentPrincipal;
  readonly proposal_id: string;
}

/**
 * Makes the connection's task for a proposal, or finds the one that stands. One that was cancelled gives way
 * to a new one: what was once over never goes on under the same id. Answers the task's id.
 */
export const beginTaskWrite = defineWrite(
  "proposals.begin_task",
  async (tx, { principal, proposal_id }: BeginTaskArgs): Promise<string> => {
    const { workspace_id, connection_id } = principal;
    const standing = await tx.db
      .selectFrom("tasks")
      .select("task_id")
      .where("workspace_id", "=", workspace_id)
      .where("connection_id", "=", connection_id)
      .where("proposal_id", "=", proposal_id)
      .where("cancelled_at", "is", null)
      .executeTakeFirst();
    if (standing) return standing.task_id;
    // A secret's randomness: the extension asks for an id that nobody can guess.
    const made = { task_id: `task_${newSecret()}`, created_at: tx.now, cancelled_at: null };
    await tx.db
      .insertInto("tasks")
      .values({ workspace_id, connection_id, proposal_id, ...made })
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "connection_id", "proposal_id"]).doUpdateSet(made),
      )
      .execute();
    return made.task_id;
  },
);

export interface CancelTaskArgs {
  readonly principal: AgentPrincipal;
  readonly task_id: string;
}

/**
 * Stops a task and leaves its proposal; of one that is over already nothing changes.
 * Throws `not_found` for a task that is not the connection's.
 */
export const cancelTaskWrite = defineWrite(
  "proposals.cancel_task",
  async (tx, { principal, task_id }: CancelTaskArgs): Promise<void> => {
    const { workspace_id, connection_id } = principal;
    const task = await findTask(tx.db, { workspace_id, connection_id, task_id });
    if (!task) throw notFound("task");
    const proposal = await findProposal(tx.db, workspace_id, task.proposal_id);
    if (task.cancelled_at !== null || proposal?.state !== "pending") return;
    await tx.db
      .updateTable("tasks")
      .set({ cancelled_at: tx.now })
      .where("workspace_id", "=", workspace_id)
      .where("task_id", "=", task_id)
      .execute();
    // Whoever is held for it is told at once.
    tx.signal({ kind: "connection", connection_id });
  },
);
