import { audit } from "../audit/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { later } from "../kernel/time.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { findOpenInvitation, invitationOver } from "./invitations.ts";
import { forbidden, INVITING, may, mayInvite, mayRevoke } from "./policy.ts";
import { ownedRoom } from "./room-writes.ts";
import { actorOf, addMember, joinRoom, seatPerson, tellWorkspace } from "./seating.ts";
import { findRole, findRoomInWorkspaceOf, listInvitations } from "./store.ts";
import type { Role } from "./tables.ts";

const DAY = 86_400;
/** How long an invitation link works unless who makes it says otherwise, in days. */
const USUAL_DAYS = 7;
/** Links of one person that may be open at once in one workspace; by person, so that nobody uses up another's. */
const MOST_OPEN = 100;

interface Wanted {
  readonly by: string;
  readonly secret_hash: string;
  readonly role?: Role;
  readonly days?: number;
}

interface Target {
  readonly workspace_id: string;
  readonly room?: { readonly resource_id: string; readonly name: string; readonly owner_id: string };
}

async function makeInvitation(
  tx: WriteTx,
  wanted: Wanted,
  { workspace_id, room }: Target,
): Promise<{ expires_at: string }> {
  const { by, secret_hash, role = "member", days = USUAL_DAYS } = wanted;
  const maker = await findRole(tx.db, workspace_id, by);
  if (!maker) throw notFound("workspace");
  const own_room = room?.owner_id === by;
  if (!mayInvite(maker, { role, own_room })) throw forbidden(maker, INVITING);
  await makePlace(tx, workspace_id, by);
  const expires_at = later(tx.now, days * DAY);
  await tx.db
    .insertInto("invitations")
    .values({
      workspace_id,
      invitation_id: newId("invitation"),
      secret_hash,
      resource_id: room?.resource_id ?? null,
      role,
      invited_by: by,
      created_at: tx.now,
      expires_at,
      accepted_by: null,
    })
    .execute();
  await tellWorkspace(tx, workspace_id);
  await audit(tx, {
    workspace_id,
    actor: await actorOf(tx, by),
    action: "invitation.made",
    ...(room && { subject: room.name }),
    detail: role,
  });
  return { expires_at };
}

/** Clears away what expired and holds the maker to a number of open links. */
async function makePlace(tx: WriteTx, workspace_id: string, by: string): Promise<void> {
  await tx.db
    .deleteFrom("invitations")
    .where("workspace_id", "=", workspace_id)
    .where("accepted_by", "is", null)
    .where("expires_at", "<=", tx.now)
    .execute();
  const { open } = await tx.db
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("workspace_id", "=", workspace_id)
    .where("invited_by", "=", by)
    .where("accepted_by", "is", null)
    .executeTakeFirstOrThrow();
  if (open < MOST_OPEN) return;
  throw new Refusal({
    code: "conflict_state",
    message: `${MOST_OPEN} invitations of yours are open here already.`,
    hint: "Withdraw those that nobody needs any more.",
  });
}

export const inviteToRoomWrite = defineWrite(
  "workspaces.invite_to_room",
  async (tx, { room_id, ...wanted }: Wanted & { readonly room_id: string }) => {
    const room = await ownedRoom(tx, { room_id, by: wanted.by });
    return await makeInvitation(tx, wanted, { workspace_id: room.workspace_id, room });
  },
);

export const inviteToWorkspaceWrite = defineWrite(
  "workspaces.invite",
  async (tx, args: Wanted & { readonly workspace_id: string; readonly room_id?: string }) => {
    const { workspace_id, room_id, ...wanted } = args;
    if (room_id === undefined) return await makeInvitation(tx, wanted, { workspace_id });
    const room = await findRoomInWorkspaceOf(tx.db, wanted.by, room_id);
    if (room?.workspace_id !== workspace_id) throw notFound("Room");
    // Who leads invites into every Room; to the others a Room that they are not in does not exist.
    if (!may(room.role, "invite")) await ownedRoom(tx, { room_id, by: wanted.by });
    return await makeInvitation(tx, wanted, { workspace_id, room });
  },
);

