import { type AuditEntry, audit } from "../audit/index.ts";
import { Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import type { WriteTx } from "../kernel/write.ts";
import { may, RULES } from "./policy.ts";
import { findPerson, findRole, listResourceMembers } from "./store.ts";
import type { Role } from "./tables.ts";

// Who is in what: the pieces that the writes of this feature are made of.

export interface RoomPlace {
  readonly workspace_id: string;
  readonly project_id: string;
  readonly resource_id: string;
}

/** Adds somebody to a workspace; false for who is in it, whose role stays. */
export async function addMember(
  tx: WriteTx,
  member: { workspace_id: string; person_id: string; role: Role },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto("members")
    .values({ ...member, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "person_id"]).doNothing())
    .executeTakeFirstOrThrow();
  await tellWorkspace(tx, member.workspace_id);
  return numInsertedOrUpdatedRows === 1n;
}

/** Seats a person in a project, so that it stands on their pages and their connections may be seated there. */
export async function seatPerson(
  tx: WriteTx,
  seat: { workspace_id: string; project_id: string; person_id: string },
): Promise<void> {
  await tx.db
    .insertInto("project_members")
    .values({ ...seat, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "project_id", "person_id"]).doNothing())
    .execute();
}

/** Makes a project with one person in it; answers its id. */
export async function makeProject(
  tx: WriteTx,
  wanted: { workspace_id: string; name: string; person_id: string },
): Promise<string> {
  const project_id = newId("project");
  const { workspace_id, name, person_id } = wanted;
  await tx.db.insertInto("projects").values({ workspace_id, project_id, name, created_at: tx.now }).execute();
  await seatPerson(tx, { workspace_id, project_id, person_id });
  return project_id;
}

/** Makes a Room with its owner in it; answers its id. */
export async function makeRoom(
  tx: WriteTx,
  wanted: { workspace_id: string; project_id: string; name: string; owner_id: string },
): Promise<string> {
  const resource_id = newId("room");
  const { workspace_id, owner_id } = wanted;
  await tx.db
    .insertInto("resources")
    .values({ ...wanted, resource_id, kind: "room", created_at: tx.now })
    .execute();
  await tx.db
    .insertInto("resource_members")
    .values({ workspace_id, resource_id, person_id: owner_id, joined_at: tx.now })
    .execute();
  return resource_id;
}

/** Lets a person into a Room and seats the person in its project; false for who is in it already. */
export async function joinRoom(tx: WriteTx, room: RoomPlace, person_id: string): Promise<boolean> {
  const { workspace_id, project_id, resource_id } = room;
  await seatPerson(tx, { workspace_id, project_id, person_id });
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto("resource_members")
    .values({ workspace_id, resource_id, person_id, joined_at: tx.now })
    .onConflict((conflict) => conflict.columns(["workspace_id", "resource_id", "person_id"]).doNothing())
    .executeTakeFirstOrThrow();
  await tellMembers(tx, room);
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes a person out of a Room, where what the person and its agents hold open ends; false for who is not in it. */
export async function quitRoom(
  tx: WriteTx,
  room: { workspace_id: string; resource_id: string },
  person_id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom("resource_members")
    .where("workspace_id", "=", room.workspace_id)
    .where("resource_id", "=", room.resource_id)
    .where("person_id", "=", person_id)
    .executeTakeFirstOrThrow();
  tx.signal({ kind: "person", person_id });
  await tellMembers(tx, room);
  // What is held open on the Room is looked at again, with the rights of now.
  tx.signal({ kind: "resource", resource_id: room.resource_id, sequence: 0 });
  return numDeletedRows === 1n;
}

/** A Room has an owner who can decide. @throws Refusal `invalid_arguments` for who cannot own Rooms of a workspace; `where` names the argument */
export async function refuseUnlessMayOwn(
  tx: WriteTx,
  person: { workspace_id: string; person_id: string },
  where: string,
): Promise<void> {
  const role = await findRole(tx.db, person.workspace_id, person.person_id);
  if (role && may(role, "own_rooms")) return;
  throw new Refusal({
    code: "invalid_arguments",
    message: "A Room passes only to another member of its workspace who is no guest.",
    where,
    hint: RULES.own_rooms.because,
  });
}

/** Gives a Room to another member of its workspace, who is let in and seated, and says so in the audit log. */
export async function handOver(
  tx: WriteTx,
  room: RoomPlace & { readonly name: string },
  change: { readonly to: string; readonly actor: AuditEntry["actor"] },
): Promise<void> {
  await tx.db
    .updateTable("resources")
    .set({ owner_id: change.to })
    .where("workspace_id", "=", room.workspace_id)
    .where("resource_id", "=", room.resource_id)
    .execute();
  await joinRoom(tx, room, change.to);
  tx.signal({ kind: "resource", resource_id: room.resource_id, sequence: 0 });
  await audit(tx, {
    workspace_id: room.workspace_id,
    actor: change.actor,
    action: "room.transferred",
    subject: room.name,
    detail: await nameOf(tx, change.to),
  });
}

/** Tells a Room's members that what they see outside its log changed. */
async function tellMembers(tx: WriteTx, room: { workspace_id: string; resource_id: string }): Promise<void> {
  for (const member of await listResourceMembers(tx.db, room.workspace_id, room.resource_id)) {
    tx.signal({ kind: "person", person_id: member.person_id });
  }
}

/** Tells everybody of a workspace that something about it changed: its name, its people, its policies. */
export async function tellWorkspace(tx: WriteTx, workspace_id: string): Promise<void> {
  const members = await tx.db
    .selectFrom("members")
    .select("person_id")
    .where("workspace_id", "=", workspace_id)
    .execute();
  for (const { person_id } of members) tx.signal({ kind: "person", person_id });
}

/** The name of a person as it is now. */
export async function nameOf(tx: WriteTx, person_id: string): Promise<string> {
  return (await findPerson(tx.db, person_id))?.name ?? "";
}

/** A person as the audit log names who did something. */
export async function actorOf(tx: WriteTx, person_id: string): Promise<AuditEntry["actor"]> {
  return { kind: "person", id: person_id, name: await nameOf(tx, person_id) };
}
