import { notFound, Refusal } from "../kernel/errors.ts";
import { later } from "../kernel/time.ts";
import { audit } from "../audit/index.ts";
import { defineWrite } from "../kernel/write.ts";
import { actorOf, addConnection, seatConnection } from "./connecting.ts";
import { LIFETIMES } from "./policy.ts";
import { standing } from "./store.ts";

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

interface ChangedProjects {
  person_id: string;
  connection_id: string;
  project_ids: readonly string[];
}

/** Seats a connection of this person elsewhere in its workspace; what it holds open is looked at again. */
export const changeProjectsWrite = defineWrite("auth.change_projects", async (tx, args: ChangedProjects) => {
  const { person_id, connection_id } = args;
  const connection = await standing(tx.db)
    .select(["c.workspace_id", "c.client_name"])
    .where("c.person_id", "=", person_id)
    .where("c.connection_id", "=", connection_id)
    .executeTakeFirst();
  if (!connection) throw notFound("connection");
  const { workspace_id, client_name } = connection;
  const projects = await seatConnection(tx, { workspace_id, person_id, connection_id }, args.project_ids);
  tx.signal({ kind: "connection", connection_id });
  tx.signal({ kind: "person", person_id });
  await audit(tx, {
    workspace_id,
    actor: await actorOf(tx, person_id),
    action: "connection.projects_changed",
    subject: client_name,
    detail: projects,
  });
  return {};
});
