import { expect, test } from "vitest";
import en from "../messages/en.json" with { type: "json" };
import { type Client, connectLines } from "./connect-lines.ts";

const ENDPOINT = "http://localhost:4747/api/v1/external-mcp";

const linesOf = (client: Client) => connectLines(ENDPOINT).find((way) => way.client === client)?.lines ?? [];

test("each client has a name, and lines that hold the endpoint and can be copied one by one", () => {
  const names = connectLines(ENDPOINT).map(({ title }) => (en as Record<string, string>)[title]);
  expect(names.every(Boolean)).toBe(true);
  expect(new Set(names).size).toBe(names.length);
  for (const { lines } of connectLines(ENDPOINT)) {
    expect(lines[0]).toContain(ENDPOINT);
    expect(lines.join("")).not.toContain("\n");
  }
});

test("the line for Cursor is a whole settings file", () => {
  expect(JSON.parse(linesOf("cursor")[0] ?? "")).toEqual({ mcpServers: { anteroom: { url: ENDPOINT } } });
});

test("a client that only starts programs gets a program to start", () => {
  expect(JSON.parse(linesOf("mcp-remote")[0] ?? "")).toEqual({
    mcpServers: { anteroom: { command: "npx", args: ["-y", "mcp-remote", ENDPOINT] } },
  });
});
