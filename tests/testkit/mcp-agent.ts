import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Proposed } from "./agent.ts";
import { adminToken, type TestServer } from "./server.ts";

/** A proposal as its agent reads it, as far as tests look at it. */
export interface ReadProposal {
  readonly state: string;
  readonly decision?: {
    readonly untrusted?: true;
    readonly comments?: readonly { readonly comment_id: string; readonly body: string }[];
  };
}

/** An agent by the protocol's own client library, with a token, in the first Room that it finds. */
export class McpAgent {
  readonly room_id: string;
  readonly #client: Client;
  #count = 0;

  private constructor(client: Client, room_id: string) {
    this.#client = client;
    this.room_id = room_id;
  }

  static async connect(server: TestServer): Promise<McpAgent> {
    const client = new Client(
      { name: "test-agent", version: "1.0.0" },
      { versionNegotiation: { mode: "auto" } },
    );
    const headers = { authorization: `Bearer ${await adminToken(server)}` };
    const address = new URL(`${server.origin}/api/v1/external-mcp`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const found = await call<{ resources: { room_id: string }[] }>(client, "find_resources", {
      kind: "room",
    });
    return new McpAgent(client, found.resources[0]?.room_id ?? "");
  }

  /** Calls a tool that is expected to work; throws with the refusal otherwise. */
  async tool<T>(name: string, args: Record<string, unknown>): Promise<T> {
    return await call<T>(this.#client, name, args);
  }

  async propose(name: string, files: Readonly<Record<string, string>>): Promise<Proposed> {
    this.#count += 1;
    const idempotency_key = `mcp-agent-${this.#count}`;
    const args = { room_id: this.room_id, name, files, idempotency_key };
    return await this.tool<Proposed>("propose_room_snippet_app", args);
  }

  /** Asks and is held until a person decided, however slow the machine is. */
  async waitFor(proposal_id: string): Promise<ReadProposal> {
    const read = await this.tool<ReadProposal>("read_proposal", { proposal_id, wait_seconds: 50 });
    return read.state === "pending" ? await this.waitFor(proposal_id) : read;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

async function call<T>(client: Client, name: string, args: Record<string, unknown>): Promise<T> {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(`${name} refused: ${JSON.stringify(result.structuredContent)}`);
  return result.structuredContent as T;
}
