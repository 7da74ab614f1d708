import { audit, type AuditAction, type AuditEntry } from "../audit/index.ts";
import { notFound } from "../kernel/errors.ts";
import { secretHash } from "../kernel/ids.ts";
import { secondsOf } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { dropMember, type Leaving } from "../workspaces/index.ts";
import { actorOf } from "./connecting.ts";
import { LIFETIMES } from "./policy.ts";
import { standing } from "./store.ts";

// How connections end: for good, with everything that could be presented for them.

const ENDING = [
  "c.workspace_id",
  "c.connection_id",
  "c.person_id",
  "c.client_name",
  "c.client_id",
  "c.grant_id",
] as const;

interface Ending {
  workspace_id: string;
  connection_id: string;
  person_id: string;
  client_name: string;
  client_id: string | null;
  grant_id: string | null;
}

type Told = Pick<AuditEntry, "actor" | "detail"> & { readonly action: AuditAction };

/** Ends a connection of this person. */
export const revokeConnectionWrite = defineWrite(
  "auth.revoke_connection",
  async (tx, args: { person_id: string; connection_id: string }) => {
    const connection = await standing(tx.db)
      .select(ENDING)
      .where("c.person_id", "=", args.person_id)
      .where("c.connection_id", "=", args.connection_id)
      .executeTakeFirst();
    if (!connection) throw notFound("connection");
    const actor = await actorOf(tx, args.person_id);
    await endConnection(tx, connection, { actor, action: "connection.revoked" });
    return {};
  },
);

/**
 * Ends a grant and its connection: the client gave it back or, `reused`, a code or token that was used up came
 * back, so that somebody else may hold a copy.
 */
export const endGrantWrite = defineWrite(
  "auth.end_grant",
  async (tx, args: { grant_id: string; reused: boolean }) => {
    const connection = await tx.db
      .selectFrom("connections as c")
      .select(ENDING)
      .where("c.grant_id", "=", args.grant_id)
      .where("c.revoked_at", "is", null)
      .executeTakeFirst();
    if (connection) await endConnection(tx, connection, args.reused ? REUSED : givenBack(connection));
    return {};
  },
);

/** Ends a registration and every connection that came by it, as its client asked (RFC 7592, section 2.3). */
export const endClientWrite = defineWrite("auth.end_client", async (tx, args: { client_id: string }) => {
  const connections = await tx.db
    .selectFrom("connections as c")
    .select(ENDING)
    .where("c.client_id", "=", args.client_id)
    .where("c.revoked_at", "is", null)
    .execute();
  for (const connection of connections) await endConnection(tx, connection, givenBack(connection));
  await tx.db.deleteFrom("oidc_items").where("client_hash", "=", secretHash(args.client_id)).execute();
  return {};
});

/** A person leaves a workspace or is taken out; who joins again later gets none of these connections back. */
export const endMembershipWrite = defineWrite("auth.end_membership", async (tx, leaving: Leaving) => {
  const { workspace_id, person_id, by } = leaving;
  const actor = await actorOf(tx, by);
  await dropMember(tx, leaving);
  const connections = await tx.db
    .selectFrom("connections as c")
    .select(ENDING)
    .where("c.workspace_id", "=", workspace_id)
    .where("c.person_id", "=", person_id)
    .where("c.revoked_at", "is", null)
    .execute();
  const told = { actor, action: "connection.revoked", detail: "Its person left the workspace." } as const;
  for (const connection of connections) await endConnection(tx, connection, told);
  return {};
});

const REUSED: Told = {
  actor: { kind: "server", id: "", name: "Anteroom" },
  action: "connection.reuse_detected",
  detail: "A used sign-in of this client came back, so its connection was ended.",
};

function givenBack({ connection_id, client_name }: Ending): Told {
  return { actor: { kind: "agent", id: connection_id, name: client_name }, action: "connection.revoked" };
}

async function endConnection(tx: WriteTx, connection: Ending, told: Told): Promise<void> {
  const { workspace_id, connection_id, person_id, client_id, grant_id } = connection;
  await tx.db
    .updateTable("connections")
    .set({ revoked_at: tx.now })
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .execute();
  if (grant_id !== null) await tx.db.deleteFrom("oidc_items").where("grant_id", "=", grant_id).execute();
  if (client_id !== null) await endUnusedLater(tx, client_id);
  // Without seats nothing is in reach: what was asked for while it stood, and waits to be checked, comes too late.
  for (const table of ["seats", "connection_agents", "api_tokens"] as const) {
    // Tokens are few and this is rare, so no index leads from a connection to its token.
    await tx.db
      .deleteFrom(table)
      .where("workspace_id", "=", workspace_id)
      .where("connection_id", "=", connection_id)
      .execute();
  }
  tx.signal({ kind: "connection", connection_id });
  tx.signal({ kind: "person", person_id });
  await audit(tx, { workspace_id, subject: connection.client_name, ...told });
}

/** A registration whose last connection ended is kept for a while: most clients come again with it. */
async function endUnusedLater(tx: WriteTx, client_id: string): Promise<void> {
  const used = await tx.db
    .selectFrom("connections")
    .select("connection_id")
    .where("client_id", "=", client_id)
    .where("revoked_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (used) return;
  await tx.db
    .updateTable("oidc_items")
    .set({ expires_at: secondsOf(tx.now) + LIFETIMES.unused_registration })
    .where("client_hash", "=", secretHash(client_id))
    .execute();
}
