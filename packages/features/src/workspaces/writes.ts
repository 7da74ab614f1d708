import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { mayChangeMembers, mayCreate } from "./policy.ts";
import { findOpenInvitation, findRole, listResourceMembers, reachResource } from "./store.ts";
import type { Role } from "./tables.ts";

/** How long an invitation link works, in days. */
const INVITATION_DAYS = 7;

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
    .values({ workspace_id, name: wanted.name, created_at: tx.now, confirm_minutes: 0 })
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

async function addMember(
  tx: WriteTx,
  member: { workspace_id: string; person_id: string; role: Role },
): Promise<void> {
  await tx.db
    .insertInto("members")
    .values({ ...member, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "person_id"]).doNothing())
    .execute();
}

async function makeProject(
  tx: WriteTx,
  wanted: { workspace_id: string; name: string; person_id: string },
): Promise<string> {
  const project_id = newId("project");
  const { workspace_id, name, person_id } = wanted;
  await tx.db.insertInto("projects").values({ workspace_id, project_id, name, created_at: tx.now }).execute();
  await seatPerson(tx, { workspace_id, project_id, person_id });
  return project_id;
}

async function seatPerson(
  tx: WriteTx,
  seat: { workspace_id: string; project_id: string; person_id: string },
): Promise<void> {
  await tx.db
    .insertInto("project_members")
    .values({ ...seat, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "project_id", "person_id"]).doNothing())
    .execute();
}

async function makeRoom(
  tx: WriteTx,
  wanted: { workspace_id: string; project_id: string; name: string; owner_id: string },
): Promise<string> {
  const resource_id = newId("room");
  await tx.db
    .insertInto("resources")
    .values({ ...wanted, resource_id, kind: "room", created_at: tx.now })
    .execute();
  await tx.db
    .insertInto("resource_members")
    .values({
      workspace_id: wanted.workspace_id,
      resource_id,
      person_id: wanted.owner_id,
      joined_at: tx.now,
    })
    .execute();
  return resource_id;
}

/** Lets a person into a Room and seats the person in its project; being in already changes nothing. */
async function joinRoom(
  tx: WriteTx,
  joining: { workspace_id: string; project_id: string; resource_id: string; person_id: string },
): Promise<void> {
  const { workspace_id, project_id, resource_id, person_id } = joining;
  await seatPerson(tx, { workspace_id, project_id, person_id });
  await tx.db
    .insertInto("resource_members")
    .values({ workspace_id, resource_id, person_id, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "resource_id", "person_id"]).doNothing())
    .execute();
  await tellMembers(tx, workspace_id, resource_id);
}

async function tellMembers(tx: WriteTx, workspace_id: string, resource_id: string): Promise<void> {
  for (const member of await listResourceMembers(tx.db, workspace_id, resource_id)) {
    tx.signal({ kind: "person", person_id: member.person_id });
  }
}

/**
 * Uses up an invitation for a person: workspace, project and Room. For use inside a write; a link that was
 * used, has expired or never existed looks the same.
 */
export async function joinByInvitation(
  tx: WriteTx,
  joining: { secret_hash: string; person_id: string },
): Promise<{ workspace_id: string; resource_id: string | null }> {
  const invitation = await findOpenInvitation(tx.db, joining.secret_hash, tx.now);
  if (!invitation) throw invitationOver();
  const { workspace_id, resource_id, project_id, role } = invitation;
  await tx.db
    .updateTable("invitations")
    .set({ accepted_by: joining.person_id })
    .where("workspace_id", "=", workspace_id)
    .where("invitation_id", "=", invitation.invitation_id)
    .execute();
  await addMember(tx, { workspace_id, person_id: joining.person_id, role });
  if (resource_id !== null && project_id !== null) {
    await joinRoom(tx, { workspace_id, project_id, resource_id, person_id: joining.person_id });
  }
  return { workspace_id, resource_id };
}

/** The answer to an invitation link that leads nowhere any more. */
export function invitationOver(): Refusal {
  return new Refusal({
    code: "not_found",
    message: "This invitation was used, has expired, or never existed.",
    hint: "Ask the person who sent it for a new link.",
  });
}

export const createProjectWrite = defineWrite(
  "workspaces.create_project",
  async (tx, args: { workspace_id: string; name: string; person_id: string }) => {
    const role = await findRole(tx.db, args.workspace_id, args.person_id);
    if (!role) throw notFound("workspace");
    if (!mayCreate(role)) throw guestsCreateNothing();
    const project_id = await makeProject(tx, args);
    tx.signal({ kind: "person", person_id: args.person_id });
    return { project_id };
  },
);

