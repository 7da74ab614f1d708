import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request's bytes; called once for each request. */
  readonly next: () => Buffer;
  /** How long a connection waits between an answer and its next request; not at all by default. */
  readonly pauseMs?: number;
}

export interface Measured {
  readonly perSecond: number;
  /** Answers that were not 200. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** The bytes of a POST with a JSON body, keep-alive; headers given here win. */
export function request(path: string, body: string, headers: Readonly<Record<string, string>>): Buffer {
  const all = {
    Host: "localhost",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** Each connection sends one request after the other over a plain socket; no client library in the way. */
export async function measure(load: Load): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  const began = performance.now();
  const until = began + load.seconds * 1000;
  const one = async (): Promise<void> => {
    const socket = connect(load.port, "127.0.0.1");
    socket.setNoDelay(true);
    const answers = readAnswers(socket);
    while (performance.now() < until) {
      const sent = performance.now();
      socket.write(load.next());
      const { value } = await answers.next();
      if (value !== 200) failed += 1;
      times.push(performance.now() - sent);
      if (load.pauseMs !== undefined) await sleep(load.pauseMs);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: load.connections }, one));
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: (times.length / (performance.now() - began)) * 1000,
    failed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

/**
 * One caller who waits a little after each answer, as agents do: what a call takes when nobody is in the way. The
 * pause keeps ten probes of two seconds below the 3,000 calls that a connection has at once.
 */
export async function probe(load: Omit<Load, "connections">): Promise<Measured> {
  return await measure({ ...load, connections: 1, pauseMs: 7 });
}

/** Sends on many sockets until it is ended, whatever is answered; counts the answers by their status. */
export function flood({ port, sockets, next }: { port: number; sockets: number; next: () => Buffer }) {
  const counts: Record<string, number> = {};
  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const ending = new AbortController();
  const { signal } = ending;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      signal.addEventListener("abort", () => socket.destroy(), { once: true });
      const answers = readAnswers(socket);
      for (;;) {
        if (signal.aborted) break;
        socket.write(next());
        const answer = await answers.next().catch(() => undefined);
        if (!answer || answer.done === true) break;
        count(String(answer.value));
      }
      socket.destroy();
      if (!signal.aborted) count("closed");
    }
  };
  const all = Array.from({ length: sockets }, one);
  return {
    end: async () => {
      ending.abort();
      await Promise.all(all);
      return counts;
    },
  };
}

/** A quantile of sorted numbers; 0 for none. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Status codes of the answers on a socket, by Content-Length. */
async function* readAnswers(socket: Socket): AsyncGenerator<number> {
  let have: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    have = have.length === 0 ? chunk : Buffer.concat([have, chunk]);
    for (;;) {
      const end = have.indexOf(END_OF_HEAD);
      if (end === -1) break;
      const head = have.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const whole = end + END_OF_HEAD.length + length;
      if (have.length < whole) break;
      yield Number(head.slice(9, 12));
      have = have.subarray(whole);
    }
  }
}
