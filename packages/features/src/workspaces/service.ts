import { nameProblem } from "@anteroom/app-format";
import { bind, type Ports } from "../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../kernel/cursor.ts";
import { notFound, Refusal } from "../kernel/errors.ts";
import { newSecret } from "../kernel/ids.ts";
import * as contract from "./contract.ts";
import { mayChangeMembers } from "./policy.ts";
import * as store from "./store.ts";
import * as writes from "./writes.ts";

const PAGE = 20;

/**
 * A name of a thing as kept: NFC and trimmed; throws `invalid_arguments` for one that cannot be shown. The
 * kept form is held to the rules too: composing makes up to three characters of one.
 */
export function cleanName(name: string, where: string): string {
  const problem = nameProblem(name) ?? nameProblem(name.normalize("NFC"));
  if (problem) throw new Refusal({ ...problem, where });
  return name.normalize("NFC").trim();
}

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
  const room = await store.reachResource(db, { kind: "person", person_id }, room_id);
  if (!room) throw notFound("Room");
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
    may_transfer: mayChangeMembers(room, person_id),
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
  bind(
    contract.addRoomMember,
    async (context, input) =>
      await context.store.write(writes.addRoomMemberWrite, { ...input, by: context.principal.person_id }),
  ),
  bind(
    contract.removeRoomMember,
    async (context, input) =>
      await context.store.write(writes.removeRoomMemberWrite, { ...input, by: context.principal.person_id }),
  ),
  bind(contract.inviteToRoom, async (context, input) => {
    const secret = newSecret();
    const { expires_at } = await context.store.write(writes.inviteToRoomWrite, {
      room_id: input.room_id,
      by: context.principal.person_id,
      secret_hash: context.sha256(secret),
    });
    // In the fragment: it never reaches a server's log or a Referer header.
    return { link: `${context.origin}/invitation#${secret}`, expires_at };
  }),
  bind(contract.readInvitation, async (context, input) => {
    const db = context.store.read;
    const now = new Date().toISOString();
    const invitation = await store.findOpenInvitation(db, context.sha256(input.secret), now);
    if (!invitation) throw writes.invitationOver();
    const person = context.principal && (await store.findPerson(db, context.principal.person_id));
    return {
      workspace_name: invitation.workspace_name,
      invited_by: invitation.invited_by,
      role: invitation.role,
      expires_at: invitation.expires_at,
      ...(invitation.room_name !== null && { room_name: invitation.room_name }),
      ...(person && { signed_in_as: person.email }),
    };
  }),
];
