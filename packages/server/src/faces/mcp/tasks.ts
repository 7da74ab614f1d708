import { cancelTask, readTask, waitForTask } from "@anteroom/features";
import { Refusal } from "@anteroom/features/kernel/errors";
import { type Exchange, holdForAgent } from "../agent-call.ts";
import type { FaceParts } from "../parts.ts";
import { admit, requireTasks } from "./admit.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, RpcProblem } from "./protocol.ts";

/** The methods of the tasks extension. */
export const TASK_METHODS: ReadonlySet<string> = new Set(["tasks/get", "tasks/update", "tasks/cancel"]);

/**
 * Answers one of them with its result as text. A task needs no scope of its own: it is the rest of the answer
 * to a call that had it, and only the connection that made the call may see it.
 *
 * @throws RpcProblem for a client that did not declare tasks, for a task that is unknown or another's, and for
 *   a call too many; NotSignedIn; PeerGone
 */
export async function answerTaskMethod(
  parts: FaceParts,
  results: Results,
  { request, response, message }: Exchange & { readonly message: Message },
): Promise<string> {
  const caller = await admit(parts, { request, response });
  requireTasks(message);
  const task_id = message.params["taskId"];
  if (typeof task_id !== "string") throw unknownTask();
  const context = { ...parts.ports, principal: caller.principal };
  try {
    if (message.method === "tasks/get") {
      const waiting = await waitForTask(context, task_id);
      return results.ofTask(await holdForAgent(parts, { response, caller }, waiting));
    }
    if (message.method === "tasks/cancel") await cancelTask(context, task_id);
    // An update answers what a task asked of its client. Ours ask nothing, so it only has to be theirs.
    else await readTask(context, task_id);
    return results.complete("modern", []);
  } catch (error) {
    if (error instanceof Refusal && error.body.code === "not_found") throw unknownTask();
    throw error;
  }
}

function unknownTask(): RpcProblem {
  const message = "There is no such task, or this connection can no longer see it.";
  return new RpcProblem(CODES.invalidParams, message, { status: 200 });
}
