import { type AuditEntry, audit } from "../audit/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { demand, forbidden, manages, rolesToGive, RULES } from "./policy.ts";
import { actorOf, handOver, nameOf, quitRoom, refuseUnlessMayOwn, tellWorkspace } from "./seating.ts";
import { findRole, isOnlyOwner, listOwnedRooms } from "./store.ts";
import type { Role } from "./tables.ts";

interface Member {
  readonly workspace_id: string;
  readonly person_id: string;
}

export interface Leaving extends Member {
  /** Who does it; the person's own id for leaving. */
  readonly by: string;
  /** Who takes the person's Rooms over; without it whoever leads the workspace longest. */
  readonly successor_id?: string;
}

/**
 * Takes a person out of a workspace, by policy: Rooms that the person owns pass on, seats and memberships go,
 * with the seats of the person's connections and the invitations the person made. What the person holds open
 * is looked at again at once. Connections and their tokens are for the caller to end. For use inside a write.
 * @throws Refusal `not_found`, `forbidden`, `conflict_state` for the only owner, `invalid_arguments` for a
 *   successor who cannot own Rooms here
 */
export async function dropMember(tx: WriteTx, leaving: Leaving): Promise<void> {
  const { workspace_id, person_id, by } = leaving;
  await refuseUnlessDroppable(tx, leaving);
  const actor = await actorOf(tx, by);
  await passRoomsOn(tx, leaving, actor);

  const rooms = await tx.db
    .selectFrom("resource_members")
    .select(["workspace_id", "resource_id"])
    .where("workspace_id", "=", workspace_id)
    .where("person_id", "=", person_id)
    .execute();
  for (const room of rooms) await quitRoom(tx, room, person_id);
  const connections = tx.db
    .selectFrom("connections")
    .select("connection_id")
    .where("workspace_id", "=", workspace_id)
    .where("person_id", "=", person_id);
  await tx.db
    .deleteFrom("seats")
    .where("workspace_id", "=", workspace_id)
    .where("connection_id", "in", connections)
    .execute();
  await tx.db
    .deleteFrom("invitations")
    .where("workspace_id", "=", workspace_id)
    .where("invited_by", "=", person_id)
    .where("accepted_by", "is", null)
    .execute();
  for (const table of ["project_members", "members"] as const) {
    await tx.db
      .deleteFrom(table)
      .where("workspace_id", "=", workspace_id)
      .where("person_id", "=", person_id)
      .execute();
  }
  tx.signal({ kind: "person", person_id });
  await tellWorkspace(tx, workspace_id);
  const left = by === person_id;
  await audit(tx, {
    workspace_id,
    actor,
    action: left ? "member.left" : "member.removed",
    ...(!left && { subject: await nameOf(tx, person_id) }),
  });
}

async function refuseUnlessDroppable(tx: WriteTx, leaving: Leaving): Promise<void> {
  const { workspace_id, person_id, by } = leaving;
  const actor = await findRole(tx.db, workspace_id, by);
  if (!actor) throw notFound("workspace");
  if (by !== person_id) {
    // First, so that who manages nobody learns of nobody.
    demand(actor, "manage_members");
    const role = await findRole(tx.db, workspace_id, person_id);
    if (!role) throw notFound("person");
    if (!manages(actor, role)) throw managesNot(actor);
  }
  if (await isOnlyOwner(tx.db, workspace_id, person_id)) throw onlyOwner();
}

async function passRoomsOn(tx: WriteTx, leaving: Leaving, actor: AuditEntry["actor"]): Promise<void> {
  const { workspace_id, person_id } = leaving;
  const to = await successorOf(tx, leaving);
  for (const room of await listOwnedRooms(tx.db, workspace_id, person_id)) {
    await handOver(tx, room, { to, actor });
  }
}

async function successorOf(tx: WriteTx, leaving: Leaving): Promise<string> {
  const { workspace_id, person_id, successor_id } = leaving;
  if (successor_id === undefined) return await longestLeading(tx, { workspace_id, person_id });
  // Who leaves is a member still, and no successor.
  const heir = successor_id === person_id ? "" : successor_id;
  await refuseUnlessMayOwn(tx, { workspace_id, person_id: heir }, "successor_id");
  return heir;
}

/** Whoever among those who lead came first; there is somebody, since the only owner never leaves. */
async function longestLeading(tx: WriteTx, leaving: Member): Promise<string> {
  const { person_id } = await tx.db
    .selectFrom("members")
    .select("person_id")
    .where("workspace_id", "=", leaving.workspace_id)
    .where("person_id", "!=", leaving.person_id)
    .where("role", "in", RULES.manage_members.roles)
    .orderBy("joined_at")
    .orderBy("person_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return person_id;
}

export interface ChangeRoleArgs extends Member {
  readonly role: Role;
  readonly by: string;
}

/** Gives a member another role, by policy; the one that the member has already changes nothing. */
export const changeRoleWrite = defineWrite("workspaces.change_role", async (tx, args: ChangeRoleArgs) => {
  const { workspace_id, person_id, by } = args;
  const actor = await findRole(tx.db, workspace_id, by);
  if (!actor) throw notFound("workspace");
  demand(actor, "manage_members");
  const role = await findRole(tx.db, workspace_id, person_id);
  if (!role) throw notFound("person");
  await refuseRole(tx, args, { actor, role });
  if (role === args.role) return {};
  await tx.db
    .updateTable("members")
    .set({ role: args.role })
    .where("workspace_id", "=", workspace_id)
    .where("person_id", "=", person_id)
    .execute();
  await tellWorkspace(tx, workspace_id);
  await audit(tx, {
    workspace_id,
    actor: await actorOf(tx, by),
    action: "member.role_changed",
    subject: await nameOf(tx, person_id),
    detail: `${role} → ${args.role}`,
  });
  return {};
});

async function refuseRole(
  tx: WriteTx,
  args: ChangeRoleArgs,
  { actor, role }: { readonly actor: Role; readonly role: Role },
): Promise<void> {
  const standing = {
    role,
    self: args.by === args.person_id,
    only_owner: await isOnlyOwner(tx.db, args.workspace_id, args.person_id),
    owns_rooms: (await listOwnedRooms(tx.db, args.workspace_id, args.person_id)).length > 0,
  };
  if (rolesToGive(actor, standing).includes(args.role)) return;
  const unhindered = rolesToGive(actor, { ...standing, only_owner: false, owns_rooms: false });
  if (!unhindered.includes(args.role)) throw managesNot(actor);
  if (standing.only_owner) throw onlyOwner();
  throw new Refusal({
    code: "conflict_state",
    message: "This person owns Rooms, so the role cannot be guest yet.",
    where: "role",
    hint: `Hand the Rooms over first. ${RULES.own_rooms.because}`,
  });
}

function managesNot(by: Role): Refusal {
  return forbidden(by, "Owners and admins are managed by owners, and nobody gives a role above the own.");
}

function onlyOwner(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "This is the only owner, and a workspace keeps at least one.",
    hint: "Make somebody else an owner first.",
  });
}
