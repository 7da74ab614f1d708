import { audit } from "../audit/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { demand } from "./policy.ts";
import { actorOf, addMember, makeProject, makeRoom, tellWorkspace } from "./seating.ts";
import { findRole, findWorkspace } from "./store.ts";
import type { WorkspaceRow } from "./tables.ts";

interface NewWorkspace {
  name: string;
  project_name: string;
  owner_id: string;
}

/** Makes a workspace with one project and one Room, all of them the owner's. For use inside a write. */
export async function makeWorkspace(tx: WriteTx, wanted: NewWorkspace): Promise<{ workspace_id: string }> {
  const workspace_id = newId("workspace");
  await tx.db
    .insertInto("workspaces")
    .values({
      workspace_id,
      name: wanted.name,
      created_at: tx.now,
      confirm_minutes: 0,
      previews: 1,
      own_approvals: 1,
      sample_agent: 0,
    })
    .execute();
  await addMember(tx, { workspace_id, person_id: wanted.owner_id, role: "owner" });
  const project_id = await makeProject(tx, {
    workspace_id,
    name: wanted.project_name,
    person_id: wanted.owner_id,
  });
  await makeRoom(tx, { workspace_id, project_id, name: FIRST_ROOM, owner_id: wanted.owner_id });
  return { workspace_id };
}

/** Makes a person's row; an email that is already known is refused. For use inside a write. */
export async function makePerson(
  tx: WriteTx,
  wanted: { name: string; email: string; email_key: string },
): Promise<string> {
  const known = await tx.db
    .selectFrom("persons")
    .select("person_id")
    .where("email_key", "=", wanted.email_key)
    .executeTakeFirst();
  if (known) {
    throw new Refusal({
      code: "conflict_state",
      message: "Somebody with this email is here already.",
      where: "email",
      hint: "Sign in with that email first, then open the link again.",
    });
  }
  const person_id = newId("person");
  await tx.db
    .insertInto("persons")
    .values({ person_id, ...wanted, created_at: tx.now })
    .execute();
  return person_id;
}

export const createProjectWrite = defineWrite(
  "workspaces.create_project",
  async (tx, args: { workspace_id: string; name: string; person_id: string }) => {
    const { workspace_id, person_id } = args;
    const role = await findRole(tx.db, workspace_id, person_id);
    if (!role) throw notFound("workspace");
    demand(role, "create");
    const project_id = await makeProject(tx, args);
    tx.signal({ kind: "person", person_id });
    const actor = await actorOf(tx, person_id);
    await audit(tx, { workspace_id, actor, action: "project.created", subject: args.name });
    return { project_id };
  },
);

export const createRoomWrite = defineWrite(
  "workspaces.create_room",
  async (tx, args: { project_id: string; name: string; person_id: string }) => {
    const { project_id, name, person_id } = args;
    const project = await tx.db
      .selectFrom("project_members as pm")
      .innerJoin("members as m", (join) =>
        join.onRef("m.workspace_id", "=", "pm.workspace_id").onRef("m.person_id", "=", "pm.person_id"),
      )
      .select(["pm.workspace_id", "m.role"])
      .where("pm.project_id", "=", project_id)
      .where("pm.person_id", "=", person_id)
      .executeTakeFirst();
    if (!project) throw notFound("project");
    demand(project.role, "create");
    const { workspace_id } = project;
    const room_id = await makeRoom(tx, { workspace_id, project_id, name, owner_id: person_id });
    tx.signal({ kind: "person", person_id });
    const actor = await actorOf(tx, person_id);
    await audit(tx, { workspace_id, actor, action: "room.created", subject: name });
    return { room_id };
  },
);

interface WorkspaceChange {
  readonly workspace_id: string;
  readonly by: string;
}

/** Renames a workspace; the name it has already changes nothing. */
export const renameWorkspaceWrite = defineWrite(
  "workspaces.rename",
  async (tx, args: WorkspaceChange & { readonly name: string }) => {
    const { name: before } = await ledWorkspace(tx, args, "rename");
    if (before === args.name) return {};
    await changeWorkspace(tx, args, { name: args.name });
    const actor = await actorOf(tx, args.by);
    const { workspace_id, name } = args;
    await audit(tx, { workspace_id, actor, action: "workspace.renamed", subject: before, detail: name });
    return {};
  },
);

