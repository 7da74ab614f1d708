import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LoopbackOAuth } from "../testkit/oauth-client.ts";
import { PersonBrowser } from "../testkit/person-browser.ts";
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

/** A token at hand, or the client's own way to get one. */
type Access = { requestInit: RequestInit } | { authProvider: LoopbackOAuth };

interface Opened {
  readonly client: {
    listTools(): Promise<{ tools: { name: string }[] }>;
    callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
    close(): Promise<void>;
  };
  /** Goes on with what the browser brought back. */
  finishAuth(callback: URLSearchParams): Promise<void>;
}

/** The names under which people call their own machine; each must lead in. */
let host = "localhost";
const endpoint = () => {
  const url = new URL(`${server.origin}/api/v1/external-mcp`);
  url.hostname = host;
  return url;
};
const NAMED = { name: "official-client", version: "1.0.0" };

async function openV1(access: Access): Promise<Opened> {
  const client = new ClientV1(NAMED);
  const transport = new TransportV1(endpoint(), access);
  await client.connect(transport);
  return { client, finishAuth: async (callback) => await transport.finishAuth(callback.get("code") ?? "") };
}

async function openV2(access: Access, mode: "legacy" | { pin: string }): Promise<Opened> {
  const client = new ClientV2(NAMED, { versionNegotiation: { mode } });
  const transport = new TransportV2(endpoint(), access);
  await client.connect(transport);
  return { client, finishAuth: async (callback) => await transport.finishAuth(callback) };
}

const CLIENTS: Record<string, (access: Access) => Promise<Opened>> = {
  "v1, legacy era": openV1,
  "v2, legacy era": async (access) => await openV2(access, "legacy"),
  "v2, modern era": async (access) => await openV2(access, { pin: "2026-07-28" }),
};

async function ask({ client }: Opened, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as { structuredContent: unknown };
  return result.structuredContent as Record<string, unknown>;
}

describe.each(Object.entries(CLIENTS))("%s", (era, open) => {
  test("lists the tools, proposes, and reads the answer", async () => {
    const opened = await open({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
    const { tools } = await opened.client.listTools();
    expect(tools.map((tool) => tool.name)).toContain("propose_room_snippet_app");
    const found = await ask(opened, "find_resources", { kind: "room" });
    const [{ room_id }] = found["resources"] as [{ room_id: string }];
    const made = await ask(opened, "propose_room_snippet_app", {
      room_id,
      name: `Timer of ${era}`,
      files: STAND_UP_TIMER,
      idempotency_key: `official-${era}`,
    });
    expect(made).toMatchObject({ state: "pending", files_count: 2 });
    await opened.client.close();
  });

  test.each(["localhost", "127.0.0.1"])(
    "signs in at %s when a call needs it, and renews that",
    async (name) => {
      host = name;
      await using oauth = await LoopbackOAuth.open(`Client of ${era}`);
      const opened = await open({ authProvider: oauth });
      await expect(ask(opened, "read_connection")).rejects.toThrow(/unauthorized/iu);

      const browser = await PersonBrowser.signIn(server.origin);
      const page = await browser.arrive(oauth.authorizationUrl!.href);
      expect(page).toMatchObject({ client_name: `Client of ${era}`, client_verified: false, loopback: true });
      await fetch(await browser.letIn(page));
      await opened.finishAuth(await oauth.callback());
      const forThem = { person: { name: page.person.name } };
      expect(await ask(opened, "read_connection")).toMatchObject(forThem);

      const old = oauth.tokens()!;
      oauth.saveTokens({ ...old, access_token: "a-token-that-has-expired" });
      expect(await ask(opened, "read_connection")).toMatchObject(forThem);
      expect(oauth.tokens()?.refresh_token).not.toBe(old.refresh_token);
      await opened.client.close();
      host = "localhost";
    },
  );
});
