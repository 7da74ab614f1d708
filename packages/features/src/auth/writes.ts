import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { later, secondsOf } from "../kernel/time.ts";
import { isMember } from "../workspaces/index.ts";
import { LIFETIMES } from "./policy.ts";

interface NewConnection {
  workspace_id: string;
  person_id: string;
  client_name: string;
  scopes: string;
  project_ids: readonly string[];
}

/** Adds a connection and its seats: at least one project, each of them one that the person is in. */
async function addConnection(
  tx: WriteTx,
  wanted: NewConnection,
  means:
    | { kind: "oauth"; client_id: string; grant_id: string; expires_at: null }
    | { kind: "token"; client_id: null; grant_id: null; expires_at: string },
): Promise<string> {
  const { project_ids, ...row } = wanted;
  if (!(await isMember(tx.db, row.workspace_id, row.person_id))) throw notFound("workspace");
  const connection_id = newId("connection");
  await tx.db
    .insertInto("connections")
    .values({
      redirect_host: null,
      loopback: 0,
      ...row,
      ...means,
      connection_id,
      created_at: tx.now,
      revoked_at: null,
      last_call_at: null,
    })
    .execute();
  const mine = await tx.db
    .selectFrom("project_members")
    .select("project_id")
    .where("workspace_id", "=", row.workspace_id)
    .where("person_id", "=", row.person_id)
    .execute();
  const wantedIds = new Set(project_ids);
  const seats = mine.filter(({ project_id }) => wantedIds.has(project_id));
  if (seats.length === 0 || seats.length < wantedIds.size) throw notFound("project");
  await tx.db
    .insertInto("seats")
    .values(seats.map(({ project_id }) => ({ workspace_id: row.workspace_id, connection_id, project_id })))
    .execute();
  tx.signal({ kind: "person", person_id: row.person_id });
  return connection_id;
}

/** The person lets a client in. Decided once for each request of the client. */
export const letInWrite = defineWrite(
  "auth.let_in",
  async (
    tx,
    args: { connection: NewConnection; client_id: string; grant_id: string; interaction: string },
  ) => {
    const decided = await tx.db
      .updateTable("oidc_items")
      .set({ consumed_at: secondsOf(tx.now) })
      .where("kind", "=", "Interaction")
      .where("id", "=", args.interaction)
      .where("consumed_at", "is", null)
      .executeTakeFirst();
    if (decided.numUpdatedRows === 0n) throw requestOver();
    await addConnection(tx, args.connection, {
      kind: "oauth",
      client_id: args.client_id,
      grant_id: args.grant_id,
      expires_at: null,
    });
    return {};
  },
);

/** The answer to a decision about a client's request that nobody can decide here any more. */
export function requestOver(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "This request was decided, has expired, or came to another browser.",
    hint: "Start again from the client.",
  });
}

/** What the operator asks for on the command line. */
interface WantedToken {
  email_key: string;
  scopes: string;
  client_name: string;
  secret_hash: string;
  workspace?: string;
  project?: string;
}

/** Gives a person a token; workspace and project go by name or id. */
export const issueTokenWrite = defineWrite("auth.issue_token", async (tx, args: WantedToken) => {
  const person = await tx.db
    .selectFrom("persons")
    .select("person_id")
    .where("email_key", "=", args.email_key)
    .executeTakeFirst();
  if (!person) throw refused("There is no person with this email.", "email");
  const memberships = await tx.db
    .selectFrom("members as m")
    .innerJoin("workspaces as w", "w.workspace_id", "m.workspace_id")
    .select(["w.workspace_id as id", "w.name"])
    .where("m.person_id", "=", person.person_id)
    .execute();
  const workspace = pickOne(memberships, args.workspace, "workspace");
  const projects = await tx.db
    .selectFrom("project_members as pm")
    .innerJoin("projects as p", (join) =>
      join.onRef("p.workspace_id", "=", "pm.workspace_id").onRef("p.project_id", "=", "pm.project_id"),
    )
    .select(["p.project_id as id", "p.name"])
    .where("pm.workspace_id", "=", workspace.id)
    .where("pm.person_id", "=", person.person_id)
    .execute();
  const seated = args.project === undefined ? projects : [pickOne(projects, args.project, "project")];
  if (seated.length === 0) throw refused("This person is in no project of that workspace.", "workspace");

  const expires_at = later(tx.now, LIFETIMES.api_token);
  const connection_id = await addConnection(
    tx,
    {
      workspace_id: workspace.id,
      person_id: person.person_id,
      client_name: args.client_name,
      scopes: args.scopes,
      project_ids: seated.map(({ id }) => id),
    },
    { kind: "token", client_id: null, grant_id: null, expires_at },
  );
  await tx.db
    .insertInto("api_tokens")
    .values({ secret_hash: args.secret_hash, workspace_id: workspace.id, connection_id, expires_at })
    .execute();
  return { connection_id, expires_at };
});

interface Named {
  id: string;
  name: string;
}

function pickOne(all: readonly Named[], wanted: string | undefined, what: string): Named {
  const matching =
    wanted === undefined ? all : all.filter(({ id, name }) => wanted === id || wanted === name);
  const [one, another] = matching;
  if (!one) throw refused(`This person is in no ${wanted === undefined ? what : `such ${what}`}.`, what);
  if (another) {
    const them = matching.map(({ id, name }) => `${name} (${id})`).join(", ");
    throw refused(`More than one ${what} fits; name one of them by its id: ${them}.`, what);
  }
  return one;
}

function refused(message: string, where: string): Refusal {
  return new Refusal({ code: "invalid_arguments", message, where });
}

/** Ends a connection of this person with everything that could be presented for it. */
export const revokeConnectionWrite = defineWrite(
  "auth.revoke_connection",
  async (tx, args: { person_id: string; connection_id: string }) => {
    const connection = await tx.db
      .selectFrom("connections")
      .select(["workspace_id", "connection_id", "person_id", "grant_id"])
      .where("person_id", "=", args.person_id)
      .where("connection_id", "=", args.connection_id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (!connection) throw notFound("connection");
    await endConnection(tx, connection);
    return {};
  },
);

/** Ends a grant and its connection: the client revoked it, or a used code or token came back. */
export const endGrantWrite = defineWrite("auth.end_grant", async (tx, args: { grant_id: string }) => {
  const connection = await tx.db
    .selectFrom("connections")
    .select(["workspace_id", "connection_id", "person_id", "grant_id"])
    .where("grant_id", "=", args.grant_id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (connection) await endConnection(tx, connection);
  return {};
});

async function endConnection(
  tx: WriteTx,
  connection: { workspace_id: string; connection_id: string; person_id: string; grant_id: string | null },
): Promise<void> {
  const { workspace_id, connection_id, person_id, grant_id } = connection;
  await tx.db
    .updateTable("connections")
    .set({ revoked_at: tx.now })
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .execute();
  if (grant_id !== null) await tx.db.deleteFrom("oidc_items").where("grant_id", "=", grant_id).execute();
  // Tokens are few and this is rare, so no index leads from a connection to its token.
  await tx.db
    .deleteFrom("api_tokens")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "=", connection_id)
    .execute();
  tx.signal({ kind: "connection", connection_id });
  tx.signal({ kind: "person", person_id });
}
