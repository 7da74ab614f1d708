import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { agentOperations } from "@anteroom/features/contract";
import { echo, fail, type FaceServer, startFaceServer } from "../../testing/face-server.fixture.ts";
import { legacy, send } from "../../testing/mcp.fixture.ts";
import { toolEntry } from "./tools.ts";

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
