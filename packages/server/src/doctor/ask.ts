import type { LookupAddress } from "node:dns";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isLocal } from "../app-hosts.ts";

/** How long an address may take to answer, in milliseconds. */
const WITHIN_MS = 8000;
/** The most that is read of an answer, in bytes; the frame's document is a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024;

const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Nobody answered; `why` says at which step it ended, the message says it in words. */
export class NoAnswer extends Error {
  readonly why: Why;

  constructor(why: Why, detail: string) {
    super(`${WORDS[why]} (${detail})`);
    this.name = "NoAnswer";
    this.why = why;
  }
}

type Why = "name" | "refused" | "late" | "certificate" | "other";

const WORDS: Readonly<Record<Why, string>> = {
  name: "the name is not known",
  refused: "nothing listens there",
  late: "no answer came in time",
  certificate: "the certificate does not hold",
  other: "the connection failed",
};

const CODES: Readonly<Record<string, Why>> = {
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  EAI_FAIL: "name",
  ENODATA: "name",
  ECONNREFUSED: "refused",
  ETIMEDOUT: "late",
  EHOSTUNREACH: "late",
  ABORT_ERR: "late",
  CERT_HAS_EXPIRED: "certificate",
  CERT_NOT_YET_VALID: "certificate",
  CERT_REVOKED: "certificate",
  CERT_UNTRUSTED: "certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  UNABLE_TO_GET_ISSUER_CERT: "certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate",
};

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Asks an address as a browser would: names of localhost are this machine, whatever its resolver says of them, and
 * a certificate has to hold. Redirects are not followed. @throws NoAnswer
 */
export async function ask(
  address: string,
  { method = "GET", headers = {}, body }: Asking = {},
): Promise<Answer> {
  const url = new URL(address);
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(WITHIN_MS);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = start(url, {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    agent: false,
    rejectUnauthorized: true,
    signal,
    ...(isLocal(url.hostname) && { lookup: toLoopback }),
  });
  outgoing.once("response", resolve).on("error", reject).end(body);
  outgoing.once("close", () => reject(new Error("closed without an answer")));
  try {
    const incoming = await promise;
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await read(incoming) };
  } catch (error) {
    const { code = "", message = "" } = Object(error) as Partial<NodeJS.ErrnoException>;
    throw new NoAnswer(signal.aborted ? "late" : (CODES[code] ?? "other"), code === "" ? message : code);
  } finally {
    outgoing.destroy();
  }
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes came`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const toLoopback: LookupFunction = (_name, { all }, done) => {
  const [first] = LOOPBACK;
  if (all) done(null, LOOPBACK);
  else done(null, first?.address ?? "", first?.family);
};
