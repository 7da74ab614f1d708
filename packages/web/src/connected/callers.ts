import type { Connection } from "../data/index.ts";
import type { Client } from "./connect-lines.ts";

/** How the names begin under which the clients register themselves. */
const NAMES: Readonly<Record<Exclude<Client, "other">, string>> = {
  "claude-code": "claude code",
  codex: "codex",
  cursor: "cursor",
  "mcp-remote": "mcp cli proxy",
  inspector: "mcp inspector",
};

export type Caller =
  /** It called; `at` is its latest call, RFC 3339. */
  | { readonly state: "called"; readonly at: string }
  /** It was let in, and nothing was heard from it yet. */
  | { readonly state: "silent" };

/** Whether a client has called so far, by the name it gave itself; undefined when none of that name is there. */
export function callerOf(client: Client, connections: readonly Connection[]): Caller | undefined {
  if (client === "other") return undefined;
  const mine = connections.filter((one) => one.client_name.toLowerCase().startsWith(NAMES[client]));
  if (mine.length === 0) return undefined;
  const calls = mine.flatMap((one) => one.last_call_at ?? []);
  // RFC 3339 in UTC sorts as text.
  const at = calls.toSorted().at(-1);
  return at === undefined ? { state: "silent" } : { state: "called", at };
}
