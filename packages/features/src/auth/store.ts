import type { Kysely } from "kysely";
import { prepareRemembered } from "../db/prepared.ts";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;

/** Connections that stand, as `c`: not revoked, and their persons still belong to the workspace. */
export function standing(db: Db) {
  return db
    .selectFrom("connections as c")
    .innerJoin("members as m", (join) =>
      join.onRef("m.workspace_id", "=", "c.workspace_id").onRef("m.person_id", "=", "c.person_id"),
    )
    .where("c.revoked_at", "is", null);
}

const CALLER = ["c.workspace_id", "c.connection_id", "c.person_id", "c.client_name", "c.scopes"] as const;

export const findByApiToken = prepareRemembered((db, args: { secret_hash: string }) =>
  standing(db)
    .innerJoin("api_tokens as t", (join) =>
      join.onRef("t.workspace_id", "=", "c.workspace_id").onRef("t.connection_id", "=", "c.connection_id"),
    )
    .where("t.secret_hash", "=", args.secret_hash)
    .select([...CALLER, "t.expires_at"]),
);

export const findByAccessToken = prepareRemembered((db, args: { id: string }) =>
  standing(db)
    .innerJoin("oidc_items as t", "t.grant_id", "c.grant_id")
    .where("t.kind", "=", "AccessToken")
    .where("t.id", "=", args.id)
    .select([...CALLER, "t.payload", "t.expires_at"]),
);

/** Whether the connection of a grant stands and its person still belongs to the workspace. */
export async function grantStands(db: Db, grant_id: string): Promise<boolean> {
  const row = await standing(db)
    .select("c.connection_id")
    .where("c.grant_id", "=", grant_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a connection is and for whom it acts. */
export async function findConnection(db: Db, key: { workspace_id: string; connection_id: string }) {
  return await db
    .selectFrom("connections as c")
    .innerJoin("workspaces as w", "w.workspace_id", "c.workspace_id")
    .innerJoin("persons as p", "p.person_id", "c.person_id")
    .select(["w.workspace_id", "w.name as workspace_name", "p.name as person_name"])
    .where("c.workspace_id", "=", key.workspace_id)
    .where("c.connection_id", "=", key.connection_id)
    .executeTakeFirst();
}

/** The connections of a person that stand, newest first. */
export async function listConnections(db: Db, person_id: string) {
  return await standing(db)
    .innerJoin("workspaces as w", "w.workspace_id", "c.workspace_id")
    .select([
      "c.connection_id",
      "c.client_name",
      "c.kind",
      "c.workspace_id",
      "w.name as workspace_name",
      "c.scopes",
      "c.created_at",
      "c.expires_at",
      "c.last_call_at",
      "c.redirect_host",
      "c.loopback",
      "c.grant_id",
    ])
    .where("c.person_id", "=", person_id)
    .orderBy("c.created_at", "desc")
    .orderBy("c.connection_id")
    .execute();
}

/** The projects in which a person's connections are seated. */
export async function listSeats(db: Db, person_id: string) {
  return await db
    .selectFrom("connections as c")
    .innerJoin("seats as s", (join) =>
      join.onRef("s.workspace_id", "=", "c.workspace_id").onRef("s.connection_id", "=", "c.connection_id"),
    )
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "s.workspace_id").onRef("p.project_id", "=", "s.project_id"),
    )
    .select(["c.connection_id", "p.project_id", "p.name"])
    .where("c.person_id", "=", person_id)
    .where("c.revoked_at", "is", null)
    .orderBy("p.created_at")
    .orderBy("p.project_id")
    .execute();
}

/** The agents of a person's connections by their labels, the latest first. */
export async function listAgents(db: Db, person_id: string) {
  return await standing(db)
    .innerJoin("connection_agents as a", (join) =>
      join.onRef("a.workspace_id", "=", "c.workspace_id").onRef("a.connection_id", "=", "c.connection_id"),
    )
    .select(["a.connection_id", "a.label", "a.last_call_at"])
    .where("c.person_id", "=", person_id)
    .orderBy("a.last_call_at", "desc")
    .orderBy("a.label")
    .execute();
}

/** What a client can still present, or is about to be given. */
const KEYS = ["AccessToken", "AuthorizationCode", "DeviceCode", "RefreshToken"];

/** The grants of a person whose clients need not sign in again at `now`, in seconds. */
export async function listLiveGrants(db: Db, person_id: string, now: number) {
  return await standing(db)
    .innerJoin("oidc_items as t", "t.grant_id", "c.grant_id")
    .select("t.grant_id")
    .distinct()
    .where("c.person_id", "=", person_id)
    .where("t.kind", "in", KEYS)
    .where("t.consumed_at", "is", null)
    .where("t.expires_at", ">", now)
    .execute();
}

/** Scopes that a client holds for this person already, by whatever connection. */
export async function listHeldScopes(db: Db, key: { client_id: string; person_id: string }) {
  const held = await standing(db)
    .select("c.scopes")
    .where("c.client_id", "=", key.client_id)
    .where("c.person_id", "=", key.person_id)
    .execute();
  return held.map(({ scopes }) => scopes).join(" ");
}

/** Whether a client has a connection that stands. */
export async function actsForSomebody(db: Db, client_id: string): Promise<boolean> {
  const row = await standing(db)
    .select("c.connection_id")
    .where("c.client_id", "=", client_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findOidcItem(db: Db, key: { kind: string; id: string }) {
  return await db
    .selectFrom("oidc_items")
    .select(["payload", "consumed_at", "expires_at"])
    .where("kind", "=", key.kind)
    .where("id", "=", key.id)
    .executeTakeFirst();
}

/** A device's request that waits for an answer, by the hash of the code that its person types. */
export async function findDeviceRequest(db: Db, user_code: string) {
  return await db
    .selectFrom("oidc_items")
    .select(["id", "payload"])
    .where("kind", "=", "DeviceCode")
    .where("user_code", "=", user_code)
    .where("answered_at", "is", null)
    .executeTakeFirst();
}
