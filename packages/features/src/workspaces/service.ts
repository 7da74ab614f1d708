import { pageOfAudit } from "../audit/index.ts";
import { bind, type OpenContext, type PersonContext, type Ports } from "../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../kernel/cursor.ts";
import { notFound } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import * as contract from "./contract.ts";
import * as invitationWrites from "./invitation-writes.ts";
import { findOpenInvitation, invitationOver } from "./invitations.ts";
import { changeRoleWrite } from "./member-writes.ts";
import { cleanName } from "./names.ts";
import { demand, mayChangeMembers, mayTransfer } from "./policy.ts";
import { readWorkspace } from "./read-workspace.ts";
import * as roomWrites from "./room-writes.ts";
import * as store from "./store.ts";
import * as writes from "./writes.ts";

const PAGE = 20;
const AUDIT_PAGE = 50;

async function openHome(ports: Ports, person_id: string) {
  const db = ports.store.read;
  const [person, memberships, projects, rooms] = await Promise.all([
    store.findPerson(db, person_id),
    store.listMemberships(db, person_id),
    store.listMyProjects(db, person_id),
    store.listMyResources(db, person_id),
  ]);
  if (!person) throw notFound("person");
  return {
    person: { person_id, name: person.name, email: person.email },
    workspaces: memberships.map((workspace) => ({
      ...workspace,
      projects: projects
        .filter((project) => project.workspace_id === workspace.workspace_id)
        .map(({ project_id, name }) => ({
          project_id,
          name,
          rooms: rooms
            .filter((room) => room.project_id === project_id)
            .map((room) => ({ room_id: room.resource_id, name: room.name })),
        })),
    })),
  };
}

async function listRoomMembers(ports: Ports, person_id: string, room_id: string) {
  const db = ports.store.read;
  const [room, place] = await Promise.all([
    store.reachResource(db, { kind: "person", person_id }, room_id),
    store.findRoomInWorkspaceOf(db, person_id, room_id),
  ]);
  if (!room || !place) throw notFound("Room");
  const members = await store.listResourceMembers(db, room.workspace_id, room_id);
  const inside = new Set(members.map((member) => member.person_id));
  const others = mayChangeMembers(room, person_id)
    ? (await store.listWorkspacePeople(db, room.workspace_id)).filter((one) => !inside.has(one.person_id))
    : [];
  return {
    members: members.map((member) => ({
      ...member,
      owner: member.person_id === room.owner_id,
      you: member.person_id === person_id,
    })),
    others,
    may_transfer: mayTransfer({ person_id, role: place.role }, place),
  };
}

/** In the fragment: it never reaches a server's log or a Referer header. */
function linkOf(ports: Ports, secret: string): string {
  return `${ports.origin}/invitation#${secret}`;
}

async function inviteToRoom(context: PersonContext, input: InputOf<typeof contract.inviteToRoom>) {
  const secret = newSecret();
  const { expires_at } = await context.store.write(invitationWrites.inviteToRoomWrite, {
    ...input,
    by: context.principal.person_id,
    secret_hash: context.sha256(secret),
  });
  return { link: linkOf(context, secret), expires_at };
}

async function inviteToWorkspace(context: PersonContext, input: InputOf<typeof contract.inviteToWorkspace>) {
  const secret = newSecret();
  const { expires_at } = await context.store.write(invitationWrites.inviteToWorkspaceWrite, {
    ...input,
    by: context.principal.person_id,
    secret_hash: context.sha256(secret),
  });
  return { link: linkOf(context, secret), expires_at };
}

async function readInvitation(context: OpenContext, secret: string) {
  const db = context.store.read;
  const invitation = await findOpenInvitation(db, context.sha256(secret), new Date().toISOString());
  if (!invitation) throw invitationOver();
  const person = context.principal && (await store.findPerson(db, context.principal.person_id));
  // Who is a member already keeps the role, whatever the link says.
  const standing = person && (await store.findRole(db, invitation.workspace_id, person.person_id));
  return {
    workspace_name: invitation.workspace_name,
    invited_by: invitation.invited_by,
    role: standing ?? invitation.role,
    expires_at: invitation.expires_at,
    ...(invitation.room_name !== null && { room_name: invitation.room_name }),
    ...(person && { signed_in_as: person.email }),
  };
}