interface Policies {
  readonly confirm_minutes: number;
  /** Absent ones stay as they are. */
  readonly previews?: boolean;
  readonly own_approvals?: boolean;
}

/** Sets how approvals are made in a workspace; each policy that changes is an entry in the audit log. */
export const setWorkspacePolicyWrite = defineWrite(
  "workspaces.set_policy",
  async (tx, args: WorkspaceChange & Policies) => {
    const before = await ledWorkspace(tx, args, "set_policy");
    const { workspace_id, confirm_minutes, by } = args;
    const after = {
      confirm_minutes,
      previews: Number(args.previews ?? before.previews),
      own_approvals: Number(args.own_approvals ?? before.own_approvals),
    };
    const changed = POLICIES.filter(({ column }) => before[column] !== after[column]);
    if (changed.length === 0) return {};
    await changeWorkspace(tx, args, after);
    const actor = await actorOf(tx, by);
    for (const { column, subject, change } of changed) {
      const detail = change(before[column], after[column]);
      await audit(tx, { workspace_id, actor, action: "workspace.policy_set", subject, detail });
    }
    return {};
  },
);

/** How the audit log tells of each policy. */
const POLICIES = [
  {
    column: "confirm_minutes",
    subject: "Confirming approvals",
    change: (was: number, is: number) => `${was} → ${is} minutes`,
  },
  { column: "previews", subject: "Previews of proposed apps", change: allowed },
  { column: "own_approvals", subject: "Approving what one's own agents proposed", change: allowed },
] as const;

function allowed(was: number, is: number): string {
  const say = (flag: number) => (flag === 1 ? "allowed" : "not allowed");
  return `${say(was)} → ${say(is)}`;
}

/** The workspace as it is, for who may change it. */
async function ledWorkspace(tx: WriteTx, change: WorkspaceChange, action: "rename" | "set_policy") {
  const role = await findRole(tx.db, change.workspace_id, change.by);
  const workspace = role && (await findWorkspace(tx.db, change.workspace_id));
  if (!workspace) throw notFound("workspace");
  demand(role, action);
  return workspace;
}

async function changeWorkspace(
  tx: WriteTx,
  { workspace_id }: Pick<WorkspaceChange, "workspace_id">,
  change: Partial<WorkspaceRow>,
): Promise<void> {
  await tx.db.updateTable("workspaces").set(change).where("workspace_id", "=", workspace_id).execute();
  await tellWorkspace(tx, workspace_id);
}

export const DEMO = { workspace: "Demo workspace", project: "Demo" } as const;

/** The Room that a new workspace or sample begins with. */
const FIRST_ROOM = "Team room";

/**
 * Makes the first owner's workspace a demo: a Room to begin in, with its project, unless the owner has one, and the
 * sample agent. Run again it changes nothing.
 */
export const seedDemoWrite = defineWrite("workspaces.seed_demo", async (tx, _nothing: object) => {
  const owner = await tx.db
    .selectFrom("members as m")
    .innerJoin("workspaces as w", "w.workspace_id", "m.workspace_id")
    .select(["m.workspace_id", "m.person_id", "w.sample_agent"])
    .where("m.role", "=", "owner")
    .orderBy("m.joined_at")
    .orderBy("m.workspace_id")
    .executeTakeFirst();
  if (!owner || owner.sample_agent === 1) return {};
  const { workspace_id, person_id } = owner;
  await changeWorkspace(tx, owner, { sample_agent: 1 });
  const room = await tx.db
    .selectFrom("resources")
    .select("resource_id")
    .where("workspace_id", "=", workspace_id)
    .where("owner_id", "=", person_id)
    .limit(1)
    .executeTakeFirst();
  if (room) return {};
  const project_id = await makeProject(tx, { workspace_id, name: DEMO.project, person_id });
  await makeRoom(tx, { workspace_id, project_id, name: FIRST_ROOM, owner_id: person_id });
  tx.signal({ kind: "person", person_id });
  return {};
});
