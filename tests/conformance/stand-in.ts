import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "../testkit/person.ts";
import { labelApp } from "../testkit/samples.ts";
import type { TestServer } from "../testkit/server.ts";

/** How long the owner takes at most to decide, in seconds. */
const DECIDES_WITHIN = 2;

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface StandInParts {
  readonly server: TestServer;
  readonly token: string;
  readonly owner: Person;
  readonly room_id: string;
}

/**
 * Stands between the conformance suite and a server, for the two things that the suite cannot do: it signs in,
 * and it lends our tools the names of the suite's sample tools where they do the same kind of thing. A sample
 * that takes a while is a proposal, which the owner declines after that while. All else passes untouched.
 */
export class StandIn implements AsyncDisposable {
  readonly #parts: StandInParts;
  readonly #listening: Server;
  readonly #ended = new AbortController();
  readonly #deciding: Promise<void>[] = [];

  private constructor(parts: StandInParts) {
    this.#parts = parts;
    this.#listening = createServer((asked, answer) => {
      void this.#pass(asked.url ?? "/", asked.method ?? "POST", asked.headers, asked).then(
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
          answer.once("close", () => response.destroy());
        },
        () => answer.destroy(),
      );
    });
  }

  static async open(parts: StandInParts): Promise<StandIn> {
    const standIn = new StandIn(parts);
    standIn.#listening.listen(0, "127.0.0.1");
    await once(standIn.#listening, "listening");
    return standIn;
  }

  get url(): string {
    return `http://localhost:${this.#port}/api/v1/external-mcp`;
  }

  get #port(): number {
    return (this.#listening.address() as AddressInfo).port;
  }

  async #pass(path: string, method: string, headers: IncomingHttpHeaders, asked: NodeJS.ReadableStream) {
    const body = this.#disguise(await buffer(asked), headers);
    const { port } = this.#parts.server;
    // What names this address names the server's: the suite tries foreign hosts and origins beside its own.
    for (const name of ["host", "origin"] as const) {
      headers[name] = headers[name]?.replace(`:${this.#port}`, `:${port}`);
      if (headers[name] === undefined) delete headers[name];
    }
    const sent = { ...headers, authorization: `Bearer ${this.#parts.token}`, "content-length": body.length };
    const passed = request({ host: "127.0.0.1", port, method, path, headers: sent }).end(body);
    const [response] = (await once(passed, "response")) as [import("node:http").IncomingMessage];
    return response;
  }

  /** The body with our tool's name in place of a sample's, here and in the header that repeats it. */
  #disguise(body: Buffer, headers: IncomingHttpHeaders): Buffer {
    let message: { method?: string; params?: Call };
    try {
      message = JSON.parse(body.toString()) as typeof message;
    } catch {
      return body;
    }
    const call = message.method === "tools/call" ? message.params : undefined;
    const ours = call && this.#ours(call);
    if (!ours) return body;
    if (headers["mcp-name"] === call.name) headers["mcp-name"] = ours.name;
    return Buffer.from(JSON.stringify({ ...message, params: { ...call, ...ours } }));
  }

  #ours(call: Call): Call | undefined {
    switch (call.name) {
      case "greet":
      case "test_simple_text":
        return { name: "read_connection", arguments: {} };
      case "test_error_handling":
        return { name: "read_room", arguments: { room_id: "room_unknown" } };
      case "slow_compute":
        return this.#propose(Number(call.arguments["seconds"] ?? 0));
      case "failing_job":
        return this.#propose(0);
      default:
        return undefined;
    }
  }

  #propose(seconds: number): Call {
    const name = `Sample ${this.#deciding.length + 1}`;
    this.#deciding.push(this.#decline(name, Math.min(seconds, DECIDES_WITHIN)));
    const args = {
      room_id: this.#parts.room_id,
      name,
      files: labelApp(name),
      idempotency_key: `conformance-${name}`,
    };
    return { name: "propose_room_snippet_app", arguments: args };
  }

  /** Declines a proposal once it is there; the suite also makes calls that never come to one. */
  async #decline(name: string, seconds: number): Promise<void> {
    const { owner } = this.#parts;
    const { signal } = this.#ended;
    await sleep(seconds * 1000, undefined, { signal });
    for (;;) {
      const { waiting } = await owner.do<{ waiting: { name: string; proposal_id: string }[] }>(
        "list_needs_approval",
      );
      const row = waiting.find((one) => one.name === name);
      if (row) return await owner.decline(row.proposal_id);
      await sleep(50, undefined, { signal });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled(this.#deciding);
    this.#listening.closeAllConnections();
    this.#listening.close();
    await once(this.#listening, "close");
  }
}
