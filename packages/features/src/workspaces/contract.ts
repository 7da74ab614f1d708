import { defineOperation } from "../kernel/operation.ts";
import { cursor, empty, id, text, time } from "../kernel/schemas.ts";

/** Kinds of things that agents find; sessions and repositories are added by their own features. */
export const RESOURCE_KINDS = ["project", "room"] as const;

const thingName = { type: "string", minLength: 1, maxLength: 100 } as const;

export const findResources = defineOperation({
  name: "find_resources",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Find the projects and Rooms you can reach, by kind and by text in their name.",
  input: {
    type: "object",
    properties: {
      kind: { enum: RESOURCE_KINDS },
      text: { type: "string", maxLength: 200 },
      limit: { type: "integer", minimum: 1, maximum: 50 },
      cursor,
    },
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      resources: {
        type: "array",
        items: {
          type: "object",
          properties: {
            kind: { enum: RESOURCE_KINDS },
            project_id: text,
            room_id: text,
            name: text,
            owner: text,
          },
          required: ["kind", "project_id", "name"],
          additionalProperties: false,
        },
      },
      next_cursor: text,
    },
    required: ["resources"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const openHome = defineOperation({
  name: "open_home",
  audience: "person",
  description: "Who is signed in, and the workspaces, projects and Rooms that this person has.",
  input: empty,
  output: {
    type: "object",
    properties: {
      person: {
        type: "object",
        properties: { person_id: text, name: text, email: text },
        required: ["person_id", "name", "email"],
        additionalProperties: false,
      },
      workspaces: {
        type: "array",
        items: {
          type: "object",
          properties: {
            workspace_id: text,
            name: text,
            role: { enum: ["owner", "admin", "member", "guest"] },
            projects: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  project_id: text,
                  name: text,
                  rooms: {
                    type: "array",
                    items: {
                      type: "object",
                      properties: { room_id: text, name: text },
                      required: ["room_id", "name"],
                      additionalProperties: false,
                    },
                  },
                },
                required: ["project_id", "name", "rooms"],
                additionalProperties: false,
              },
            },
          },
          required: ["workspace_id", "name", "role", "projects"],
          additionalProperties: false,
        },
      },
    },
    required: ["person", "workspaces"],
    additionalProperties: false,
  },
});

export const createProject = defineOperation({
  name: "create_project",
  audience: "person",
  description: "Makes a project in a workspace; who makes it is seated in it.",
  input: {
    type: "object",
    properties: { workspace_id: id, name: thingName },
    required: ["workspace_id", "name"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { project_id: text },
    required: ["project_id"],
    additionalProperties: false,
  },
});

export const createRoom = defineOperation({
  name: "create_room",
  audience: "person",
  description: "Makes a Room in a project; who makes it owns it and decides what is let in.",
  input: {
    type: "object",
    properties: { project_id: id, name: thingName },
    required: ["project_id", "name"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { room_id: text },
    required: ["room_id"],
    additionalProperties: false,
  },
});

export const listRoomMembers = defineOperation({
  name: "list_room_members",
  audience: "person",
  description: "The members of a Room, and for its owner the people of the workspace who could be added.",
  input: {
    type: "object",
    properties: { room_id: id },
    required: ["room_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      members: {
        type: "array",
        items: {
          type: "object",
          properties: {
            person_id: text,
            name: text,
            email: text,
            joined_at: time,
            owner: { type: "boolean" },
            you: { type: "boolean" },
          },
          required: ["person_id", "name", "email", "joined_at", "owner", "you"],
          additionalProperties: false,
        },
      },
      others: {
        type: "array",
        items: {
          type: "object",
          properties: { person_id: text, name: text, email: text },
          required: ["person_id", "name", "email"],
          additionalProperties: false,
        },
      },
    },
    required: ["members", "others"],
    additionalProperties: false,
  },
});

const roomAndPerson = {
  type: "object",
  properties: { room_id: id, person_id: id },
  required: ["room_id", "person_id"],
  additionalProperties: false,
} as const;

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
  input: {
    type: "object",
    properties: { room_id: id },
    required: ["room_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { link: text, expires_at: time },
    required: ["link", "expires_at"],
    additionalProperties: false,
  },
});

export const readInvitation = defineOperation({
  name: "read_invitation",
  audience: "person",
  open: true,
  description: "What an invitation link leads to.",
  input: {
    type: "object",
    properties: { secret: { type: "string", minLength: 1, maxLength: 128 } },
    required: ["secret"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { workspace_name: text, room_name: text, invited_by: text, signed_in_as: text },
    required: ["workspace_name", "room_name", "invited_by"],
    additionalProperties: false,
  },
});
