import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request's bytes; called once for each request. */
  readonly next: () => Buffer;
}

export interface Measured {
  readonly perSecond: number;
  /** Answers that were not 200. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** The bytes of a POST with a JSON body, keep-alive. */
export function request(path: string, body: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${lines.join("")}\r\n${body}`,
  );
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
