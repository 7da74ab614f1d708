/** An agent as the wire sees it: a token and JSON-RPC over HTTP, without a client library in between. */
export class Agent {
  readonly #origin: string;
  readonly #token: string;
  readonly #label: string | undefined;
  #id = 0;

  constructor(origin: string, token: string, label?: string) {
    this.#origin = origin;
    this.#token = token;
    this.#label = label;
  }

  /** Calls a tool and returns the JSON-RPC result, errors included. */
  async call(tool: string, args: object): Promise<ToolResult> {
    this.#id += 1;
    const body = {
      jsonrpc: "2.0",
      id: this.#id,
      method: "tools/call",
      params: { name: tool, arguments: args },
    };
    return await this.callRaw(JSON.stringify(body));
  }

  /** Posts a body as it stands and returns the JSON-RPC result in it. */
  async callRaw(body: string): Promise<ToolResult> {
    const { json } = await this.post(body);
    if (!json.result) throw new Error(`protocol error: ${JSON.stringify(json.error)}`);
    return json.result;
  }

  async post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.#origin}/api/v1/external-mcp`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${this.#token}`,
        ...(this.#label !== undefined && { "anteroom-agent": this.#label }),
        ...headers,
      },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  /** Calls a tool that is expected to work; throws with the refusal otherwise. */
  async ask<T = Record<string, unknown>>(tool: string, args: object): Promise<T> {
    const result = await this.call(tool, args);
    if (result.isError) throw new Error(`${tool} refused: ${JSON.stringify(result.structuredContent)}`);
    return result.structuredContent as T;
  }

  /** Calls a tool that is expected to be refused; returns the refusal. */
  async refusal(tool: string, args: object): Promise<Refused> {
    const result = await this.call(tool, args);
    if (!result.isError) throw new Error(`${tool} was not refused: ${JSON.stringify(result)}`);
    return (result.structuredContent as { error: Refused }).error;
  }

  /** The id of the only Room that this agent can find. */
  async roomId(): Promise<string> {
    const found = await this.ask<{ resources: { room_id: string }[] }>("find_resources", { kind: "room" });
    const [room] = found.resources;
    if (!room) throw new Error("This agent finds no Room.");
    return room.room_id;
  }
}

export interface ToolResult {
  readonly content: readonly { type: string; text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface Refused {
  readonly code: string;
  readonly message: string;
  readonly where?: string;
  readonly hint?: string;
}

export interface Proposed {
  readonly proposal_id: string;
  readonly instance_id: string;
  readonly state: string;
  readonly digest: string;
  readonly revision: number;
  readonly review_url: string;
  readonly next_step: string;
  readonly replayed: boolean;
}

interface Envelope {
  readonly id?: unknown;
  readonly result?: ToolResult;
  readonly error?: { code: number; message: string };
}

function parse(text: string): Envelope {
  return text === "" ? {} : (JSON.parse(text) as Envelope);
}
