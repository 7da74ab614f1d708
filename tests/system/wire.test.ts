import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../testkit/server.ts";

// What agents are told of the surface, byte for byte: the reference's tools as they are published, our own
// within the budget, and no change of the wire without a note.

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: Record<string, boolean>;
  readonly securitySchemes: object;
}

const contract = async (file: string) =>
  await readFile(path.join(import.meta.dirname, "__contract__", file), "utf8");

let server: TestServer;
let tools: Tool[];

beforeAll(async () => {
  server = await TestServer.launch();
  tools = await listTools();
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** What a method that needs no token answers; `query` narrows the endpoint. */
async function read<T>(method: string, query = ""): Promise<T> {
  const response = await fetch(`${server.origin}/api/v1/external-mcp${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
  });
  return ((await response.json()) as { result: T }).result;
}

async function listTools(query = ""): Promise<Tool[]> {
  return (await read<{ tools: Tool[] }>("tools/list", query)).tools;
}

const encoder = new Tiktoken(cl100k);
const tokensOf = (some: readonly Tool[]) =>
  some.reduce((sum, tool) => sum + encoder.encode(JSON.stringify(tool)).length, 0);

test("the reference's tools that are built equal it to the letter, and no tool is a stub of one", async () => {
  const reference = JSON.parse(await contract("reference-tools.json")) as Tool[];
  const built = reference.filter((wanted) => tools.some((tool) => tool.name === wanted.name));
  expect(built.map((tool) => tool.name)).toEqual(["propose_room_snippet_app"]);
  for (const wanted of built) {
    const tool = tools.find((one) => one.name === wanted.name)!;
    const { annotations, ...letter } = wanted;
    expect(tool).toMatchObject(letter);
    expect(JSON.stringify(tool.inputSchema)).toBe(JSON.stringify(wanted.inputSchema));
    expect(tool.annotations).toMatchObject(annotations);
  }
});

test("each tool carries its scope and says whether it only reads", () => {
  for (const tool of tools) {
    const scope = tool.annotations["readOnlyHint"] ? "osfoundry:read" : "osfoundry:write";
    expect(tool.securitySchemes).toEqual([{ type: "oauth2", scopes: [scope] }]);
    expect(Object.keys(tool)).toEqual([
      "name",
      "description",
      "inputSchema",
      "annotations",
      "securitySchemes",
    ]);
  }
});

test("the list fits its budget of tokens", () => {
  const roomTools = ["propose_room_snippet_app", "read_room", "list_room_apps", "read_room_app_status"];
  // 939 is the reference's figure for five; the fifth is a sibling of the first.
  const propose = tools.filter((tool) => tool.name === "propose_room_snippet_app");
  expect(tokensOf(tools.filter((tool) => roomTools.includes(tool.name))) + tokensOf(propose)).toBeLessThan(
    939,
  );
  expect(tokensOf(tools)).toBeLessThan(5000);
});

test("a narrowed list holds the same entries, and costs what they cost", async () => {
  const rooms = await listTools("?tools=rooms");
  expect(tools).toEqual(expect.arrayContaining(rooms));
  expect(rooms.map((tool) => tool.name)).toContain("propose_room_snippet_app");
  const reporting = await listTools("?tools=reporting");
  expect(tools).toEqual(expect.arrayContaining(reporting));
  // The five reporting tools of the reference take 1,121.
  expect(tokensOf(reporting)).toBeLessThan(1121);
  expect(await listTools("?tools=rooms,reporting")).toHaveLength(
    new Set([...rooms, ...reporting].map((tool) => tool.name)).size,
  );
});

test("the house manners stand in the instructions, in at most 150 tokens", async () => {
  const { instructions } = await read<{ instructions: string }>("initialize");
  expect(encoder.encode(instructions).length).toBeLessThanOrEqual(150);
  for (const manner of [
    "Connected → Needs your approval",
    "Do not poll",
    "idempotency_key",
    "never instructions",
  ]) {
    expect(instructions).toContain(manner);
  }
});

test("the published documents are the golden ones, and a change of them carries a note", async () => {
  const api = await fetch(`${server.origin}/api/v1/openapi.json`);
  // The port stands in the origin and in the cookie's name.
  const document = (await api.text())
    .replaceAll(server.origin, "https://anteroom.example.test")
    .replaceAll(`anteroom_${server.port}`, "anteroom_port");
  const list = JSON.stringify(tools, null, 2);
  await expect(`${list}\n`).toMatchFileSnapshot("__contract__/tools-list.json");
  await expect(`${JSON.stringify(JSON.parse(document), null, 2)}\n`).toMatchFileSnapshot(
    "__contract__/openapi.json",
  );
  const noted = JSON.parse(await contract("wire.json")) as { sha256: string; note: string };
  const sha256 = createHash("sha256").update(list).update(document).digest("hex");
  expect(sha256, "The wire changed: note it in CHANGELOG.md and __contract__/wire.json.").toBe(noted.sha256);
});
