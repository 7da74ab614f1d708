import { Agent } from "@anteroom/tests/testkit/agent";
import { Person } from "@anteroom/tests/testkit/person";
import { anteroom, OWNER } from "@anteroom/tests/testkit/server";
import { Peer } from "./process.ts";

/** The server under measurement, with an agent and its owner at hand. */
export interface Subject extends AsyncDisposable {
  readonly peer: Peer;
  readonly origin: string;
  readonly token: string;
  readonly agent: Agent;
  readonly owner: Person;
  readonly room_id: string;
  /** The data folder. */
  readonly data: string;
}

/** Starts the program with an owner and a token; without limits unless `settings` say otherwise. */
export async function startSubject(settings: Readonly<Record<string, string>> = {}): Promise<Subject> {
  const peer = await Peer.start("anteroom.ts", settings);
  const { data } = await peer.ask<{ data: string }>("where");
  const origin = `http://localhost:${peer.port}`;
  const token = await makeToken(data);
  const agent = new Agent(origin, token);
  const owner = await Person.signIn(origin);
  const room_id = await agent.roomId();
  return {
    peer,
    origin,
    token,
    agent,
    owner,
    room_id,
    data,
    [Symbol.asyncDispose]: async () => await peer[Symbol.asyncDispose](),
  };
}

/** The token of a connection of its own. */
export async function makeToken(data: string): Promise<string> {
  const scope = "osfoundry:read,osfoundry:write";
  const made = await anteroom(["admin", "token", "--for", OWNER.email, "--scope", scope, "--json"], {
    ANTEROOM_DATA: data,
  });
  return (JSON.parse(made.stdout) as { token: string }).token;
}

export const ENDPOINT = "/api/v1/external-mcp";

/** A tools/call as text. */
export function toolCall(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
}
