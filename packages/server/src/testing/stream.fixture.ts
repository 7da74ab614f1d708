import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";

export interface Streamed {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Posts a message and reads what comes back as server-sent events, one message after the other. */
export async function openStream({ port, path, headers, body }: Streamed) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: { host: `localhost:${port}`, "content-type": "application/json", ...headers },
  });
  outgoing.once("response", resolve).once("error", reject).end(JSON.stringify(body));
  const response = await promise;
  const lines = createInterface({ input: response, crlfDelay: Infinity })[Symbol.asyncIterator]();
  return {
    status: response.statusCode,
    headers: response.headers,
    close: () => outgoing.destroy(),
    /** The next message, or "end" when nothing more comes. */
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of every shape
    async next(): Promise<any> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return "end";
        if (value.startsWith("data: ")) return JSON.parse(value.slice(6));
      }
    },
  };
}
