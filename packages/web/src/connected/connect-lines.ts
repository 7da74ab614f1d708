/** Clients that have a line of their own; `other` is the bare address. */
export const CLIENTS = ["claude-code", "codex", "cursor", "other"] as const;
export type Client = (typeof CLIENTS)[number];

/** The name of this server in the clients' settings. */
const NAME = "anteroom";

/** The one line that connects a client to the MCP endpoint. */
export function connectLine(client: Client, endpoint: string): string {
  switch (client) {
    case "claude-code":
      return `claude mcp add --transport http ${NAME} ${endpoint}`;
    case "codex":
      return `codex mcp add ${NAME} --url ${endpoint}`;
    case "cursor":
      return JSON.stringify({ mcpServers: { [NAME]: { url: endpoint } } });
    case "other":
      return endpoint;
  }
}

/** The endpoint of this origin, for while the server's own word of it is loading. */
export function endpointOf(origin: string): string {
  return `${origin}/api/v1/external-mcp`;
}
