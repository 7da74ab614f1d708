import type { IncomingMessage, ServerResponse } from "node:http";
import { sendEmpty } from "./answers.ts";

/**
 * Lets a page read the answer, whose Origin was found to be one of ours: loopback has several names, and
 * between them a browser asks. Nothing is sent to who has no Origin.
 */
export function exposeToPage(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
  response.setHeader("Vary", "Origin");
}

/** Answers OPTIONS for a path that takes POST. */
export function answerOptions(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.origin !== undefined) {
    response.setHeader("Access-Control-Allow-Methods", "POST");
    const names = "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Anteroom-Agent";
    response.setHeader("Access-Control-Allow-Headers", names);
    response.setHeader("Access-Control-Max-Age", "600");
  }
  sendEmpty(response, 204, ["Allow", "POST, OPTIONS"]);
}
