import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest body that is read, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/** How long a sender of a body that is too large may still send before the connection is cut. */
const LINGER_MS = 1000;

/** The other side went away before its body, or our answer, was whole: there is nobody to answer. */
export class PeerGone extends Error {
  constructor() {
    super("The other side closed the connection.");
    this.name = "PeerGone";
  }
}

/** The body is larger than MAX_BODY, or says so. */
export class BodyTooLarge extends Error {
  constructor() {
    super(`The body is larger than ${MAX_BODY} bytes.`);
    this.name = "BodyTooLarge";
  }
}

/** Whether the declared length alone is too much; nothing of such a body is read. */
export function declaresTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY;
}

/**
 * Reads a request's body whole, at most MAX_BODY bytes.
 *
 * @throws BodyTooLarge as soon as that is known; nothing is read on. @throws PeerGone when it breaks off.
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (declaresTooMuch(request)) {
      reject(new BodyTooLarge());
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
      if (size <= MAX_BODY) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      request.pause();
      reject(new BodyTooLarge());
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
 * Answers a request whose body is too large. The answer leaves whole at once; the connection ends when the
 * sender has read it, or after a second, so that a sender in mid-body sees an answer and not a reset.
 */
export function refuseLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { readonly text: string; readonly headers: readonly string[] },
): void {
  const length = String(Buffer.byteLength(answer.text));
  response.writeHead(413, [...answer.headers, "Content-Length", length, "Connection", "close"]);
  response.write(answer.text);
  // Without a listener the rest is thrown away as it comes.
  request.removeAllListeners("data");
  request.resume();
  const cut = setTimeout(() => response.end(), LINGER_MS);
  request.once("end", () => response.end());
  response.once("close", () => clearTimeout(cut));
}
