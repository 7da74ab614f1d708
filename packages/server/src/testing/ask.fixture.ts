import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeader, request } from "node:http";
import { text } from "node:stream/consumers";

export interface Asked {
  readonly method?: string;
  readonly path: string;
  /** An undefined header is left out. */
  readonly headers?: Readonly<Record<string, OutgoingHttpHeader | undefined>>;
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly json: any;
}

/** Sends one request exactly as it is told, without the manners of fetch. */
export async function ask(port: number, { method = "POST", path, headers, body }: Asked): Promise<Answered> {
  const raw = typeof body === "string" || Buffer.isBuffer(body);
  const sent = body === undefined ? undefined : raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const all = {
    host: `localhost:${port}`,
    ...(sent && { "content-type": "application/json", "content-length": sent.length }),
    ...headers,
  };
  const given: Record<string, OutgoingHttpHeader> = {};
  for (const [name, value] of Object.entries(all)) if (value !== undefined) given[name] = value;
  const outgoing = request({ host: "127.0.0.1", port, method, path, headers: given });
  outgoing.once("error", reject).once("response", resolve).end(sent);
  const response = await promise;
  const whole = await text(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") && whole !== "";
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: whole,
    json: isJson ? JSON.parse(whole) : undefined,
  };
}
