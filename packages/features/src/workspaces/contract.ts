import { defineOperation } from "../kernel/operation.ts";
import { count, cursor, empty, flag, id, record, text, time } from "../kernel/schemas.ts";

/** Kinds of things that agents find; sessions and repositories are added by their own features. */
export const RESOURCE_KINDS = ["project", "room"] as const;

const ROLES = ["owner", "admin", "member", "guest"] as const;
const role = { enum: ROLES } as const;
/** How long an invitation link works, in days. */
const days = { type: "integer", minimum: 1, maximum: 30 } as const;

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
  reads: true,
  description: "Who is signed in, and the workspaces, projects and Rooms that this person has.",
  input: empty,
  output: record({
    person: record({ person_id: text, name: text, email: text }),
    workspaces: {
      type: "array",
      items: record({
        workspace_id: text,
        name: text,
        role,
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
  reads: true,
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
        owner: flag,
        you: flag,
      }),
    },
    others: {
      type: "array",
      items: record({ person_id: text, name: text, email: text }),
    },
    /** Whether you may hand the Room to somebody. */
    may_transfer: flag,
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

export const leaveRoom = defineOperation({
  name: "leave_room",
  audience: "person",
  description: "Leaves a Room; its owner hands it over first.",
  input: record({ room_id: id }),
  output: empty,
});

export const transferRoom = defineOperation({
  name: "transfer_room",
  audience: "person",
  confirmed: true,
  description:
    "Hands a Room to another member of the workspace, who decides from then on; by its owner, or by who manages its owner in the workspace.",
  input: roomAndPerson,
  output: empty,
});

export const inviteToRoom = defineOperation({
  name: "invite_to_room",
  audience: "person",
  description: "Makes a link by which one new person joins the workspace, the Room's project and the Room.",
  input: record({ room_id: id }, { role: { enum: ["member", "guest"] }, days }),
  output: record({ link: text, expires_at: time }),
});

export const readInvitation = defineOperation({
  name: "read_invitation",
  audience: "person",
  reads: true,
  open: true,
  description: "What an invitation link leads to.",
  input: record({ secret: { type: "string", minLength: 1, maxLength: 128 } }),
  output: record(
    { workspace_name: text, invited_by: text, role, expires_at: time },
    { room_name: text, signed_in_as: text },
  ),
});

export const readWorkspace = defineOperation({
  name: "read_workspace",
  audience: "person",
  reads: true,
  description: "A workspace as its members see it: people, roles, open invitations, policies.",
  input: record({ workspace_id: id }),
  output: record({
    workspace_id: text,
    name: text,
    your_role: role,
    /** Minutes for which a decision's passkey confirmation holds; 0: each approval is confirmed. */
    confirm_minutes: count,
    /** Whether a proposed app may be tried before it is approved. */
    previews: flag,
    /** Whether who owns a Room may approve what their own agents proposed. */
    own_approvals: flag,
    /** What you may do here; what you may not is not offered. */
    may: record({
      rename: flag,
      set_policy: flag,
      invite: flag,
      manage_members: flag,
      read_audit: flag,
    }),
    members: {
      type: "array",
      items: record({
        person_id: text,
        name: text,
        email: text,
        role,
        joined_at: time,
        you: flag,
        /** Rooms that this person owns and that somebody else must take over. */
        rooms: { type: "array", items: record({ room_id: text, name: text }) },
        /** The roles that you may give this person; empty when you may change nothing. */
        roles_to_give: { type: "array", items: role },
        may_remove: flag,
        may_reset: flag,
      }),
    },
    invitations: {
      type: "array",
      items: record(
        { invitation_id: text, role, invited_by: text, created_at: time, expires_at: time },
        { room_name: text },
      ),
    },
  }),
});

export const renameWorkspace = defineOperation({
  name: "rename_workspace",
  audience: "person",
  description: "Renames a workspace.",
  input: record({ workspace_id: id, name: thingName }),
  output: empty,
});

export const setWorkspacePolicy = defineOperation({
  name: "set_workspace_policy",
  audience: "person",
  confirmed: true,
  description:
    "Sets for how many minutes a decision's passkey confirmation holds, whether proposed apps may be tried, and whether people approve what their own agents proposed.",
  input: record(
    { workspace_id: id, confirm_minutes: { type: "integer", minimum: 0, maximum: 240 } },
    { previews: flag, own_approvals: flag },
  ),
  output: empty,
});

export const changeRole = defineOperation({
  name: "change_role",
  audience: "person",
  confirmed: true,
  description: "Gives a member another role; a workspace keeps at least one owner.",
  input: record({ workspace_id: id, person_id: id, role }),
  output: empty,
});

export const inviteToWorkspace = defineOperation({
  name: "invite_to_workspace",
  audience: "person",
  // Whoever leads a workspace outlasts the sign-in by which the link was made.
  confirmed: { role: "admin" },
  description: "Makes a link by which one person joins the workspace, and a Room if one is named.",
  input: record({ workspace_id: id, role: { enum: ["admin", "member", "guest"] } }, { room_id: id, days }),
  output: record({ link: text, expires_at: time }),
});

export const revokeInvitation = defineOperation({
  name: "revoke_invitation",
  audience: "person",
  description: "Ends an invitation link that nobody used yet.",
  input: record({ workspace_id: id, invitation_id: id }),
  output: empty,
});

export const listAudit = defineOperation({
  name: "list_audit",
  audience: "person",
  reads: true,
  description: "What was done in a workspace that matters for its safety, newest first.",
  input: record({ workspace_id: id }, { cursor }),
  output: record(
    {
      entries: {
        type: "array",
        items: record(
          {
            sequence: count,
            at: time,
            /** What was done, such as `member.removed`. */
            action: text,
            actor: record({ kind: { enum: ["person", "agent", "server"] }, name: text }),
          },
          /** Who or what it was done to, by name; `detail` in a few words of ours or a name. */
          { subject: text, detail: text },
        ),
      },
    },
    { next_cursor: text },
  ),
});
