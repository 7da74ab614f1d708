import { bind, type Ports } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { publishedLimits } from "../kernel/limits.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { secondsOf } from "../kernel/time.ts";
import { listMyProjects } from "../workspaces/index.ts";
import * as contract from "./contract.ts";
import { endMembershipWrite, revokeConnectionWrite } from "./ending.ts";
import { presenceOf, resourceOf } from "./policy.ts";
import * as store from "./store.ts";
import { changeProjectsWrite } from "./writes.ts";

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
  const now = Date.now();
  const [connections, seats, agents, live, projects] = await Promise.all([
    store.listConnections(db, person_id),
    store.listSeats(db, person_id),
    store.listAgents(db, person_id),
    store.listLiveGrants(db, person_id, now / 1000),
    listMyProjects(db, person_id),
  ]);
  const liveGrants = new Set(live.map(({ grant_id }) => grant_id));
  const described = connections.map((row) => {
    const { connection_id, workspace_id, expires_at, last_call_at, redirect_host } = row;
    const waiting = ports.openCalls(connection_id);
    // Without a grant and without an end it is the sample agent's, which need not sign in.
    const works =
      expires_at === null
        ? row.grant_id === null || liveGrants.has(row.grant_id)
        : secondsOf(expires_at) > Math.floor(now / 1000);
    return {
      connection_id,
      client_name: row.client_name,
      kind: row.kind,
      workspace: { workspace_id, name: row.workspace_name },
      scopes: row.scopes.split(" "),
      projects: seats.filter((seat) => seat.connection_id === connection_id).map(nameOf),
      created_at: row.created_at,
      login: works ? ("working" as const) : ("expired" as const),
      presence: presenceOf(last_call_at, waiting, now),
      waiting,
      agents: agents
        .filter((agent) => agent.connection_id === connection_id)
        .map((agent) => ({ label: agent.label, last_call_at: agent.last_call_at })),
      possible_projects: projects.filter((project) => project.workspace_id === workspace_id).map(nameOf),
      ...(expires_at !== null && { expires_at }),
      ...(last_call_at !== null && { last_call_at }),
      ...(redirect_host !== null && { redirect_host, loopback: row.loopback === 1 }),
    };
  });
  return { connections: described, total: connections.length, endpoint: resourceOf(ports.origin) };
}

function nameOf({ project_id, name }: { project_id: string; name: string }) {
  return { project_id, name };
}

export const authBounds = [
  bind(contract.readConnection, async (context) => await readConnection(context, context.principal)),
  bind(
    contract.listConnections,
    async (context) => await listConnections(context, context.principal.person_id),
  ),
  bind(contract.revokeConnection, async (context, { connection_id }) => {
    const { person_id } = context.principal;
    return await context.store.write(revokeConnectionWrite, { person_id, connection_id });
  }),
  bind(contract.changeConnectionProjects, async (context, { connection_id, project_ids }) => {
    const { person_id } = context.principal;
    return await context.store.write(changeProjectsWrite, { person_id, connection_id, project_ids });
  }),
  bind(contract.removeMember, async (context, input) => {
    const { person_id: by } = context.principal;
    return await context.store.write(endMembershipWrite, { ...input, by });
  }),
  bind(contract.leaveWorkspace, async (context, input) => {
    const { person_id } = context.principal;
    return await context.store.write(endMembershipWrite, { ...input, person_id, by: person_id });
  }),
];
