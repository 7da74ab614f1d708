import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Listener } from "./app.ts";
import { declaresTooMuch } from "./body.ts";
import { LateResponse } from "./late-response.ts";

/** How long requests under way are waited for when the server stops. */
const DRAIN_MS = 10_000;
/** How often connections that fell silent are let go of while it stops. */
const SWEEP_MS = 50;

/** How long a peer may take, in milliseconds: what comes more slowly holds a socket for nothing. */
export interface Patience {
  /** For the head of a request. */
  readonly head: number;
  /** For a request with its body. */
  readonly request: number;
  /** How often it is looked who is too slow. */
  readonly check: number;
  /** Without a byte either way, as from a peer that does not read its answer; held calls end much sooner. */
  readonly silence: number;
}
const PATIENCE: Patience = { head: 10_000, request: 60_000, check: 5000, silence: 120_000 };

export interface Listening {
  readonly port: number;
  /** Takes no more connections; resolves when those that are open have been answered. */
  close(): Promise<void>;
}

/** An address cannot be listened on; the message tells the operator why, and what to do. */
export class CannotListenError extends Error {
  constructor(where: string, code: string) {
    const why =
      code === "EADDRINUSE"
        ? "Another program uses this port. Stop it, or set ANTEROOM_PORT to another one."
        : `The system refused it (${code}). Set ANTEROOM_HOST and ANTEROOM_PORT to what this machine has and allows.`;
    super(`Cannot listen on ${where}\n${why}`);
    this.name = "CannotListenError";
  }
}

export interface ListenOptions {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly patience?: Patience;
}

/** Listens on each address, all at one port. @throws CannotListenError */
export async function listen(
  listener: Listener,
  { hosts, port, patience = PATIENCE }: ListenOptions,
): Promise<Listening> {
  const servers: Server[] = [];
  let taken = port;
  for (const host of hosts) {
    const server = createHttpServer(listener, patience);
    try {
      taken = await bind(server, host, taken);
      servers.push(server);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
      // A machine without IPv6 still has its other loopback address.
      if (servers.length > 0 && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) continue;
      await Promise.all(servers.map(stop));
      throw new CannotListenError(`${host}, port ${taken}`, code);
    }
  }
  return {
    port: taken,
    close: async () => {
      await Promise.all(servers.map(stop));
    },
  };
}

function createHttpServer(listener: Listener, patience: Patience): Server {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    // Longer than a proxy in front usually keeps a connection, so that it is the proxy that lets go.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: patience.check,
    ServerResponse: LateResponse,
  });
  server.setTimeout(patience.silence);
  server.on("request", listener);
  // A body that is too large by its own account is refused before it is sent.
  server.on("checkContinue", (request, response) => {
    if (!declaresTooMuch(request)) response.writeContinue();
    listener(request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => answerBroken(error, socket));
  return server;
}

/** What is no HTTP request gets one line, if the other side still listens. */
function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function bind(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  await promise;
  server.off("error", reject);
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
