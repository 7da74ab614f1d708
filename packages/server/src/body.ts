import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest body that is read, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;
/** The largest that is read from nobody in particular: those who have no token or sign-in have little to say. */
const SMALL_BODY = 64 * 1024;

/** How many larger ones one caller may be sending at once: each fills memory for as long as its sender likes. */
const LARGE_AT_ONCE = 32;
const sending = new Map<string, number>();

/** How long a sender of a body that is not read may still send before the connection is cut. */
const LINGER_MS = 1000;

/** The other side went away before its body, or our answer, was whole: there is nobody to answer. */
export class PeerGone extends Error {
  constructor() {
    super("The other side closed the connection.");
    this.name = "PeerGone";
  }
}

/** The body is larger than `most` bytes, or says so. */
export class BodyTooLarge extends Error {
  readonly most: number;

  constructor(most: number) {
    super(`The body is larger than ${most} bytes.`);
    this.name = "BodyTooLarge";
    this.most = most;
  }
}

/** The caller is sending too many large bodies at once. */
export class TooManyBodies extends Error {
  /** When to try again, in seconds. */
  readonly retry_after_seconds = 1;

  constructor() {
    super(`One caller may send ${LARGE_AT_ONCE} large bodies at once.`);
    this.name = "TooManyBodies";
  }
}

/** Whether the declared length alone is too much; nothing of such a body is read. */
export function declaresTooMuch(request: IncomingMessage): boolean {
  return declaredLength(request) > MAX_BODY;
}

/** NaN where a body comes without its length. */
function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : Number.NaN));
}

/**
 * Reads a request's body whole: a small one from anybody, a larger one only from a caller that `callerOf`
 * finds, which is asked for nothing else.
 *
 * @throws BodyTooLarge and TooManyBodies as soon as that is known; nothing is read on.
 * @throws PeerGone when it breaks off.
 */
export async function readBody(
  request: IncomingMessage,
  callerOf: () => Promise<string | undefined>,
): Promise<Buffer> {
  if (declaredLength(request) <= SMALL_BODY) return await collect(request, SMALL_BODY);
  if (declaresTooMuch(request)) throw new BodyTooLarge(MAX_BODY);
  const caller = await callerOf();
  if (caller === undefined) return await collect(request, SMALL_BODY);
  const others = sending.get(caller) ?? 0;
  if (others === LARGE_AT_ONCE) throw new TooManyBodies();
  sending.set(caller, others + 1);
  try {
    return await collect(request, MAX_BODY);
  } finally {
    const left = (sending.get(caller) ?? 0) - 1;
    if (left > 0) sending.set(caller, left);
    else sending.delete(caller);
  }
}

function collect(request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (declaredLength(request) > most) {
      reject(new BodyTooLarge(most));
      return;
    }
    // Broken off while it was looked up who sends: its events are over.
    if (request.destroyed) {
      reject(new PeerGone());
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    // Also the last event of a request that was read whole, which then rejects nothing.
    const broken = (): void => {
      if (!request.readableEnded) reject(new PeerGone());
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      request.pause();
      reject(new BodyTooLarge(most));
    });
    request.once("end", () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.once("error", broken);
    request.once("close", broken);
  });
}

/** Whether the body is JSON by its declared type: application/json, in UTF-8 if a charset is named. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  if (contentType === undefined) return false;
  const [type, ...parameters] = contentType.toLowerCase().split(";");
  return (
    type?.trim() === "application/json" &&
    parameters.every((parameter) => {
      const [name, value] = parameter.split("=");
      return name?.trim() !== "charset" || /^"?utf-?8"?$/u.test(value?.trim() ?? "");
    })
  );
}

/**
 * Answers a request whose body is not read. The answer leaves whole at once; the connection ends when the
 * sender has read it, or after a second, so that a sender in mid-body sees an answer and not a reset.
 */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { readonly status: number; readonly text: string; readonly headers: readonly string[] },
): void {
  const length = String(Buffer.byteLength(answer.text));
  response.writeHead(answer.status, [...answer.headers, "Content-Length", length, "Connection", "close"]);
  response.write(answer.text);
  // Without a listener the rest is thrown away as it comes.
  request.removeAllListeners("data");
  request.resume();
  const cut = setTimeout(() => response.end(), LINGER_MS);
  request.once("end", () => response.end());
  response.once("close", () => clearTimeout(cut));
}
