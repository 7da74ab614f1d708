import type { Ports } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { listOpenInvitations } from "./invitations.ts";
import { manages, may, mayRevoke, rolesToGive } from "./policy.ts";
import * as store from "./store.ts";
import type { Role } from "./tables.ts";

interface Viewer {
  readonly person_id: string;
  readonly role: Role;
}

/** A workspace as one of its members may see it, with what policy lets this member do. */
export async function readWorkspace(ports: Pick<Ports, "store">, person_id: string, workspace_id: string) {
  const db = ports.store.read;
  const role = await store.findRole(db, workspace_id, person_id);
  const workspace = role && (await store.findWorkspace(db, workspace_id));
  if (!workspace) throw notFound("workspace");
  const viewer = { person_id, role };
  return {
    workspace_id,
    name: workspace.name,
    your_role: role,
    confirm_minutes: workspace.confirm_minutes,
    previews: workspace.previews === 1,
    own_approvals: workspace.own_approvals === 1,
    may: {
      rename: may(role, "rename"),
      set_policy: may(role, "set_policy"),
      invite: may(role, "invite"),
      manage_members: may(role, "manage_members"),
      read_audit: may(role, "read_audit"),
    },
    members: await membersFor(ports, workspace_id, viewer),
    invitations: await invitationsFor(ports, workspace_id, viewer),
  };
}

async function membersFor(ports: Pick<Ports, "store">, workspace_id: string, viewer: Viewer) {
  const db = ports.store.read;
  const [members, rooms, roommates] = await Promise.all([
    store.listWorkspaceMembers(db, workspace_id),
    store.listRoomsOf(db, workspace_id),
    may(viewer.role, "see_people") ? undefined : store.listRoommates(db, workspace_id, viewer.person_id),
  ]);
  const owners = members.filter((member) => member.role === "owner").length;
  return members
    .filter(({ person_id }) => person_id === viewer.person_id || (roommates?.has(person_id) ?? true))
    .map((member) => {
      const you = member.person_id === viewer.person_id;
      const owned = rooms.filter((room) => room.owner_id === member.person_id);
      const managed = !you && manages(viewer.role, member.role);
      const standing = {
        role: member.role,
        self: you,
        only_owner: member.role === "owner" && owners === 1,
        owns_rooms: owned.length > 0,
      };
      return {
        ...member,
        you,
        // Names of Rooms are told to who will see the Rooms pass on, and to nobody else.
        rooms: you || managed ? owned.map(({ resource_id, name }) => ({ room_id: resource_id, name })) : [],
        roles_to_give: [...rolesToGive(viewer.role, standing)],
        may_remove: managed,
        may_reset: managed,
      };
    });
}

async function invitationsFor(ports: Pick<Ports, "store">, workspace_id: string, viewer: Viewer) {
  const open = await listOpenInvitations(ports.store.read, workspace_id, new Date().toISOString());
  return open
    .filter((invitation) => mayRevoke(viewer, invitation.maker_id))
    .map(({ invitation_id, role, invited_by, created_at, expires_at, room_name }) => ({
      invitation_id,
      role,
      invited_by,
      created_at,
      expires_at,
      ...(room_name !== null && { room_name }),
    }));
}
