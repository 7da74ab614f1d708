/** Headers of every answer that is a stream of server-sent events. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  // Asks a proxy in front not to collect the stream.
  "X-Accel-Buffering": "no",
} as const;

/** A comment, which tells whatever stands between that a silent stream lives. */
export const BEAT = ":\n\n";
