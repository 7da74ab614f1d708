import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server } from "node:net";
import { parse } from "node:path";
import { buffer } from "node:stream/consumers";
import { createSecureContext } from "node:tls";
import { certificateFor } from "../../packages/server/src/testing/certificate.fixture.ts";
import { answerTo, questionOf } from "./dns-message.ts";
import type { Addresses, Ear, Ways } from "./way.ts";

/** Names below it are this machine's loopback. */
const KNOWN = ".example.test";
/** What stands before it in a name is the name of a way. */
const LEAK = ".leak.example.test";
/** What is heard without a name. */
const NAMELESS = "(no name)";

interface Page {
  readonly type: string;
  readonly body: string;
}

/**
 * Listeners on this machine's loopback for whatever a browser sends: DNS over HTTPS, which a browser can be told to
 * ask for every name, HTTP, HTTPS and WebSocket, and UDP and TCP ports of single ways. To be opened for one browser,
 * so that all that is heard is of its pages. They close by themselves with `await using`.
 */
export class Listeners implements AsyncDisposable {
  readonly #heard = new Map<string, Set<Ear>>();
  readonly #pages = new Map<string, Page>();
  readonly #closing = new AsyncDisposableStack();
  readonly #http = createHttp();
  readonly #https = createHttps({
    ...certificateFor(`*${LEAK}`),
    SNICallback: (host, done) => {
      this.#hear(host, "tls");
      done(null, this.#context);
    },
  });
  readonly #dns = createHttps(certificateFor("127.0.0.1"));
  readonly #context = createSecureContext(certificateFor(`*${LEAK}`));

  private constructor() {
    for (const server of [this.#http, this.#https]) {
      server.on("connection", () => this.#hear("", "tcp"));
      server.on("request", (request, response) => this.#answer(request, response));
      server.on("upgrade", ({ headers }, socket) => {
        this.#hear(headers.host, "ws");
        socket.destroy();
      });
    }
    this.#dns.on("request", (request, response) => void this.#answerDns(request, response));
  }

  static async open(): Promise<Listeners> {
    const listeners = new Listeners();
    const servers = [listeners.#http, listeners.#https, listeners.#dns];
    await Promise.all(servers.map((server) => listeners.#listen(server)));
    return listeners;
  }

  /** Where to ask for names; it has a certificate of its own making. */
  get dns(): string {
    return `https://127.0.0.1:${portOf(this.#dns)}/dns-query`;
  }

  /** What was heard of each way, in the order in which it was heard, since this was last asked. */
  takeHeard(): Readonly<Record<string, readonly Ear[]>> {
    const heard = Object.fromEntries(Array.from(this.#heard, ([name, ears]) => [name, [...ears]]));
    this.#heard.clear();
    return heard;
  }

  /** Notes a file that a browser keeps, whose name is that of a way. */
  noteFile(name: string): void {
    this.#note(parse(name).name, "file");
  }

  hears(way: string, ear: Ear): boolean {
    return this.#heard.get(way)?.has(ear) ?? false;
  }

  /** Serves a page to whoever opens it; returns its address, which counts as secure and takes plain HTTP beside it. */
  serve(path: string, body: string, type = "text/html"): string {
    this.#pages.set(path, { body, type });
    return `http://localhost:${portOf(this.#http)}${path}`;
  }

  /** Addresses for each way, with a port of its own for those that need one. */
  async addressesFor(ways: Ways): Promise<Readonly<Record<string, Addresses>>> {
    const entries = Object.entries(ways).map(async ([name, [by]]) => {
      const host = name + LEAK;
      const [plain, secure] = [this.#http, this.#https].map((server) => `${host}:${portOf(server)}/`);
      const port = await this.#portFor(name, by);
      const addresses = {
        host,
        url: `https://${secure}`,
        plain: `http://${plain}`,
        socket: `wss://${secure}`,
      };
      return [name, { ...addresses, port }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async #portFor(name: string, by: Ear): Promise<number> {
    if (by === "udp") {
      const socket = createSocket("udp4", () => this.#hear(name + LEAK, by));
      this.#closing.defer(() => void socket.close());
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      return socket.address().port;
    }
    if (by !== "tcp") return 0;
    const server = createTcp((socket) => {
      this.#hear(name + LEAK, by);
      socket.destroy();
    });
    await this.#listen(server);
    return portOf(server);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // At the name of a way there is no page of ours: who changes only the name of its address has got out.
    const isOut = request.headers.host?.includes(LEAK) ?? false;
    const page = isOut ? undefined : this.#pages.get(request.url ?? "");
    if (page === undefined) this.#hear(request.headers.host, "http");
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", page?.type ?? "text/plain");
    response.end(page?.body);
  }

  async #answerDns(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? "", this.dns).searchParams.get("dns");
    const message = asked === null ? await buffer(request) : Buffer.from(asked, "base64url");
    const question = questionOf(message);
    if (question === undefined) return void response.writeHead(400).end();
    // A question for what else is known of a service has its port and scheme in front.
    const host = question.name.replace(/^(?:_[^.]+\.)+/u, "");
    if (host.endsWith(LEAK)) this.#hear(host, "dns");
    response.setHeader("content-type", "application/dns-message");
    response.end(answerTo(message, question, host.endsWith(KNOWN)));
  }

  #hear(host = "", ear: Ear): void {
    const name = host.toLowerCase().replace(/:\d+$/u, "");
    this.#note(name.endsWith(LEAK) ? name.slice(0, -LEAK.length) : NAMELESS, ear);
  }

  #note(way: string, ear: Ear): void {
    this.#heard.set(way, (this.#heard.get(way) ?? new Set()).add(ear));
  }

  async #listen(server: Server): Promise<void> {
    const open = new Set<{ destroy(): void }>();
    server.on("connection", (socket) => {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => open.delete(socket));
    });
    this.#closing.defer(async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
