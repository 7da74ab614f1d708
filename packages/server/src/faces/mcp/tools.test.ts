import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { bounds } from "@anteroom/features";
import { agentOperations } from "@anteroom/features/contract";
import { createOperations } from "../../operations.ts";
import { ask } from "../../testing/ask.fixture.ts";
import { echo, fail, type FaceServer, READER, startFaceServer } from "../../testing/face-server.fixture.ts";
import { bearer, call, legacy, MCP, modern, send } from "../../testing/mcp.fixture.ts";
import { toolEntry, Toolsets } from "./tools.ts";

let server: FaceServer;

beforeAll(async () => {
  server = await startFaceServer({ bounds: [echo, fail] });
});
afterAll(async () => await server[Symbol.asyncDispose]());

describe("tools/list", () => {
  const reference = JSON.parse(
    readFileSync(new URL("./__contract__/reference-tools.json", import.meta.url), "utf8"),
  ) as { name: string; annotations: object }[];

  test("entries hold their members in one order, and no output schema", async () => {
    const { json } = await send(server, legacy("tools/list"));
    expect(json.result.tools).toHaveLength(2);
    expect(Object.keys(json.result)).toEqual(["tools"]);
    for (const entry of json.result.tools) {
      expect(Object.keys(entry)).toEqual([
        "name",
        "description",
        "inputSchema",
        "annotations",
        "securitySchemes",
      ]);
    }
  });

  test("tools that the reference shows are the same here, byte for byte", () => {
    const ours = new Map(
      agentOperations.map((operation) => [operation.name as string, toolEntry(operation)]),
    );
    const shared = reference.filter(({ name }) => ours.has(name));
    expect(shared.map(({ name }) => name)).toContain("propose_room_snippet_app");
    for (const entry of shared) {
      const { annotations, ...rest } = ours.get(entry.name) as typeof entry;
      const { annotations: given, ...known } = entry;
      expect(JSON.stringify(rest)).toBe(JSON.stringify(known));
      expect(annotations).toMatchObject(given);
    }
  });

  test("it is one page", async () => {
    const { status, json } = await send(server, legacy("tools/list", { cursor: "x" }));
    expect([status, json.error.code]).toEqual([200, -32602]);
  });
});

describe("?tools=", () => {
  const toolsets = new Toolsets(createOperations(bounds).agent);
  const namesAt = (url: string) => [...toolsets.of(url).callables.keys()];
  const whole = namesAt(MCP);

  test.each([
    [`${MCP}?tools=reporting`, ["poll_resource_events"]],
    [`${MCP}/?x=1&tools=reporting&y`, ["poll_resource_events"]],
    [`${MCP}?tools=rooms,reporting`, namesAt(`${MCP}?tools=rooms`)],
    [`${MCP}?tools=reporting&tools=rooms`, namesAt(`${MCP}?tools=rooms`)],
    [`${MCP}?x=1`, whole],
    [`${MCP}?`, whole],
  ])("%s", (url, names) => {
    const { listed, callables } = toolsets.of(url);
    expect([...callables.keys()]).toEqual(names);
    const tools = (JSON.parse(`{${listed}}`) as { tools: { name: string }[] }).tools;
    expect(tools.map(({ name }) => name)).toEqual(names);
  });

  test("rooms is what an agent needs to propose and to be told, in the order of the list", () => {
    const names = namesAt(`${MCP}?tools=rooms`);
    expect(names).toEqual(whole.filter((name) => names.includes(name)));
    expect(names).toEqual(expect.arrayContaining(["propose_room_snippet_app", "read_proposal"]));
  });

  test.each(["room", "rooms,", "", "Rooms", "rooms%20", "constructor"])(
    "%j is no group: refused, with those that are",
    async (groups) => {
      const path = `${MCP}?tools=${groups}`;
      const { status, json } = await ask(server.port, { path, body: legacy("initialize", {}) });
      expect([status, json.error.code]).toEqual([400, -32600]);
      expect(json.error.message).toContain("rooms, reporting");
    },
  );

  test("what is not listed there cannot be called there, in either era (agent-8)", async () => {
    const path = `${MCP}/?tools=rooms`;
    const listed = await ask(server.port, { path, body: legacy("tools/list") });
    expect(listed.json.result).toEqual({ tools: [] });
    const params = { name: "echo", arguments: { text: "x" } };
    const { body, headers } = modern("tools/call", params);
    const calls = [
      { body: call("echo", params.arguments), headers: bearer(READER) },
      { body, headers: { ...headers, ...bearer(READER) } },
    ];
    for (const one of calls) {
      expect((await ask(server.port, { path, ...one })).json.error.code).toBe(-32602);
      expect((await ask(server.port, { path: MCP, ...one })).json.result.structuredContent.said).toBe("x");
    }
  });
});
