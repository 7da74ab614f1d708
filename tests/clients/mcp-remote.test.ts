import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../testkit/server.ts";
import { INSTALL_WITHIN_MS, installClients } from "./install.ts";
import { Laptop } from "./laptop.ts";
import type { Program } from "./program.ts";
import { shownLines } from "./shown-lines.ts";
import { signInFrom } from "./sign-in.ts";

// mcp-remote stands between the server and a client that can only start programs; the test is that client.

let server: TestServer;

beforeAll(async () => {
  await installClients();
  server = await TestServer.launch();
}, INSTALL_WITHIN_MS);
afterAll(async () => await server?.[Symbol.asyncDispose]());

/** The line of a shell for the program in the shown settings. */
function shownProgram(): string {
  const [settings = ""] = shownLines("mcp-remote", server.origin);
  const { mcpServers } = JSON.parse(settings) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const { command, args } = mcpServers["anteroom"]!;
  return [command, ...args].join(" ");
}

/** JSON-RPC over stdio. */
class StdioClient {
  readonly #program: Program;
  #id = 0;

  constructor(program: Program) {
    this.#program = program;
  }

  async ask(method: string, params: object = {}): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    this.#program.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const [line] = await this.#program.out.until(new RegExp(`^\\{.*"id":${id}[,}].*$`, "mu"));
    return (JSON.parse(line) as { result: unknown }).result;
  }

  tell(method: string): void {
    this.#program.write(`${JSON.stringify({ jsonrpc: "2.0", method })}\n`);
  }
}

test.each([
  { era: "legacy", more: "" },
  { era: "modern", more: " --protocol auto" },
])("the shown settings start it: signed in at the first call, $era era", async ({ more }) => {
  await using laptop = await Laptop.open();
  const program = laptop.start(shownProgram() + more);
  const client = new StdioClient(program);
  const clientInfo = { name: "stdio-only", version: "1.0.0" };
  expect(
    await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }),
  ).toMatchObject({ serverInfo: { name: "anteroom" } });
  client.tell("notifications/initialized");
  expect(await client.ask("tools/list")).toHaveProperty("tools");

  // The call that needs a sign-in waits for the person, and is then answered as if nothing had been.
  const found = client.ask("tools/call", { name: "find_resources", arguments: { kind: "room" } });
  await program.err.until(/OAuth callback server running/u);
  const consent = await signInFrom(program.err, server.origin);
  expect(consent).toMatchObject({ client_name: "MCP CLI Proxy", loopback: true });
  expect(await found).toMatchObject({ structuredContent: { resources: [{ name: "Team room" }] } });

  // The next start needs no person.
  await program.kill();
  const again = new StdioClient(laptop.start(shownProgram() + more));
  await again.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  again.tell("notifications/initialized");
  expect(await again.ask("tools/call", { name: "read_connection", arguments: {} })).toMatchObject({
    structuredContent: { workspace: { name: consent.workspaces[0]?.name } },
  });
});
