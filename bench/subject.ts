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
}

/** Starts the program with an owner and a token. */
export async function startSubject(): Promise<Subject> {
  const peer = await Peer.start("anteroom.ts", {});
  const data = await peer.ask<{ data: string }>("where");
  const origin = `http://localhost:${peer.port}`;
  const scope = "osfoundry:read,osfoundry:write";
  const made = await anteroom(["admin", "token", "--for", OWNER.email, "--scope", scope, "--json"], {
    ANTEROOM_DATA: data.data,
  });
  const { token } = JSON.parse(made.stdout) as { token: string };
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
    [Symbol.asyncDispose]: async () => await peer[Symbol.asyncDispose](),
  };
}

export const ENDPOINT = "/api/v1/external-mcp";

/** A tools/call as text. */
export function toolCall(name: string, args: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
}
