import { audit, type AuditEntry } from "../audit/index.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { oneLine } from "../kernel/one-line.ts";
import type { WriteTx } from "../kernel/write.ts";
import { findPerson, isMember } from "../workspaces/index.ts";
import type { Redirect } from "./oauth-redirects.ts";

// What the writes about connections are made of.

export interface NewConnection {
  workspace_id: string;
  person_id: string;
  client_name: string;
  /** Space separated. */
  scopes: string;
  project_ids: readonly string[];
  /** Where the client's answers go; absent for devices and tokens. */
  redirect?: Redirect;
}

/** By what a connection is known: a grant, a token, or nothing for the one that the server plays itself. */
type Means =
  | { kind: "oauth"; client_id: null; grant_id: null; expires_at: null }
  | { kind: "oauth"; client_id: string; grant_id: string; expires_at: null }
  | { kind: "token"; client_id: null; grant_id: null; expires_at: string };

/** Who a token made on the command line comes from, in the audit log. */
const OPERATOR = { kind: "server", id: "", name: "The operator" } as const;
const LONGEST_DETAIL = 300;

/** Adds a connection and its seats: at least one project, each of them one that the person is in. */
export async function addConnection(tx: WriteTx, wanted: NewConnection, means: Means): Promise<string> {
  const { project_ids, redirect, ...row } = wanted;
  const { workspace_id, person_id } = row;
  if (!(await isMember(tx.db, workspace_id, person_id))) throw notFound("workspace");
  const connection_id = newId("connection");
  await tx.db
    .insertInto("connections")
    .values({
      ...row,
      ...means,
      connection_id,
      created_at: tx.now,
      revoked_at: null,
      redirect_host: redirect?.redirect_host ?? null,
      loopback: redirect?.loopback ? 1 : 0,
      last_call_at: null,
    })
    .execute();
  const projects = await seatConnection(tx, { workspace_id, person_id, connection_id }, project_ids);
  tx.signal({ kind: "person", person_id });
  await audit(tx, {
    workspace_id,
    actor: means.kind === "token" ? OPERATOR : await actorOf(tx, person_id),
    action: "connection.made",
    subject: row.client_name,
    detail: oneLine(`${row.scopes} in ${projects}`, LONGEST_DETAIL),
  });
  return connection_id;
}

/**
 * Seats a connection in these projects and no others; returns their names for the audit log. Throws
 * `not_found` unless there is at least one and the person is in each.
 */
export async function seatConnection(
  tx: WriteTx,
  connection: { workspace_id: string; person_id: string; connection_id: string },
  project_ids: readonly string[],
): Promise<string> {
  const { workspace_id, person_id, connection_id } = connection;
  const mine = await tx.db
    .selectFrom("project_members as pm")
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "pm.workspace_id").onRef("p.project_id", "=", "pm.project_id"),
    )
    .select(["p.project_id", "p.name"])
    .where("pm.workspace_id", "=", workspace_id)
    .where("pm.person_id", "=", person_id)
    .orderBy("p.created_at")
    .orderBy("p.project_id")
    .execute();
  const wanted = new Set(project_ids);
  const seats = mine.filter(({ project_id }) => wanted.has(project_id));
  if (seats.length === 0 || seats.length < wanted.size) throw notFound("project");
  await tx.db
    .deleteFrom("seats")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .execute();
  await tx.db
    .insertInto("seats")
    .values(seats.map(({ project_id }) => ({ workspace_id, connection_id, project_id })))
    .execute();
  return oneLine(seats.map(({ name }) => name).join(", "), LONGEST_DETAIL);
}

/** A person as the audit log names who did something. */
export async function actorOf(tx: WriteTx, person_id: string): Promise<AuditEntry["actor"]> {
  const person = await findPerson(tx.db, person_id);
  return { kind: "person", id: person_id, name: person?.name ?? "" };
}
