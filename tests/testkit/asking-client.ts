import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { LoopbackOAuth } from "./oauth-client.ts";
import type { TestServer } from "./server.ts";

/** A coding agent at its beginning: registered by itself, and waiting for its person in a browser. */
export class AskingClient implements AsyncDisposable {
  readonly #oauth: LoopbackOAuth;
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;

  private constructor(server: TestServer, oauth: LoopbackOAuth) {
    this.#oauth = oauth;
    this.#client = new Client(
      { name: "asking-client", version: "1.0.0" },
      { versionNegotiation: { mode: "auto" } },
    );
    const endpoint = new URL(`${server.origin}/api/v1/external-mcp`);
    this.#transport = new StreamableHTTPClientTransport(endpoint, { authProvider: oauth });
  }

  static async start(server: TestServer, name: string): Promise<AskingClient> {
    const asking = new AskingClient(server, await LoopbackOAuth.open(name));
    await asking.#client.connect(asking.#transport);
    // Nobody let it in yet: its first call ends in a sign-in.
    await asking.#client.callTool({ name: "read_connection", arguments: {} }).catch(() => undefined);
    return asking;
  }

  /** Where it wants its person's browser to go. */
  get address(): string {
    const address = this.#oauth.authorizationUrl;
    if (!address) throw new Error("The client asked for no sign-in.");
    return address.href;
  }

  /** What the browser brought back: a code, or an error. */
  async answer(): Promise<URLSearchParams> {
    return await this.#oauth.callback();
  }

  /** Ends its sign-in, once its person let it in. It has called nothing yet then. */
  async finish(): Promise<void> {
    await this.#transport.finishAuth(await this.#oauth.callback());
  }

  /** Calls a tool that is expected to work. */
  async ask<T = Record<string, unknown>>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const result = await this.#client.callTool({ name, arguments: args });
    if (result.isError) throw new Error(`${name} refused: ${JSON.stringify(result.structuredContent)}`);
    return result.structuredContent as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.#oauth[Symbol.asyncDispose]();
  }
}
