import type { IncomingMessage, ServerResponse } from "node:http";
import { PeerGone } from "../../body.ts";
import { NotSignedIn } from "../../holder.ts";
import { callAsAgent, letIn, missingScope } from "../agent-call.ts";
import { refusalOf, retryHeaders } from "../answers.ts";
import { scopeChallenge, signInChallenge } from "../challenge.ts";
import type { FaceParts } from "../parts.ts";
import type { Results } from "./answers.ts";
import type { Message } from "./message.ts";
import { CODES, type Era, META, RpcProblem } from "./protocol.ts";

export interface ToolCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly message: Message;
  readonly era: Era;
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
    if (error instanceof NotSignedIn) return askToSignIn(parts, results, call.era);
    const refusal = refusalOf(error, parts.log, call.request);
    return { status: 200, result: results.ofTool(call.era, { error: refusal }, true) };
  }
}

async function run(parts: FaceParts, results: Results, call: ToolCall): Promise<Outcome> {
  const { request, response, message, era } = call;
  const caller = await letIn(parts, request);
  const { name, arguments: input = {} } = message.params;
  const callable = typeof name === "string" ? parts.operations.agent.get(name) : undefined;
  if (!callable) throw new RpcProblem(CODES.invalidParams, "There is no such tool here.", { status: 200 });
  const missing = missingScope(callable, caller);
  if (missing !== undefined) {
    const text = `This connection lacks the scope ${missing}. Ask the person to connect again and grant it.`;
    const challenge = scopeChallenge(parts.site, caller, missing);
    return challenged(results, era, { status: 403, text, challenge });
  }
  const limited = parts.rate.take(caller.principal.connection_id);
  if (limited) {
    const result = results.ofTool(era, { error: limited }, true);
    return { status: 429, result, headers: retryHeaders(limited) };
  }
  const { plain } = message;
  const output = await callAsAgent(parts, { request, response, callable, caller, input, plain });
  return { status: 200, result: results.ofTool(era, output as object) };
}

function askToSignIn(parts: FaceParts, results: Results, era: Era): Outcome {
  const challenge = signInChallenge(parts.site);
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