export const revokeInvitationWrite = defineWrite(
  "workspaces.revoke_invitation",
  async (tx, args: { workspace_id: string; invitation_id: string; by: string }) => {
    const { workspace_id, invitation_id, by } = args;
    const role = await findRole(tx.db, workspace_id, by);
    if (!role) throw notFound("workspace");
    const invitation = (await listInvitations(tx.db, workspace_id, tx.now)).find(
      (one) => one.invitation_id === invitation_id,
    );
    if (!invitation || !mayRevoke({ person_id: by, role }, invitation.maker_id)) throw notFound("invitation");
    await tx.db
      .deleteFrom("invitations")
      .where("workspace_id", "=", workspace_id)
      .where("invitation_id", "=", invitation_id)
      .execute();
    await tellWorkspace(tx, workspace_id);
    await audit(tx, {
      workspace_id,
      actor: await actorOf(tx, by),
      action: "invitation.revoked",
      ...(invitation.room_name !== null && { subject: invitation.room_name }),
      detail: invitation.role,
    });
    return {};
  },
);

/**
 * Uses up an invitation for a person: workspace, project and Room. Who is in the workspace keeps the role
 * there; who is in all it leads to gains nothing and leaves the link for whom it is meant. For use inside a
 * write; a link that was used, has expired or never existed looks the same.
 * @throws Refusal `not_found`
 */
export async function joinByInvitation(
  tx: WriteTx,
  joining: { secret_hash: string; person_id: string },
): Promise<{ workspace_id: string; resource_id: string | null }> {
  const { person_id, secret_hash } = joining;
  const invitation = await findOpenInvitation(tx.db, secret_hash, tx.now);
  if (!invitation) throw invitationOver();
  const { workspace_id, resource_id, project_id, role } = invitation;
  const told = `invited by ${invitation.invited_by}`;
  let gains = await addMember(tx, { workspace_id, person_id, role });
  if (gains) await tellJoined(tx, { workspace_id, person_id, detail: `${role}, ${told}` });
  if (resource_id === null || project_id === null) {
    if (gains) await seatInFirstProject(tx, { workspace_id, person_id });
  } else if (await joinRoom(tx, { workspace_id, project_id, resource_id }, person_id)) {
    gains = true;
    await audit(tx, {
      workspace_id,
      actor: await actorOf(tx, person_id),
      action: "room.member_joined",
      subject: invitation.room_name ?? "",
      detail: told,
    });
  }
  if (gains) {
    await tx.db
      .updateTable("invitations")
      .set({ accepted_by: person_id })
      .where("workspace_id", "=", workspace_id)
      .where("invitation_id", "=", invitation.invitation_id)
      .execute();
  }
  return { workspace_id, resource_id };
}

interface Joining {
  readonly workspace_id: string;
  readonly person_id: string;
}

/**
 * Adds somebody to a workspace without an invitation, as a company's sign-in does, and seats the person in its
 * oldest project; who is in already keeps everything as it is. For use inside a write.
 */
export async function joinWorkspace(
  tx: WriteTx,
  joining: Joining & { readonly role: Role; readonly detail: string },
): Promise<void> {
  const { workspace_id, person_id, role, detail } = joining;
  if (!(await addMember(tx, { workspace_id, person_id, role }))) return;
  await seatInFirstProject(tx, joining);
  await tellJoined(tx, { workspace_id, person_id, detail: `${role}, ${detail}` });
}

async function tellJoined(tx: WriteTx, joined: Joining & { readonly detail: string }): Promise<void> {
  const { workspace_id, person_id, detail } = joined;
  await audit(tx, { workspace_id, actor: await actorOf(tx, person_id), action: "member.joined", detail });
}

/** So that who joins without a Room has a place to begin; the oldest project is everybody's. */
async function seatInFirstProject(tx: WriteTx, { workspace_id, person_id }: Joining): Promise<void> {
  const first = await tx.db
    .selectFrom("projects")
    .select("project_id")
    .where("workspace_id", "=", workspace_id)
    .orderBy("created_at")
    .orderBy("project_id")
    .limit(1)
    .executeTakeFirst();
  if (first) await seatPerson(tx, { workspace_id, person_id, project_id: first.project_id });
}
