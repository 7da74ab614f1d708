import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STAND_UP_TIMER } from "../testkit/samples.ts";
import { adminToken, TestServer } from "../testkit/server.ts";

// The official clients, old and new, as they are: both eras of the protocol on one endpoint.

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await TestServer.launch();
  token = await adminToken(server);
});
afterAll(async () => await server[Symbol.asyncDispose]());

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

const endpoint = () => new URL(`${server.origin}/api/v1/external-mcp`);
const requestInit = () => ({ headers: { authorization: `Bearer ${token}` } });
const NAMED = { name: "official-client", version: "1.0.0" };

const CLIENTS: Record<string, () => Promise<AnyClient>> = {
  "v1, legacy era": async () => {
    const client = new ClientV1(NAMED);
    await client.connect(new TransportV1(endpoint(), { requestInit: requestInit() }));
    return client;
  },
  "v2, legacy era": async () => {
    const client = new ClientV2(NAMED, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new TransportV2(endpoint(), { requestInit: requestInit() }));
    return client;
  },
  "v2, modern era": async () => {
    const client = new ClientV2(NAMED, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new TransportV2(endpoint(), { requestInit: requestInit() }));
    return client;
  },
};

describe.each(Object.entries(CLIENTS))("%s", (era, connect) => {
  test("lists the tools, proposes, and reads the answer", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain("propose_room_snippet_app");
    const ask = async (name: string, args: Record<string, unknown>) => {
      const result = (await client.callTool({ name, arguments: args })) as { structuredContent: unknown };
      return result.structuredContent as Record<string, unknown>;
    };
    const found = await ask("find_resources", { kind: "room" });
    const [{ room_id }] = found["resources"] as [{ room_id: string }];
    const made = await ask("propose_room_snippet_app", {
      room_id,
      name: `Timer of ${era}`,
      files: STAND_UP_TIMER,
      idempotency_key: `official-${era}`,
    });
    expect(made).toMatchObject({ state: "pending", files_count: 2 });
    await client.close();
  });
});
