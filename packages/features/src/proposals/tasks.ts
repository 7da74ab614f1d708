import type { AgentContext } from "../kernel/context.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import type { OutputOf } from "../kernel/operation.ts";
import type { Topic } from "../kernel/signal.ts";
import { Waiting } from "../kernel/waiting.ts";
import { reviewUrl, STATE_WORDS } from "./answers.ts";
import { proposeRoomSnippetApp, type readProposal } from "./contract.ts";
import { reachOwn } from "./reach.ts";
import { describeOwn } from "./service.ts";
import { findProposal } from "./store.ts";
import type { ProposalRow, TaskRow } from "./tables.ts";
import { findTask } from "./task-store.ts";
import { beginTaskWrite, cancelTaskWrite } from "./task-writes.ts";

/** The operations whose call can go on as a task: each answers with a proposal that a person then decides. */
export const taskOperations: ReadonlySet<string> = new Set([proposeRoomSnippetApp.name]);

/** How long a look at a task is held, in seconds: clients give a request up after 60. */
const HELD_SECONDS = 50;

/**
 * A call that ends with a person's decision, as the MCP tasks extension shows it. It keeps nothing of its own
 * but its id: where it stands is where its proposal stands, so no crash can part the two.
 */
export interface Task {
  readonly task_id: string;
  readonly status: "working" | "completed" | "cancelled";
  /** In this server's words alone: what is waited for, or how it ended. */
  readonly message: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The decided proposal as read_proposal tells it; a task that is not completed has none. */
  readonly output?: OutputOf<typeof readProposal>;
  /** What it waits for. */
  readonly proposal_id: string;
  /** What wakes who waits with it. */
  readonly topic: Topic;
}

/** The caller's task for a proposal that it just made or found; kept before this resolves. */
export async function beginTask(context: AgentContext, proposal_id: string): Promise<Task> {
  const { principal, store } = context;
  return await readTask(context, await store.write(beginTaskWrite, { principal, proposal_id }));
}

/** A task as it stands. Throws `not_found` for one that is not, or no longer, the caller's to see. */
export async function readTask(context: AgentContext, task_id: string): Promise<Task> {
  const { workspace_id, connection_id } = context.principal;
  const row = await findTask(context.store.read, { workspace_id, connection_id, task_id });
  if (!row) throw notFound("task");
  return await describe(context, row, await reachOwn(context.store.read, context.principal, row.proposal_id));
}

/** The same, held until the task is over; rights are looked at anew each time. Throws `not_found`. */
export async function waitForTask(context: AgentContext, task_id: string): Promise<Waiting<Task>> {
  const { topic, proposal_id } = await readTask(context, task_id);
  return new Waiting({
    seconds: HELD_SECONDS,
    topics: [topic],
    subject: proposal_id,
    attempt: async (last) => {
      const task = await readTask(context, task_id);
      return last || task.status !== "working" ? task : undefined;
    },
  });
}

/** Those tasks of a list that the caller may see. */
export async function readTasks(context: AgentContext, task_ids: readonly string[]): Promise<Task[]> {
  const read = await Promise.all(
    task_ids.map(async (task_id) => {
      try {
        return [await readTask(context, task_id)];
      } catch (error) {
        if (error instanceof Refusal && error.body.code === "not_found") return [];
        throw error;
      }
    }),
  );
  return read.flat();
}

/** Stops a task that works, and leaves its proposal. Throws `not_found` as readTask does. */
export async function cancelTask(context: AgentContext, task_id: string): Promise<void> {
  await readTask(context, task_id);
  await context.store.write(cancelTaskWrite, { principal: context.principal, task_id });
}

async function describe(context: AgentContext, row: TaskRow, proposal: ProposalRow): Promise<Task> {
  const { task_id, created_at, cancelled_at, proposal_id } = row;
  const known = { task_id, created_at, proposal_id, topic: `resource:${proposal.room_id}` as const };
  if (cancelled_at !== null) {
    const message = "This task was cancelled. The proposal stays as it is.";
    return { ...known, status: "cancelled", message, updated_at: cancelled_at };
  }
  if (proposal.state === "pending") {
    const review_url = reviewUrl(context.origin, proposal_id);
    const message = `Nothing runs yet. A person decides at ${review_url} (Connected → Needs your approval).`;
    return { ...known, status: "working", message, updated_at: created_at };
  }
  const message = `The proposal waits no more: ${STATE_WORDS[proposal.state]}.`;
  const output = await describeOwn(context, proposal);
  const ended_at = output.decision?.at ?? proposal.withdrawn_at;
  const updated_at = ended_at ?? (await supersededAt(context, proposal)) ?? created_at;
  return { ...known, status: "completed", message, updated_at, output };
}

async function supersededAt({ store }: AgentContext, proposal: ProposalRow): Promise<string | undefined> {
  if (proposal.superseded_by === null) return undefined;
  return (await findProposal(store.read, proposal.workspace_id, proposal.superseded_by))?.created_at;
}
