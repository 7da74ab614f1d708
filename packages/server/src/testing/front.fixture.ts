import {
  createServer as createHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createSecureContext } from "node:tls";
import { type Certificate, certificateFor } from "./certificate.fixture.ts";

export interface Passing {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy changes of what passes through it. */
export interface Meddling {
  readonly asks?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  readonly answers?: (answer: Passing, asked: IncomingMessage) => Passing;
}

/** A reverse proxy in front of a server; with `names` over https, with a certificate of its own for each of them. */
export class Front implements AsyncDisposable {
  readonly port: number;
  readonly certificates: readonly Certificate[];
  /** The port of the server behind. */
  target = 0;
  meddling: Meddling = {};
  readonly #server: ReturnType<typeof createHttp>;

  private constructor(server: ReturnType<typeof createHttp>, certificates: readonly Certificate[]) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.certificates = certificates;
    server.on("request", (asked: IncomingMessage, response) => {
      void this.#pass(asked).then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(body),
      );
    });
  }

  static async open(names: readonly string[] = []): Promise<Front> {
    const certificates = new Map(names.map((name) => [name, certificateFor(name)]));
    const contexts = new Map(Array.from(certificates, ([name, one]) => [name, createSecureContext(one)]));
    const server =
      names.length === 0
        ? createHttp()
        : createHttps({
            SNICallback: (name, done) =>
              done(null, contexts.get(name) ?? contexts.get(name.replace(/^[^.]+/u, "*"))),
          });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Front(server, [...certificates.values()]);
  }

  async #pass(asked: IncomingMessage): Promise<Passing> {
    const { asks = (headers) => headers, answers = (answer) => answer } = this.meddling;
    const body = await buffer(asked);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request({
      host: "127.0.0.1",
      port: this.target,
      method: asked.method,
      path: asked.url,
      headers: asks(asked.headers),
    });
    outgoing.once("response", resolve).once("error", reject).end(body);
    const answer = await promise;
    const { "transfer-encoding": _, ...headers } = answer.headers;
    return answers({ status: answer.statusCode ?? 502, headers, body: await buffer(answer) }, asked);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
