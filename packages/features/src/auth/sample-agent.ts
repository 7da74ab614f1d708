import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import type { WriteTx } from "../kernel/write.ts";
import { addConnection, seatConnection } from "./connecting.ts";
import { readScopes } from "./policy.ts";
import { standing } from "./store.ts";

// The sample agent is played by the server itself: its connection has nothing that could be presented for it.

const CLIENT_NAME = "Sample agent";
const SCOPES = "osfoundry:read osfoundry:write";

/** Finds a person's sample agent or makes it, seated in the project besides where it is. For use inside a write. */
export async function seatSampleAgent(
  tx: WriteTx,
  at: { readonly workspace_id: string; readonly person_id: string; readonly project_id: string },
): Promise<AgentPrincipal> {
  const { workspace_id, person_id, project_id } = at;
  const there = (await listSampleAgents(tx.db)).find(
    (agent) => agent.workspace_id === workspace_id && agent.person_id === person_id,
  );
  if (!there) {
    const wanted = { workspace_id, person_id, client_name: CLIENT_NAME, scopes: SCOPES };
    const means = { kind: "oauth", client_id: null, grant_id: null, expires_at: null } as const;
    const connection_id = await addConnection(tx, { ...wanted, project_ids: [project_id] }, means);
    return asAgent({ ...wanted, connection_id });
  }
  const { connection_id } = there;
  const seats = await tx.db
    .selectFrom("seats")
    .select("project_id")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .execute();
  const seated = seats.map((seat) => seat.project_id);
  if (!seated.includes(project_id)) {
    await seatConnection(tx, { workspace_id, person_id, connection_id }, [...seated, project_id]);
    tx.signal({ kind: "person", person_id });
  }
  return there;
}

/** The sample agents whose connections stand. */
export async function listSampleAgents(db: Kysely<Schema>): Promise<AgentPrincipal[]> {
  const rows = await standing(db)
    .select(["c.workspace_id", "c.connection_id", "c.person_id", "c.client_name", "c.scopes"])
    .where("c.kind", "=", "oauth")
    .where("c.grant_id", "is", null)
    .execute();
  return rows.map(asAgent);
}

/** Whether a connection is, or was before it ended, somebody's sample agent. */
export async function isSampleAgent(
  db: Kysely<Schema>,
  { workspace_id, connection_id }: { readonly workspace_id: string; readonly connection_id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("connections")
    .select("connection_id")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .where("kind", "=", "oauth")
    .where("grant_id", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

function asAgent(row: Omit<AgentPrincipal, "kind" | "scopes"> & { readonly scopes: string }): AgentPrincipal {
  return { ...row, kind: "agent", scopes: readScopes(row.scopes) };
}
