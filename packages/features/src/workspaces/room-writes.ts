import { audit } from "../audit/index.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { defineWrite, type WriteTx } from "../kernel/write.ts";
import { mayChangeMembers, mayTransfer } from "./policy.ts";
import { actorOf, handOver, joinRoom, nameOf, quitRoom, refuseUnlessMayOwn } from "./seating.ts";
import { findRole, findRoomInWorkspaceOf, reachResource, type Reached } from "./store.ts";

interface OnRoom {
  readonly room_id: string;
  readonly by: string;
}

interface MemberChange extends OnRoom {
  readonly person_id: string;
}

/** The Room for its owner. @throws Refusal `not_found` for who is not in it, `forbidden` for its other members */
export async function ownedRoom(tx: WriteTx, { room_id, by }: OnRoom): Promise<Reached> {
  const room = await reachedRoom(tx, { room_id, by });
  if (mayChangeMembers(room, by)) return room;
  throw new Refusal({ code: "forbidden", message: "Only the Room's owner changes who its members are." });
}

async function reachedRoom(tx: WriteTx, { room_id, by }: OnRoom): Promise<Reached> {
  const room = await reachResource(tx.db, { kind: "person", person_id: by }, room_id);
  if (!room) throw notFound("Room");
  return room;
}

/** Audits a change of who is in a Room. */
async function tell(
  tx: WriteTx,
  room: Reached,
  change: { action: "room.member_added" | "room.member_removed"; by: string; person_id: string },
): Promise<void> {
  await audit(tx, {
    workspace_id: room.workspace_id,
    actor: await actorOf(tx, change.by),
    action: change.action,
    subject: room.name,
    detail: await nameOf(tx, change.person_id),
  });
}

export const addRoomMemberWrite = defineWrite(
  "workspaces.add_room_member",
  async (tx, args: MemberChange) => {
    const room = await ownedRoom(tx, args);
    const { by, person_id } = args;
    if (!(await findRole(tx.db, room.workspace_id, person_id))) throw notFound("person");
    if (await joinRoom(tx, room, person_id)) {
      await tell(tx, room, { action: "room.member_added", by, person_id });
    }
    return {};
  },
);

export const removeRoomMemberWrite = defineWrite(
  "workspaces.remove_room_member",
  async (tx, args: MemberChange) => {
    const room = await ownedRoom(tx, args);
    const { by, person_id } = args;
    if (person_id === room.owner_id) throw ownerStays();
    if (await quitRoom(tx, room, person_id)) {
      await tell(tx, room, { action: "room.member_removed", by, person_id });
    }
    return {};
  },
);

export const leaveRoomWrite = defineWrite("workspaces.leave_room", async (tx, args: OnRoom) => {
  const room = await reachedRoom(tx, args);
  if (args.by === room.owner_id) throw ownerStays();
  await quitRoom(tx, room, args.by);
  await audit(tx, {
    workspace_id: room.workspace_id,
    actor: await actorOf(tx, args.by),
    action: "room.member_left",
    subject: room.name,
  });
  return {};
});

function ownerStays(): Refusal {
  return new Refusal({
    code: "conflict_state",
    message: "The owner of a Room stays in it.",
    hint: "Hand the Room over first.",
  });
}

/** Hands a Room over: from then on the other person decides, and who owned it before is a member like others. */
export const transferRoomWrite = defineWrite("workspaces.transfer_room", async (tx, args: MemberChange) => {
  const { by, person_id, room_id } = args;
  const room = await findRoomInWorkspaceOf(tx.db, by, room_id);
  if (!room) throw notFound("Room");
  if (!mayTransfer({ person_id: by, role: room.role }, room)) {
    // Who is not in the Room learns no more of it than of one that never was.
    await reachedRoom(tx, args);
    throw new Refusal({
      code: "forbidden",
      message: "A Room is handed over by its owner, or by who manages its owner in the workspace.",
    });
  }
  if (person_id === room.owner_id) {
    throw new Refusal({ code: "conflict_state", message: "This person owns the Room already." });
  }
  await refuseUnlessMayOwn(tx, { workspace_id: room.workspace_id, person_id }, "person_id");
  await handOver(tx, room, { to: person_id, actor: await actorOf(tx, by) });
  return {};
});