async function listAudit(ports: Ports, person_id: string, input: InputOf<typeof contract.listAudit>) {
  const db = ports.store.read;
  const { workspace_id, cursor } = input;
  const role = await store.findRole(db, workspace_id, person_id);
  if (!role) throw notFound("workspace");
  demand(role, "read_audit");
  const before = cursor === undefined ? 0 : decodeCursor(cursor);
  const rows = await pageOfAudit(db, { workspace_id, before, limit: AUDIT_PAGE + 1 });
  const page = rows.slice(0, AUDIT_PAGE);
  const last = page.at(-1);
  return {
    entries: page.map(({ sequence, at, action, actor_kind, actor_name, subject, detail }) => ({
      sequence,
      at,
      action,
      actor: { kind: actor_kind, name: actor_name },
      ...(subject !== null && { subject }),
      ...(detail !== null && { detail }),
    })),
    ...(last && rows.length > page.length && { next_cursor: encodeCursor(last.sequence) }),
  };
}

export const workspaceBounds = [
  bind(contract.findResources, async ({ store: { read }, principal }, input) => {
    const after = input.cursor === undefined ? 0 : decodeCursor(input.cursor);
    const limit = input.limit ?? PAGE;
    const { rows, more } = await store.searchReachable(read, principal, {
      ...(input.kind !== undefined && { kind: input.kind }),
      ...(input.text !== undefined && { text: input.text }),
      limit,
      after,
    });
    return { resources: rows, ...(more && { next_cursor: encodeCursor(after + limit) }) };
  }),
  bind(contract.openHome, async (context) => await openHome(context, context.principal.person_id)),
  bind(contract.createProject, async (context, input) => {
    const name = cleanName(input.name, "name");
    const { person_id } = context.principal;
    return await context.store.write(writes.createProjectWrite, { ...input, name, person_id });
  }),
  bind(contract.createRoom, async (context, input) => {
    const name = cleanName(input.name, "name");
    const { person_id } = context.principal;
    return await context.store.write(writes.createRoomWrite, { ...input, name, person_id });
  }),
  bind(
    contract.listRoomMembers,
    async (context, input) => await listRoomMembers(context, context.principal.person_id, input.room_id),
  ),
  bind(contract.addRoomMember, async ({ store: db, principal }, input) => {
    return await db.write(roomWrites.addRoomMemberWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.removeRoomMember, async ({ store: db, principal }, input) => {
    return await db.write(roomWrites.removeRoomMemberWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.leaveRoom, async ({ store: db, principal }, input) => {
    return await db.write(roomWrites.leaveRoomWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.transferRoom, async ({ store: db, principal }, input) => {
    return await db.write(roomWrites.transferRoomWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.inviteToRoom, inviteToRoom),
  bind(contract.readInvitation, async (context, input) => await readInvitation(context, input.secret)),
  bind(contract.readWorkspace, async (context, input) => {
    return await readWorkspace(context, context.principal.person_id, input.workspace_id);
  }),
  bind(contract.renameWorkspace, async ({ store: db, principal }, input) => {
    const name = cleanName(input.name, "name");
    return await db.write(writes.renameWorkspaceWrite, { ...input, name, by: principal.person_id });
  }),
  bind(contract.setWorkspacePolicy, async ({ store: db, principal }, input) => {
    return await db.write(writes.setWorkspacePolicyWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.changeRole, async ({ store: db, principal }, input) => {
    return await db.write(changeRoleWrite, { ...input, by: principal.person_id });
  }),
  bind(contract.inviteToWorkspace, inviteToWorkspace),
  bind(contract.revokeInvitation, async ({ store: db, principal }, input) => {
    return await db.write(invitationWrites.revokeInvitationWrite, { ...input, by: principal.person_id });
  }),
  bind(
    contract.listAudit,
    async (context, input) => await listAudit(context, context.principal.person_id, input),
  ),
];
