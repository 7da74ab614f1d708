import { ask, type Asked } from "./ask.fixture.ts";
import type { FaceServer } from "./face-server.fixture.ts";

export const MCP = "/api/v1/external-mcp";

/** The header that a client's token travels in. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Posts a body to the MCP endpoint. */
export async function send(server: Pick<FaceServer, "port">, body: unknown, headers: Asked["headers"] = {}) {
  return await ask(server.port, { path: MCP, body, headers });
}

/** A request as clients of the legacy era write it. */
export function legacy(method: string, params?: object, id: unknown = 1) {
  return { jsonrpc: "2.0", id, method, params };
}

export function call(name: unknown, args?: unknown, id: unknown = 1) {
  return legacy("tools/call", { name, arguments: args }, id);
}

export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A modern request, and the headers that repeat it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  capabilities: object = {},
) {
  const name = params["name"] ?? params["taskId"];
  return {
    body: legacy(method, {
      ...params,
      _meta: { ...ENVELOPE, "io.modelcontextprotocol/clientCapabilities": capabilities },
    }),
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
  };
}
