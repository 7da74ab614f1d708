/**
 * Clients with lines of their own; `other` is the bare address. All but Cursor's are run as they stand with the
 * real clients in tests/clients.
 */
export type Client = "claude-code" | "codex" | "cursor" | "mcp-remote" | "inspector" | "other";

/** What connects one client to the MCP endpoint. */
export interface ConnectLines {
  readonly client: Client;
  /** The client's name in the catalogue of texts. */
  readonly title: `connect.${Client}`;
  /** What a person runs or pastes, one after the other. */
  readonly lines: readonly string[];
}

/** The name of this server in the clients' settings. */
const NAME = "anteroom";

/** The clients in the order in which they are shown, each with its lines for this endpoint. */
export function connectLines(endpoint: string): readonly ConnectLines[] {
  const settings = (entry: object) => JSON.stringify({ mcpServers: { [NAME]: entry } });
  return [
    {
      client: "claude-code",
      title: "connect.claude-code",
      lines: [`claude mcp add --transport http ${NAME} ${endpoint}`, `claude mcp login ${NAME}`],
    },
    // Codex signs in while it adds.
    { client: "codex", title: "connect.codex", lines: [`codex mcp add ${NAME} --url ${endpoint}`] },
    { client: "cursor", title: "connect.cursor", lines: [settings({ url: endpoint })] },
    // For clients that only start programs and speak to them over stdio.
    {
      client: "mcp-remote",
      title: "connect.mcp-remote",
      lines: [settings({ command: "npx", args: ["-y", "mcp-remote", endpoint] })],
    },
    {
      client: "inspector",
      title: "connect.inspector",
      lines: [
        `npx -y @modelcontextprotocol/inspector --cli --transport http --server-url ${endpoint} --method tools/call --tool-name read_connection`,
      ],
    },
    { client: "other", title: "connect.other", lines: [endpoint] },
  ];
}

/** The endpoint of this origin, for while the server's own word of it is loading. */
export function endpointOf(origin: string): string {
  return `${origin}/api/v1/external-mcp`;
}
