import { bind, type Ports } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { publishedLimits } from "../kernel/limits.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import * as contract from "./contract.ts";
import { resourceOf } from "./policy.ts";
import * as store from "./store.ts";
import * as writes from "./writes.ts";

async function readConnection(ports: Ports, agent: AgentPrincipal) {
  const connection = await store.findConnection(ports.store.read, agent);
  if (!connection) throw notFound("connection");
  return {
    workspace: { workspace_id: connection.workspace_id, name: connection.workspace_name },
    person: { name: connection.person_name },
    scopes: [...agent.scopes],
    limits: publishedLimits(ports),
    server: ports.server,
    runtime: ports.runtime,
  };
}

async function listConnections(ports: Ports, person_id: string) {
  const db = ports.store.read;
  const [connections, seats] = await Promise.all([
    store.listConnections(db, person_id),
    store.listSeats(db, person_id),
  ]);
  return {
    connections: connections.map(({ workspace_id, workspace_name, expires_at, scopes, ...row }) => ({
      ...row,
      workspace: { workspace_id, name: workspace_name },
      scopes: scopes.split(" "),
      projects: seats
        .filter((seat) => seat.connection_id === row.connection_id)
        .map(({ project_id, name }) => ({ project_id, name })),
      login: "working" as const,
      presence: "never" as const,
      waiting: 0,
      agents: [],
      possible_projects: [],
      ...(expires_at !== null && { expires_at }),
    })),
    total: connections.length,
    endpoint: resourceOf(ports.origin),
  };
}

export const authBounds = [
  bind(contract.readConnection, async (context) => await readConnection(context, context.principal)),
  bind(
    contract.listConnections,
    async (context) => await listConnections(context, context.principal.person_id),
  ),
  bind(
    contract.revokeConnection,
    async (context, input) =>
      await context.store.write(writes.revokeConnectionWrite, {
        connection_id: input.connection_id,
        person_id: context.principal.person_id,
      }),
  ),
];
