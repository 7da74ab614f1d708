import type { IncomingMessage, ServerResponse } from "node:http";
import {
  BodyTooLarge,
  declaresTooMuch,
  isJsonType,
  PeerGone,
  readBody,
  refuseBody,
  TooManyBodies,
} from "../../body.ts";
import { NotSignedIn } from "../../holder.ts";
import { acceptsEvents, acceptsJson } from "../accept.ts";
import { letIn } from "../agent-call.ts";
import { JSON_HEADERS, refusalOf, retryHeaders, sendEmpty, sendJson, STATUS } from "../answers.ts";
import { signInChallenge } from "../challenge.ts";
import { answerOptions, exposeToPage } from "../cross-origin.ts";
import type { FaceParts } from "../parts.ts";
import { Results, withError, withResult } from "./answers.ts";
import { eraOf } from "./era.ts";
import { type Message, readMessage } from "./message.ts";
import { createOpenMethods } from "./methods.ts";
import { CODES, LISTEN, RpcProblem } from "./protocol.ts";
import { Subscriptions } from "./subscriptions.ts";
import { answerTaskMethod, TASK_METHODS } from "./tasks.ts";
import { callTool } from "./tool-call.ts";
import { type Toolset, Toolsets } from "./tools.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly message: Message;
  readonly tools: Toolset;
}

/**
 * The MCP endpoint: both eras, stateless, plain JSON, on node:http alone. The dispatch is ours because it
 * must be exact and fast (research: 40–61 µs of a core for a call, against 750–1,000 µs through the SDK).
 */
export function createMcpFace(parts: FaceParts): Handler {
  const results = new Results(parts.ports.server);
  const openMethods = createOpenMethods(parts, results);
  const toolsets = new Toolsets(parts.operations.agent);
  const subscriptions = new Subscriptions(parts, results);

  async function dispatch({ request, response, message, tools }: Call): Promise<void> {
    const era = eraOf(request.headers, message);
    const { id, method } = message;
    // A notification asks for nothing, so nothing is done, whatever its method.
    if (id === undefined) return sendEmpty(response, 202);
    if (method === "tools/call") {
      const outcome = await callTool(parts, results, { request, response, message, era, tools });
      return sendJson(response, outcome.status, withResult(id, outcome.result), outcome.headers);
    }
    if (era === "modern" && method === LISTEN) {
      return await subscriptions.listen({ request, response, message, id });
    }
    if (era === "modern" && TASK_METHODS.has(method)) {
      const result = await answerTaskMethod(parts, results, { request, response, message });
      return sendJson(response, 200, withResult(id, result));
    }
    // No token is needed here; one that does not work is told of all the same, so that a client renews it.
    if (request.headers.authorization !== undefined) await letIn(parts, request);
    const result = openMethods(message, era, tools);
    if (result === undefined) {
      const status = era === "modern" ? 404 : 200;
      throw new RpcProblem(CODES.unknownMethod, "There is no such method here.", { status });
    }
    sendJson(response, 200, withResult(id, result));
  }

  return async (request, response) => {
    const refused = refusedUnread(parts, request);
    if (refused) return sendProblem(response, refused, undefined);
    exposeToPage(request, response);
    if (request.method === "OPTIONS") return answerOptions(request, response);
    let id: string | undefined;
    try {
      const tools = toolsets.of(request.url);
      const message = readMessage(await readBody(request, () => connectionOf(parts, request)));
      id = message.id;
      if ("problem" in message) throw message.problem;
      await dispatch({ request, response, message, tools });
    } catch (error) {
      if (error instanceof PeerGone) return;
      if (error instanceof BodyTooLarge || error instanceof TooManyBodies) {
        const problem = unreadProblem(parts, request, error);
        return refuseBody(request, response, {
          status: problem.status,
          text: withError(undefined, problem),
          headers: [...JSON_HEADERS, ...problem.headers],
        });
      }
      sendProblem(response, problemOf(parts, request, error), id);
    }
  };
}

/** What an error means to the caller as one of JSON-RPC. */
function problemOf(parts: FaceParts, request: IncomingMessage, error: unknown): RpcProblem {
  if (error instanceof RpcProblem) return error;
  if (error instanceof NotSignedIn) return askToSignIn(parts, request);
  const refusal = refusalOf(error, parts.log, request);
  return new RpcProblem(CODES.internal, refusal.message, {
    status: STATUS[refusal.code],
    headers: retryHeaders(refusal),
  });
}

/** The connection whose token a request brought, if it works. */
async function connectionOf(parts: FaceParts, request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await letIn(parts, request)).principal.connection_id;
  } catch (error) {
    if (error instanceof NotSignedIn) return undefined;
    throw error;
  }
}

/** Why a body is not read. One that is large only for who has no token is a call that needs one. */
function unreadProblem(
  parts: FaceParts,
  request: IncomingMessage,
  error: BodyTooLarge | TooManyBodies,
): RpcProblem {
  if (error instanceof TooManyBodies) {
    const headers = ["Retry-After", String(error.retry_after_seconds)];
    return new RpcProblem(CODES.invalidRequest, error.message, { status: 429, headers });
  }
  const declared = request.headers["content-length"] !== undefined;
  if (declared && !declaresTooMuch(request)) return askToSignIn(parts, request);
  return new RpcProblem(CODES.invalidRequest, error.message, { status: 413 });
}

function askToSignIn(parts: FaceParts, request: IncomingMessage): RpcProblem {
  const headers = ["WWW-Authenticate", signInChallenge(parts.site, request)];
  return new RpcProblem(CODES.invalidRequest, "Authentication required", { status: 401, headers });
}

/** What is turned away before its body is read; pages of other sites first. */
function refusedUnread(parts: FaceParts, { headers, method }: IncomingMessage): RpcProblem | undefined {
  const refusal = (status: number, message: string, more: readonly string[] = []): RpcProblem =>
    new RpcProblem(CODES.invalidRequest, message, { status, headers: more });
  if (!parts.site.allowsOrigin(headers.origin))
    return refusal(403, "This Origin may not call this endpoint.");
  if (method === "OPTIONS") return undefined;
  if (method !== "POST") {
    const message = "Send each message by POST; there is no stream to GET and no session to DELETE.";
    return refusal(405, message, ["Allow", "POST, OPTIONS"]);
  }
  if (!isJsonType(headers["content-type"]))
    return refusal(415, "Send Content-Type: application/json, in UTF-8.");
  // The one method that answers with a stream says so in its header, which is held against the body later.
  if (headers["mcp-method"] === LISTEN) {
    if (acceptsEvents(headers.accept)) return undefined;
    return refusal(406, `${LISTEN} answers with text/event-stream: list it in Accept.`);
  }
  if (acceptsJson(headers.accept)) return undefined;
  return refusal(406, "Answers are application/json: list it in Accept, or leave Accept out.");
}

function sendProblem(response: ServerResponse, problem: RpcProblem, id: string | undefined): void {
  sendJson(response, problem.status, withError(id, problem), problem.headers);
}
