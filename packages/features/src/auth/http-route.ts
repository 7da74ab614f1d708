import type { IncomingMessage, ServerResponse } from "node:http";
import { type ErrorCode, Refusal, type RefusalBody } from "../kernel/errors.ts";

/** One request, its address split at the question mark. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly query: string;
}

/** Answers a call; `part` is what the path's first group matched. */
export type Serve = (call: Call, part: string) => Promise<void> | void;

/** A path and what it does by method; any other method gets 405. */
export interface Route {
  readonly path: RegExp;
  /** Scripts of any site may ask: no cookie counts here. */
  readonly open?: true;
  readonly GET?: Serve;
  readonly POST?: Serve;
  readonly DELETE?: Serve;
}

/** Answers in JSON, kept by nobody unless `headers` say otherwise. */
export function answer(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, {
    ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  res.end(body === undefined ? undefined : JSON.stringify(body));
}

const STATUS: Partial<Record<ErrorCode, number>> = {
  forbidden: 403,
  invalid_arguments: 400,
  not_found: 404,
  rate_limited: 429,
  sign_in_required: 401,
  too_large: 413,
  unavailable: 503,
};

const FAILED: RefusalBody = { code: "unavailable", message: "The server failed.", hint: "Try again." };

/** Who hung up, while sending or before the answer, is nobody's failure. */
export function isHangUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Answers for a call that threw: a Refusal as it is, anything else told to `onError` alone. */
export function answerRefusal(res: ServerResponse, error: unknown, onError: (error: unknown) => void): void {
  if (isHangUp(error)) return void res.destroy();
  if (!(error instanceof Refusal)) onError(error);
  if (res.headersSent) return void res.destroy();
  const body = error instanceof Refusal ? error.body : FAILED;
  const wait = body.retry_after_seconds;
  const headers = wait === undefined ? {} : { "retry-after": String(wait) };
  answer(res, STATUS[body.code] ?? 500, { error: body }, headers);
}
