import type { IncomingMessage, ServerResponse } from "node:http";
import { type ErrorCode, Refusal, type RefusalBody } from "@anteroom/features/kernel/errors";
import { type Logger, pathOf, requestId } from "../log.ts";

/** Headers of every JSON answer, name and value by turns. */
export const JSON_HEADERS: readonly string[] = [
  "Content-Type",
  "application/json",
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
];

/** Over https: the browser asks for this host in no other way for a year. */
export const HTTPS_ONLY = { "Strict-Transport-Security": "max-age=31536000" } as const;

const NO_HEADERS: readonly string[] = [];

/** Sends a text that is JSON already. Head and body leave in one write. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: readonly string[] = NO_HEADERS,
): void {
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...JSON_HEADERS, "Content-Length", length, ...headers]);
  response.end(text);
}

export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: readonly string[] = NO_HEADERS,
): void {
  response.writeHead(status, status === 204 ? [...headers] : ["Content-Length", "0", ...headers]);
  response.end();
}

/** The HTTP status of each reason for which an operation is refused. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_arguments: 400,
  invalid_path: 400,
  missing_entry: 400,
  does_not_compile: 400,
  too_many_files: 400,
  sign_in_required: 401,
  wrong_credentials: 401,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  conflict_idempotency: 409,
  conflict_state: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

/** Answers with a refusal as `{ "error": … }`, by its code's status unless the transport has one of its own. */
export function sendRefusal(
  response: ServerResponse,
  refusal: RefusalBody,
  options: { readonly status?: number | undefined; readonly headers?: readonly string[] } = {},
): void {
  const status = options.status ?? STATUS[refusal.code];
  const headers = [...retryHeaders(refusal), ...(options.headers ?? NO_HEADERS)];
  sendJson(response, status, JSON.stringify({ error: refusal }), headers);
}

export function retryHeaders(refusal: RefusalBody): readonly string[] {
  const seconds = refusal.retry_after_seconds;
  return seconds === undefined ? NO_HEADERS : ["Retry-After", String(seconds)];
}

/** What an error means to the caller. One that is no refusal is our fault: logged, and named by an id only. */
export function refusalOf(error: unknown, log: Logger, request: IncomingMessage): RefusalBody {
  if (error instanceof Refusal) return error.body;
  const id = requestId(request);
  log.error({ err: error, request: id, method: request.method, path: pathOf(request) }, "request failed");
  return {
    code: "unavailable",
    message: `Something went wrong on the server. Its log tells more under ${id}.`,
    hint: "Try again; if it stays, show this id to whoever runs the server.",
  };
}
