import { expect, test } from "vitest";
import { CLIENTS, connectLine } from "./connect-lines.ts";

const ENDPOINT = "http://localhost:4747/api/v1/external-mcp";

test("each client has one line, and it holds the endpoint", () => {
  for (const client of CLIENTS) {
    expect(connectLine(client, ENDPOINT)).toContain(ENDPOINT);
    expect(connectLine(client, ENDPOINT)).not.toContain("\n");
  }
});

test("the line for Cursor is a whole settings file", () => {
  expect(JSON.parse(connectLine("cursor", ENDPOINT))).toEqual({
    mcpServers: { anteroom: { url: ENDPOINT } },
  });
});
