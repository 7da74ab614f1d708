import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminToken, TestServer } from "../testkit/server.ts";
import { INSTALL_WITHIN_MS, installClients } from "./install.ts";
import { Laptop } from "./laptop.ts";
import { shownLines } from "./shown-lines.ts";
import { signInFrom } from "./sign-in.ts";

// The MCP Inspector on the command line: how a person looks at the server by hand.

let server: TestServer;
let laptop: Laptop;
let token: string;

beforeAll(async () => {
  await installClients();
  server = await TestServer.launch();
  token = await adminToken(server);
  laptop = await Laptop.open();
}, INSTALL_WITHIN_MS);
afterAll(async () => {
  await laptop?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test("the shown line signs in, and tells for whom and where it acts", async () => {
  const [line = ""] = shownLines("inspector", server.origin);
  const program = await laptop.startInTerminal(line);
  const consent = await signInFrom(program.out, server.origin);
  expect(consent).toMatchObject({ client_name: "MCP Inspector", loopback: true });
  expect(await program.ended, program.out.text).toBe(0);
  expect(program.out.text).toContain(`"name": "${consent.workspaces[0]?.name}"`);
});

describe.each(["modern", "legacy"])("with a token, %s era", (era) => {
  async function inspect(method: string): Promise<unknown> {
    const said = await laptop.run(
      `mcp-inspector --cli --transport http --server-url ${server.origin}/api/v1/external-mcp ` +
        `--protocol-era ${era} --format json --header "Authorization: Bearer ${token}" --method ${method}`,
    );
    return (JSON.parse(said) as { result: unknown }).result;
  }

  test("lists the tools", async () => {
    const { tools } = (await inspect("tools/list --strict")) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("propose_room_snippet_app");
  });

  test("calls a tool", async () => {
    expect(await inspect("tools/call --tool-name find_resources --tool-arg kind=room")).toMatchObject({
      structuredContent: { resources: [{ kind: "room", name: "Team room" }] },
    });
  });
});
