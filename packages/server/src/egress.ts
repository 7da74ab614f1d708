import { lookup as lookUp } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Ports } from "@anteroom/features/kernel/context";
import { isOutside } from "./egress-addresses.ts";
import { FairQueue } from "./fair-queue.ts";
import { SERVER } from "./version.ts";

/** The most that an answer may hold, in bytes. */
const MOST_BYTES = 256 * 1024;
/** How long a request may take from its beginning to its answer's last byte, waiting for its turn included. */
const WITHIN_MS = 10_000;
const AT_ONCE = 8;
const MOST_WAITING = 64;

const REDIRECTS: readonly (number | undefined)[] = [300, 301, 302, 303, 305, 307, 308];
/** Statuses whose answers have no body. */
const EMPTY: readonly number[] = [204, 205, 304];
/** What an answer's headers say of the bytes on the wire, and cookies, which are not kept. */
const DROPPED = ["set-cookie", "content-length", "transfer-encoding", "connection", "keep-alive"];

/** Why something outside was not fetched, and what the operator can do; names no address of this network. */
export class EgressError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EgressError";
  }
}

export interface EgressOptions {
  /** `host:port` that the operator named: may be an address inside, and plain http. */
  readonly allow: readonly string[];
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  readonly withinMs?: number;
}

/**
 * The one guard of what this server asks of others, wherever the address came from: https, to the public
 * internet alone unless the operator named the place. A name is looked up once, every address it has is
 * checked, and the connection goes to those, so that no second look-up can lead elsewhere. Nothing is
 * followed, kept or sent along, and what comes is bounded.
 *
 * @throws EgressError from each call
 */
export function createFetchOutside(options: EgressOptions): Ports["fetchOutside"] {
  const { allow, resolve = resolveBySystem, withinMs = WITHIN_MS } = options;
  const named = new Set(allow);
  const turns = new Turns();

  return async (address, init) => {
    const url = readAddress(address);
    const place = `${url.hostname}:${url.port || (url.protocol === "http:" ? 80 : 443)}`;
    if (url.protocol === "http:" && !named.has(place)) {
      throw new EgressError(`${url.host} is asked by https only. ${howToAllow(place)}`);
    }
    const request = new Request(url, { ...init, redirect: "manual" });
    const timeout = AbortSignal.timeout(withinMs);
    const signal = AbortSignal.any([timeout, request.signal]);
    const work = turns.run(url.hostname, async () => {
      signal.throwIfAborted();
      const addresses = await addressesOf(url, resolve);
      if (!named.has(place) && !addresses.every(isPublic)) {
        throw new EgressError(`${url.host} leads to an address inside this network. ${howToAllow(place)}`);
      }
      const body = Buffer.from(await request.arrayBuffer());
      signal.throwIfAborted();
      return await send({ url, request, body, addresses, signal });
    });
    try {
      return await Promise.race([work, aborted(signal)]);
    } catch (error) {
      if (error instanceof EgressError) throw error;
      const what = timeout.aborted ? "took too long to answer" : "could not be reached";
      throw new EgressError(`${url.host} ${what}.`, { cause: error });
    }
  };
}

function howToAllow(place: string): string {
  return `If that is meant to be, the operator names it in ANTEROOM_EGRESS_ALLOW=${place}`;
}

function readAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "") {
    throw new EgressError("Only an https address without a name or password in it is fetched.");
  }
  return url;
}

async function resolveBySystem(host: string): Promise<readonly LookupAddress[]> {
  return await lookUp(host, { all: true });
}

async function addressesOf(url: URL, resolve: (host: string) => Promise<readonly LookupAddress[]>) {
  const host = bare(url.hostname);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new EgressError(`${url.host} has no address.`);
  return addresses;
}

function isPublic({ address }: LookupAddress): boolean {
  return isOutside(address);
}

/** A URL's host name as the system takes it: IPv6 without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/u, "$1");
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const stop = (): void => reject(new Error("It was given up."));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

interface Sending {
  readonly url: URL;
  readonly request: Request;
  readonly body: Buffer;
  /** The only ones that are connected to. */
  readonly addresses: readonly LookupAddress[];
  readonly signal: AbortSignal;
}

async function send({ url, request, body, addresses, signal }: Sending): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("cookie");
  headers.set("user-agent", `${SERVER.name}/${SERVER.version}`);
  // What is compressed could grow beyond every bound.
  headers.set("accept-encoding", "identity");
  if (body.length > 0) headers.set("content-length", String(body.length));
  const pinned: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  const outgoing = start(url, {
    method: request.method,
    headers: Object.fromEntries(headers),
    // A connection of its own, which nobody else's request travels on.
    agent: false,
    lookup: pinned,
    signal,
    rejectUnauthorized: true,
  });
  outgoing.once("response", resolve).on("error", reject).end(body);
  // Who switches protocols, unasked, gets the connection closed, and that is no error.
  outgoing.once("close", () => reject(new Error("It was closed without an answer.")));
  const incoming = await promise;
  try {
    return await readAnswer(url, incoming);
  } finally {
    outgoing.destroy();
  }
}

async function readAnswer(url: URL, incoming: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = incoming;
  if (REDIRECTS.includes(status)) {
    throw new EgressError(`${url.host} redirects, which is not followed. Use the address that it leads to.`);
  }
  if ((incoming.headers["content-encoding"] ?? "identity") !== "identity") {
    throw new EgressError(`${url.host} answered compressed, unasked.`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new EgressError(`${url.host} answered more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    if (!DROPPED.includes(name)) for (const value of values) headers.append(name, value);
  }
  return new Response(EMPTY.includes(status) ? null : Buffer.concat(chunks), { status, headers });
}

/** Few requests at a time; those that wait take turns by the host they go to. */
class Turns {
  #running = 0;
  readonly #waiting = new FairQueue<() => void>();

  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else {
      if (this.#waiting.size >= MOST_WAITING) {
        throw new EgressError("Too many requests to other servers are under way. Try again in a minute.");
      }
      await new Promise<void>((begin) => this.#waiting.push(host, begin));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.next();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
