import { defineOperation } from "../kernel/operation.ts";
import {
  count,
  empty,
  flag,
  id,
  limitsSchema,
  record,
  runtimeSchema,
  strings,
  text,
  time,
} from "../kernel/schemas.ts";

export const readConnection = defineOperation({
  name: "read_connection",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Who you act for, in which workspace, with which scopes and limits, and what apps may use.",
  input: empty,
  output: record({
    workspace: record({ workspace_id: text, name: text }),
    person: record({ name: text }),
    scopes: strings,
    limits: limitsSchema,
    server: record({ name: text, version: text }),
    runtime: runtimeSchema,
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const listConnections = defineOperation({
  name: "list_connections",
  audience: "person",
  reads: true,
  description: "The clients that act for this person, newest first.",
  input: empty,
  output: record({
    connections: {
      type: "array",
      items: record(
        {
          connection_id: text,
          client_name: text,
          kind: { enum: ["oauth", "token"] },
          workspace: record({ workspace_id: text, name: text }),
          scopes: strings,
          projects: {
            type: "array",
            items: record({ project_id: text, name: text }),
          },
          created_at: time,
          /** `expired`: the client has to sign in again; offline alone is no reason to. */
          login: { enum: ["working", "expired"] },
          /** By the server's clock, from calls and open waits; `never`: it has not called yet. */
          presence: { enum: ["online", "recent", "away", "offline", "never"] },
          /** Calls that it holds open now. */
          waiting: count,
          /** The labels of its parallel agents, the latest first. */
          agents: { type: "array", items: record({ label: text, last_call_at: time }) },
          /** Projects that the person could seat it in, those above included. */
          possible_projects: { type: "array", items: record({ project_id: text, name: text }) },
        },
        {
          expires_at: time,
          last_call_at: time,
          /** Where its sign-in answers to; not there for tokens and devices. */
          redirect_host: text,
          loopback: flag,
        },
      ),
    },
    total: count,
    /** The address that a client connects to. */
    endpoint: text,
  }),
});

export const revokeConnection = defineOperation({
  name: "revoke_connection",
  audience: "person",
  description: "Ends a connection of this person at once: its tokens stop working and its open calls end.",
  input: record({ connection_id: id }),
  output: empty,
});

export const changeConnectionProjects = defineOperation({
  name: "change_connection_projects",
  audience: "person",
  description: "Seats a connection of this person in other projects of its workspace, from its next call on.",
  input: record({
    connection_id: id,
    project_ids: { type: "array", items: id, minItems: 1, maxItems: 1000 },
  }),
  output: empty,
});

export const removeMember = defineOperation({
  name: "remove_member",
  audience: "person",
  confirmed: true,
  description:
    "Takes a member out of the workspace: Rooms pass to the successor, connections and their tokens end.",
  input: record({ workspace_id: id, person_id: id }, { successor_id: id }),
  output: empty,
});

export const leaveWorkspace = defineOperation({
  name: "leave_workspace",
  audience: "person",
  confirmed: true,
  description: "Leaves a workspace: Rooms pass to the successor, connections end. The last owner stays.",
  input: record({ workspace_id: id }, { successor_id: id }),
  output: empty,
});
