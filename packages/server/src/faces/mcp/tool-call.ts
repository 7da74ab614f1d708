import { beginTask, taskOperations } from "@anteroom/features";
import { PeerGone } from "../../body.ts";
import { NotSignedIn } from "../../holder.ts";
import { callAsAgent, countCall, type Exchange, letIn, missingScope } from "../agent-call.ts";
import { refusalOf, retryHeaders, STATUS } from "../answers.ts";
import { scopeChallenge, signInChallenge } from "../challenge.ts";
import type { FaceParts } from "../parts.ts";
import { declaresTasks } from "./admit.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, type Era, META, RpcProblem } from "./protocol.ts";
import type { Toolset } from "./tools.ts";

export interface ToolCall extends Exchange {
  readonly message: Message;
  readonly era: Era;
  readonly tools: Toolset;
}

/** What to answer a tool call with. Refusals are results too: models read results, and few read errors. */
export interface Outcome {
  readonly status: number;
  /** The result as JSON. */
  readonly result: string;
  /** Name and value by turns. */
  readonly headers?: readonly string[];
}

/** Runs tools/call. @throws RpcProblem for an unknown tool, PeerGone when nobody is there any more. */
export async function callTool(parts: FaceParts, results: Results, call: ToolCall): Promise<Outcome> {
  try {
    return await run(parts, results, call);
  } catch (error) {
    if (error instanceof RpcProblem || error instanceof PeerGone) throw error;
    if (error instanceof NotSignedIn) return askToSignIn(parts, results, call);
    const refusal = refusalOf(error, parts.log, call.request);
    const status = refusal.code === "rate_limited" ? STATUS.rate_limited : 200;
    const result = results.ofTool(call.era, { error: refusal }, true);
    return { status, result, headers: retryHeaders(refusal) };
  }
}

async function run(parts: FaceParts, results: Results, call: ToolCall): Promise<Outcome> {
  const { request, response, message, era, tools } = call;
  const caller = await letIn(parts, request);
  const { name, arguments: input = {} } = message.params;
  const callable = typeof name === "string" ? tools.callables.get(name) : undefined;
  if (!callable) throw new RpcProblem(CODES.invalidParams, "There is no such tool here.", { status: 200 });
  const missing = missingScope(callable, caller);
  if (missing !== undefined) {
    const text = `This connection lacks the scope ${missing}. Ask the person to connect again and grant it.`;
    const challenge = scopeChallenge(parts.site, request, { caller, missing });
    return challenged(results, era, { status: 403, text, challenge });
  }
  countCall(parts, response, caller);
  const { plain } = message;
  const output = await callAsAgent(parts, { request, response, callable, caller, input, plain });
  if (era === "modern" && taskOperations.has(callable.operation.name) && declaresTasks(message)) {
    const context = { ...parts.ports, principal: caller.principal };
    const task = await beginTask(context, (output as { proposal_id: string }).proposal_id);
    return { status: 200, result: results.ofNewTask(task) };
  }
  return { status: 200, result: results.ofTool(era, output as object) };
}

function askToSignIn(parts: FaceParts, results: Results, { era, request }: ToolCall): Outcome {
  const challenge = signInChallenge(parts.site, request);
  return challenged(results, era, { status: 401, text: "Authentication required", challenge });
}

interface Challenged {
  readonly status: number;
  readonly text: string;
  readonly challenge: string;
}

/** The challenge stands in the header and in the result: some clients look only at the one or the other. */
function challenged(results: Results, era: Era, { status, text, challenge }: Challenged): Outcome {
  const content = JSON.stringify([{ type: "text", text }]);
  const meta = `"${META.challenge}":${JSON.stringify([challenge])}`;
  return {
    status,
    result: results.complete(era, [`"content":${content}`, `"isError":true`], [meta]),
    headers: ["WWW-Authenticate", challenge],
  };
}