export const createRoomWrite = defineWrite(
  "workspaces.create_room",
  async (tx, args: { project_id: string; name: string; person_id: string }) => {
    const project = await tx.db
      .selectFrom("project_members as pm")
      .innerJoin("members as m", (join) =>
        join.onRef("m.workspace_id", "=", "pm.workspace_id").onRef("m.person_id", "=", "pm.person_id"),
      )
      .select(["pm.workspace_id", "m.role"])
      .where("pm.project_id", "=", args.project_id)
      .where("pm.person_id", "=", args.person_id)
      .executeTakeFirst();
    if (!project) throw notFound("project");
    if (!mayCreate(project.role)) throw guestsCreateNothing();
    const room_id = await makeRoom(tx, {
      workspace_id: project.workspace_id,
      project_id: args.project_id,
      name: args.name,
      owner_id: args.person_id,
    });
    tx.signal({ kind: "person", person_id: args.person_id });
    return { room_id };
  },
);

function guestsCreateNothing(): Refusal {
  return new Refusal({ code: "forbidden", message: "Guests cannot make projects or Rooms." });
}

interface MemberChange {
  room_id: string;
  person_id: string;
  by: string;
}

async function ownedRoom(tx: WriteTx, room_id: string, by: string) {
  const room = await reachResource(tx.db, { kind: "person", person_id: by }, room_id);
  if (!room) throw notFound("Room");
  if (!mayChangeMembers(room, by)) {
    throw new Refusal({ code: "forbidden", message: "Only the Room's owner changes who its members are." });
  }
  return room;
}

export const addRoomMemberWrite = defineWrite(
  "workspaces.add_room_member",
  async (tx, args: MemberChange) => {
    const room = await ownedRoom(tx, args.room_id, args.by);
    if (!(await findRole(tx.db, room.workspace_id, args.person_id))) throw notFound("person");
    await joinRoom(tx, { ...room, person_id: args.person_id });
    return {};
  },
);

export const removeRoomMemberWrite = defineWrite(
  "workspaces.remove_room_member",
  async (tx, args: MemberChange) => {
    const room = await ownedRoom(tx, args.room_id, args.by);
    if (args.person_id === room.owner_id) {
      throw new Refusal({ code: "conflict_state", message: "The owner of a Room stays in it." });
    }
    await tx.db
      .deleteFrom("resource_members")
      .where("workspace_id", "=", room.workspace_id)
      .where("resource_id", "=", room.resource_id)
      .where("person_id", "=", args.person_id)
      .execute();
    tx.signal({ kind: "person", person_id: args.person_id });
    await tellMembers(tx, room.workspace_id, room.resource_id);
    // What this person's agents hold open on the Room is looked at again, and ends.
    tx.signal({ kind: "resource", resource_id: room.resource_id, sequence: 0 });
    return {};
  },
);

export const inviteToRoomWrite = defineWrite(
  "workspaces.invite_to_room",
  async (tx, args: { room_id: string; by: string; secret_hash: string }) => {
    const room = await ownedRoom(tx, args.room_id, args.by);
    const expires_at = new Date(Date.parse(tx.now) + INVITATION_DAYS * 86_400_000).toISOString();
    await tx.db
      .insertInto("invitations")
      .values({
        workspace_id: room.workspace_id,
        invitation_id: newId("invitation"),
        secret_hash: args.secret_hash,
        resource_id: room.resource_id,
        role: "member",
        invited_by: args.by,
        created_at: tx.now,
        expires_at,
        accepted_by: null,
      })
      .execute();
    return { expires_at };
  },
);

export const DEMO = { workspace: "Demo workspace", project: "Demo" } as const;

/** The Room that a new workspace or sample begins with. */
const FIRST_ROOM = "Team room";

/** Gives the first owner the sample project with its Room, once; run again it changes nothing. */
export const seedDemoWrite = defineWrite("workspaces.seed_demo", async (tx, _nothing: object) => {
  const owner = await tx.db
    .selectFrom("members")
    .select(["workspace_id", "person_id"])
    .where("role", "=", "owner")
    .orderBy("joined_at")
    .orderBy("workspace_id")
    .executeTakeFirst();
  if (!owner) return {};
  const { workspace_id, person_id } = owner;
  const there = await tx.db
    .selectFrom("projects")
    .select("project_id")
    .where("workspace_id", "=", workspace_id)
    .where("name", "=", DEMO.project)
    .executeTakeFirst();
  if (there) return {};
  const project_id = await makeProject(tx, { workspace_id, name: DEMO.project, person_id });
  await makeRoom(tx, { workspace_id, project_id, name: FIRST_ROOM, owner_id: person_id });
  tx.signal({ kind: "person", person_id });
  return {};
});
