import { cancelTask, readTask, type Task, waitForTask } from "@anteroom/features";
import type { AgentContext } from "@anteroom/features/kernel/context";
import { Refusal } from "@anteroom/features/kernel/errors";
import type { Waiting } from "@anteroom/features/kernel/waiting";
import { type Exchange, holdForAgent } from "../agent-call.ts";
import type { FaceParts } from "../parts.ts";
import { admit, requireTasks } from "./admit.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, RpcProblem } from "./protocol.ts";

interface TaskCall {
  readonly context: AgentContext;
  readonly task_id: string;
  readonly results: Results;
  hold(waiting: Waiting<Task>): Promise<Task>;
}

/** Each method of the tasks extension, with its result as text. */
const METHODS: ReadonlyMap<string, (call: TaskCall) => Promise<string>> = new Map([
  [
    "tasks/get",
    async ({ context, task_id, results, hold }) =>
      results.ofTask(await hold(await waitForTask(context, task_id))),
  ],
  [
    "tasks/cancel",
    async ({ context, task_id, results }) => {
      await cancelTask(context, task_id);
      return results.complete("modern", []);
    },
  ],
  [
    // Nothing is ever asked of a client, so what it answers is taken note of and that is all.
    "tasks/update",
    async ({ context, task_id, results }) => {
      await readTask(context, task_id);
      return results.complete("modern", []);
    },
  ],
]);

export function isTaskMethod(method: string): boolean {
  return METHODS.has(method);
}

/**
 * Answers a method of the tasks extension with its result as text. A task needs no scope of its own: it is the
 * rest of the answer to a call that had it, and only the connection that made the call may see it.
 *
 * @throws RpcProblem for a client that did not declare tasks, for a task that is unknown or another's, and for
 *   a call too many; NotSignedIn; PeerGone
 */
export async function answerTaskMethod(
  parts: FaceParts,
  results: Results,
  { request, response, message }: Exchange & { readonly message: Message },
): Promise<string> {
  const caller = await admit(parts, request);
  requireTasks(message);
  const task_id = message.params["taskId"];
  if (typeof task_id !== "string") throw unknownTask();
  const context = { ...parts.ports, principal: caller.principal };
  try {
    const answer = METHODS.get(message.method);
    if (!answer) throw new Error(`${message.method} is no method of tasks.`);
    return await answer({
      context,
      task_id,
      results,
      hold: (waiting) => holdForAgent(parts, { response, caller }, waiting),
    });
  } catch (error) {
    if (error instanceof Refusal && error.body.code === "not_found") throw unknownTask();
    throw error;
  }
}

function unknownTask(): RpcProblem {
  const message = "There is no such task, or this connection can no longer see it.";
  return new RpcProblem(CODES.invalidParams, message, { status: 200 });
}
