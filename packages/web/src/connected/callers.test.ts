import { expect, test } from "vitest";
import type { Connection } from "../data/index.ts";
import { callerOf } from "./callers.ts";

function connection(client_name: string, last_call_at?: string): Connection {
  return {
    connection_id: `conn_${client_name}`,
    client_name,
    kind: "oauth",
    workspace: { workspace_id: "ws_1", name: "Acme" },
    scopes: ["osfoundry:read"],
    projects: [],
    created_at: "2026-11-30T10:00:00.000Z",
    login: "working",
    presence: last_call_at === undefined ? "never" : "recent",
    waiting: 0,
    agents: [],
    possible_projects: [],
    ...(last_call_at !== undefined && { last_call_at }),
  };
}

test("a client is known by how its own name begins, whatever it calls this server", () => {
  const connections = [connection("Claude Code (anteroom)", "2026-11-30T10:05:00.000Z")];
  expect(callerOf("claude-code", connections)).toEqual({ state: "called", at: "2026-11-30T10:05:00.000Z" });
  expect(callerOf("codex", connections)).toBeUndefined();
});

test("of several connections of one client the latest call counts", () => {
  const connections = [
    connection("Codex", "2026-11-30T10:05:00.000Z"),
    connection("Codex"),
    connection("codex", "2026-11-30T11:00:00.000Z"),
  ];
  expect(callerOf("codex", connections)).toEqual({ state: "called", at: "2026-11-30T11:00:00.000Z" });
});

test("a client that was let in and never called is told apart from one that is not there", () => {
  expect(callerOf("cursor", [connection("Cursor")])).toEqual({ state: "silent" });
  expect(callerOf("cursor", [])).toBeUndefined();
});

test("nothing is said of other clients, which have no name of their own", () => {
  expect(callerOf("other", [connection("anything", "2026-11-30T10:05:00.000Z")])).toBeUndefined();
});
