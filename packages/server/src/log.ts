import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type DestinationStream, destination, pino, stdTimeFunctions, type Logger } from "pino";
import type { LogLevel } from "./config.ts";

export type { Logger } from "pino";

/** The most that is kept of what could not be written yet, in bytes. */
const MAX_UNWRITTEN = 64 * 1024;

/** The server's log: one JSON object a line on stderr; stdout is left to what a person reads. */
export function createLog(level: LogLevel, stream: DestinationStream = stderr()): Logger {
  return pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, stream);
}

/** A log that cannot be written, to a full disk or a terminal that was closed, is no reason to stop serving. */
function stderr(): DestinationStream {
  const stream = destination({ fd: 2, sync: true, maxLength: MAX_UNWRITTEN });
  stream.on("error", () => undefined);
  return stream;
}

const ids = new WeakMap<IncomingMessage, string>();

/** An id for a request, made when first asked for; an answer that tells of a fault names it. */
export function requestId(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) {
    id = randomBytes(8).toString("hex");
    ids.set(request, id);
  }
  return id;
}

/** The path of a request without its query, which may hold what is nobody's business. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? "/";
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** Logs a request when it is answered, at debug only: method, path, status, time. Never headers or bodies. */
export function logRequest(log: Logger, request: IncomingMessage, response: ServerResponse): void {
  if (!log.isLevelEnabled("debug")) return;
  const began = performance.now();
  response.once("close", () => {
    log.debug(
      {
        request: requestId(request),
        method: request.method,
        path: pathOf(request).slice(0, 200),
        status: response.writableFinished ? response.statusCode : "aborted",
        ms: Math.round((performance.now() - began) * 10) / 10,
      },
      "request",
    );
  });
}
