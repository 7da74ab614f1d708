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
import { acceptsJson } from "../accept.ts";
import { letIn } from "../agent-call.ts";
import { JSON_HEADERS, sendEmpty, sendJson } from "../answers.ts";
import { signInChallenge } from "../challenge.ts";
import { answerOptions, exposeToPage } from "../cross-origin.ts";
import type { FaceParts } from "../parts.ts";
import { Results, withError, withResult } from "./answers.ts";
import { eraOf } from "./era.ts";
import { type Message, readMessage } from "./message.ts";
import { createOpenMethods } from "./methods.ts";
import { CODES, RpcProblem } from "./protocol.ts";
import { callTool } from "./tool-call.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The MCP endpoint: both eras, stateless, plain JSON, on node:http alone. The dispatch is ours because it
 * must be exact and fast (research: 40–61 µs of a core for a call, against 750–1,000 µs through the SDK).
 */
export function createMcpFace(parts: FaceParts): Handler {
  const results = new Results(parts.ports.server);
  const openMethods = createOpenMethods(parts, results);

  async function dispatch(
    request: IncomingMessage,
    response: ServerResponse,
    message: Message,
  ): Promise<void> {
    const era = eraOf(request.headers, message);
    const { id } = message;
    // A notification asks for nothing, so nothing is done, whatever its method.
    if (id === undefined) return sendEmpty(response, 202);
    if (message.method === "tools/call") {
      const { status, result, headers } = await callTool(parts, results, { request, response, message, era });
      return sendJson(response, status, withResult(id, result), headers);
    }
    // No token is needed here; one that does not work is told of all the same, so that a client renews it.
    if (request.headers.authorization !== undefined) await letIn(parts, request);
    const result = openMethods(message, era);
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
      const read = readMessage(await readBody(request, () => connectionOf(parts, request)));
      id = read.id;
      if ("problem" in read) throw read.problem;
      await dispatch(request, response, read);
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
      if (error instanceof NotSignedIn) return sendProblem(response, askToSignIn(parts), id);
      if (!(error instanceof RpcProblem)) throw error;
      sendProblem(response, error, id);
    }
  };
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
  if (declared && !declaresTooMuch(request)) return askToSignIn(parts);
  return new RpcProblem(CODES.invalidRequest, error.message, { status: 413 });
}

function askToSignIn(parts: FaceParts): RpcProblem {
  const headers = ["WWW-Authenticate", signInChallenge(parts.site)];
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
  if (!acceptsJson(headers.accept)) {
    return refusal(406, "Answers are application/json: list it in Accept, or leave Accept out.");
  }
  return undefined;
}

function sendProblem(response: ServerResponse, problem: RpcProblem, id: string | undefined): void {
  sendJson(response, problem.status, withError(id, problem), problem.headers);
}
