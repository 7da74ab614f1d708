import { IncomingMessage } from "node:http";
import { Refusal } from "../kernel/errors.ts";

/** The most that a client may send, in bytes; the authorization server's own limit is a little higher. */
const LARGEST_BODY = 48 * 1024;
/** Of a larger body so much is read, to say no; who sends still more is cut off. */
const MOST_READ = 1024 * 1024;

/** The body of a request as text; throws `too_large` for more than anybody has to say here. */
export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end where that is near: the connection could not be used again, nor the refusal be read.
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
    if (size > MOST_READ) req.socket.destroy();
  }
  if (size > LARGEST_BODY) {
    throw new Refusal({ code: "too_large", message: `At most ${LARGEST_BODY} bytes are taken here.` });
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The JSON object that a text holds, or undefined. */
export function readObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export interface AskedOf {
  /** The address that clients know, whatever address this request came by. */
  readonly origin: string;
  /** Path and query. */
  readonly target: string;
  /** Headers that take the place of the request's own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The request as the authorization server shall see it: addressed to the configured origin, so that no Host
 * header and no proxy decides what its documents and redirects say, and with a body that was read and put
 * right before.
 */
export function requestFor(req: IncomingMessage, asked: AskedOf): IncomingMessage {
  const { host, protocol } = new URL(asked.origin);
  const seen = new IncomingMessage(req.socket);
  seen.method = req.method;
  seen.url = asked.target;
  seen.headers = {
    ...req.headers,
    host,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
    ...asked.headers,
  };
  delete seen.headers["transfer-encoding"];
  delete seen.headers["content-length"];
  if (asked.body !== undefined) {
    seen.headers["content-length"] = String(Buffer.byteLength(asked.body));
    seen.push(asked.body);
  }
  // Without this the end of the body would pass for a broken connection, and take the socket with it.
  seen.complete = true;
  seen.push(null);
  return seen;
}
