import type { RefusalBody } from "@anteroom/features/kernel/errors";
import { type Caller, countCall, type Exchange, letIn } from "../agent-call.ts";
import { retryHeaders } from "../answers.ts";
import type { FaceParts } from "../parts.ts";
import { isObject, type Message } from "./message.ts";
import { CODES, META, RpcProblem, TASKS } from "./protocol.ts";

/** Lets in who calls a method that is no tool. @throws NotSignedIn, Refusal `rate_limited` for a call too many */
export async function admit(parts: FaceParts, { request, response }: Exchange): Promise<Caller> {
  const caller = await letIn(parts, request);
  countCall(parts, response, caller);
  return caller;
}

/** What passes by itself. The code is one that clients try again after, as none has a meaning of its own. */
export function tooMany(limited: RefusalBody): RpcProblem {
  return new RpcProblem(CODES.internal, limited.message, { status: 429, headers: retryHeaders(limited) });
}

/** Whether a modern request says that its client can follow tasks; what another request said does not count. */
export function declaresTasks({ params }: Message): boolean {
  const meta = params["_meta"];
  const capabilities = isObject(meta) ? meta[META.capabilities] : undefined;
  const extensions = isObject(capabilities) ? capabilities["extensions"] : undefined;
  return isObject(extensions) && isObject(extensions[TASKS]);
}

/** @throws RpcProblem that names the capability, for a client that did not declare it */
export function requireTasks(message: Message): void {
  if (declaresTasks(message)) return;
  throw new RpcProblem(CODES.missingCapability, "This needs the tasks extension, which was not declared.", {
    data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
  });
}
