import { defineOperation } from "../kernel/operation.ts";
import { cursor, empty, id, record, text, time } from "../kernel/schemas.ts";

/** Kinds of things that agents find; sessions and repositories are added by their own features. */
export const RESOURCE_KINDS = ["project", "room"] as const;

const thingName = { type: "string", minLength: 1, maxLength: 100 } as const;

export const findResources = defineOperation({
  name: "find_resources",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Find the projects and Rooms you can reach, by kind and by text in their name.",
  input: record(
    {},
    {
      kind: { enum: RESOURCE_KINDS },
      text: { type: "string", maxLength: 200 },
      limit: { type: "integer", minimum: 1, maximum: 50 },
      cursor,
    },
  ),
  output: record(
    {
      resources: {
        type: "array",
        items: record(
          { kind: { enum: RESOURCE_KINDS }, project_id: text, name: text },
          { room_id: text, owner: text },
        ),
      },
    },
    { next_cursor: text },
  ),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const openHome = defineOperation({
  name: "open_home",
  audience: "person",
  description: "Who is signed in, and the workspaces, projects and Rooms that this person has.",
  input: empty,
  output: record({
    person: record({ person_id: text, name: text, email: text }),
    workspaces: {
      type: "array",
      items: record({
        workspace_id: text,
        name: text,
        role: { enum: ["owner", "admin", "member", "guest"] },
        projects: {
          type: "array",
          items: record({
            project_id: text,
            name: text,
            rooms: {
              type: "array",
              items: record({ room_id: text, name: text }),
            },
          }),
        },
      }),
    },
  }),
});

export const createProject = defineOperation({
  name: "create_project",
  audience: "person",
  description: "Makes a project in a workspace; who makes it is seated in it.",
  input: record({ workspace_id: id, name: thingName }),
  output: record({ project_id: text }),
});

export const createRoom = defineOperation({
  name: "create_room",
  audience: "person",
  description: "Makes a Room in a project; who makes it owns it and decides what is let in.",
  input: record({ project_id: id, name: thingName }),
  output: record({ room_id: text }),
});

export const listRoomMembers = defineOperation({
  name: "list_room_members",
  audience: "person",
  description: "The members of a Room, and for its owner the people of the workspace who could be added.",
  input: record({ room_id: id }),
  output: record({
    members: {
      type: "array",
      items: record({
        person_id: text,
        name: text,
        email: text,
        joined_at: time,
        owner: { type: "boolean" },
        you: { type: "boolean" },
      }),
    },
    others: {
      type: "array",
      items: record({ person_id: text, name: text, email: text }),
    },
  }),
});

const roomAndPerson = record({ room_id: id, person_id: id });

export const addRoomMember = defineOperation({
  name: "add_room_member",
  audience: "person",
  description: "The Room's owner lets a person of the workspace into the Room.",
  input: roomAndPerson,
  output: empty,
});

export const removeRoomMember = defineOperation({
  name: "remove_room_member",
  audience: "person",
  description: "The Room's owner takes a member out of the Room; the owner stays.",
  input: roomAndPerson,
  output: empty,
});

export const inviteToRoom = defineOperation({
  name: "invite_to_room",
  audience: "person",
  description: "Makes a link by which one new person joins the workspace, the Room's project and the Room.",
  input: record({ room_id: id }),
  output: record({ link: text, expires_at: time }),
});

export const readInvitation = defineOperation({
  name: "read_invitation",
  audience: "person",
  open: true,
  description: "What an invitation link leads to.",
  input: record({ secret: { type: "string", minLength: 1, maxLength: 128 } }),
  output: record({ workspace_name: text, room_name: text, invited_by: text }, { signed_in_as: text }),
});
