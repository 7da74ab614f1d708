/** Names and numbers of the Model Context Protocol (revision 2026-07-28, and the ones before it). */

/** Each request tells its revision and its client; nothing is remembered between requests. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** A client begins with `initialize`; newest first. */
export const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
export const ALL_VERSIONS: readonly string[] = [...MODERN_VERSIONS, ...LEGACY_VERSIONS];

export type Era = "modern" | "legacy";

export const META = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  client: "io.modelcontextprotocol/clientInfo",
  server: "io.modelcontextprotocol/serverInfo",
  subscription: "io.modelcontextprotocol/subscriptionId",
  challenge: "mcp/www_authenticate",
} as const;

/** The extension by which a call goes on as a task (ext-tasks, revision 2026-07-28). */
export const TASKS = "io.modelcontextprotocol/tasks";
export const LISTEN = "subscriptions/listen";

/** JSON-RPC's own codes and the protocol's; ours are none (a fault inside a tool is a result). */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

interface RpcProblemOptions {
  /** The HTTP status; 400 if none is named, 200 for what the call itself got wrong. */
  readonly status?: number;
  readonly data?: object;
  /** Further HTTP headers, name and value by turns. */
  readonly headers?: readonly string[];
}

/** A call that breaks JSON-RPC or the transport. */
export class RpcProblem extends Error {
  readonly code: number;
  readonly status: number;
  readonly data?: object;
  readonly headers: readonly string[];

  constructor(code: number, message: string, options: RpcProblemOptions = {}) {
    super(message);
    this.name = "RpcProblem";
    this.code = code;
    this.status = options.status ?? 400;
    if (options.data) this.data = options.data;
    this.headers = options.headers ?? [];
  }
}
