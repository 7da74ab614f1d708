import { defineOperation } from "../kernel/operation.ts";
import { count, empty, id, limitsSchema, runtimeSchema, strings, text, time } from "../kernel/schemas.ts";

const email = { type: "string", minLength: 3, maxLength: 254 } as const;
const password = { type: "string", minLength: 1, maxLength: 1024 } as const;
const personName = { type: "string", minLength: 1, maxLength: 100 } as const;
const secret = { type: "string", minLength: 1, maxLength: 128 } as const;

export const readConnection = defineOperation({
  name: "read_connection",
  audience: "agent",
  scope: "osfoundry:read",
  description: "Who you act for, in which workspace, with which scopes and limits, and what apps may use.",
  input: empty,
  output: {
    type: "object",
    properties: {
      workspace: {
        type: "object",
        properties: { workspace_id: text, name: text },
        required: ["workspace_id", "name"],
        additionalProperties: false,
      },
      person: {
        type: "object",
        properties: { name: text },
        required: ["name"],
        additionalProperties: false,
      },
      scopes: strings,
      limits: limitsSchema,
      server: {
        type: "object",
        properties: { name: text, version: text },
        required: ["name", "version"],
        additionalProperties: false,
      },
      runtime: runtimeSchema,
    },
    required: ["workspace", "person", "scopes", "limits", "server", "runtime"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** What a browser gets when somebody signs in. */
const signedIn = {
  type: "object",
  properties: {
    person: {
      type: "object",
      properties: { person_id: text, name: text, email: text },
      required: ["person_id", "name", "email"],
      additionalProperties: false,
    },
    /** Proof against forged requests: sent back in the `Anteroom-Proof` header of each later call. */
    proof: text,
  },
  required: ["person", "proof"],
  additionalProperties: false,
} as const;

export const setUp = defineOperation({
  name: "set_up",
  audience: "person",
  open: true,
  description:
    "Makes the first workspace and its owner, by the secret of the link printed at the first start.",
  input: {
    type: "object",
    properties: {
      secret,
      workspace_name: { type: "string", minLength: 1, maxLength: 100 },
      name: personName,
      email,
      password,
    },
    required: ["secret", "workspace_name", "name", "email", "password"],
    additionalProperties: false,
  },
  output: signedIn,
});

export const signIn = defineOperation({
  name: "sign_in",
  audience: "person",
  open: true,
  description: "Signs a person in by email and password.",
  input: {
    type: "object",
    properties: { email, password },
    required: ["email", "password"],
    additionalProperties: false,
  },
  output: signedIn,
});

export const signOut = defineOperation({
  name: "sign_out",
  audience: "person",
  description: "Ends this browser's sign-in.",
  input: empty,
  output: empty,
});

export const acceptInvitation = defineOperation({
  name: "accept_invitation",
  audience: "person",
  open: true,
  description:
    "Joins the workspace of an invitation link: whoever is signed in, or a new person by name, email and password.",
  input: {
    type: "object",
    properties: { secret, name: personName, email, password },
    required: ["secret"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { room_id: text, proof: text },
    required: ["room_id"],
    additionalProperties: false,
  },
});

export const listConnections = defineOperation({
  name: "list_connections",
  audience: "person",
  description: "The clients that act for this person, newest first.",
  input: empty,
  output: {
    type: "object",
    properties: {
      connections: {
        type: "array",
        items: {
          type: "object",
          properties: {
            connection_id: text,
            client_name: text,
            kind: { enum: ["oauth", "token"] },
            workspace: {
              type: "object",
              properties: { workspace_id: text, name: text },
              required: ["workspace_id", "name"],
              additionalProperties: false,
            },
            scopes: strings,
            projects: {
              type: "array",
              items: {
                type: "object",
                properties: { project_id: text, name: text },
                required: ["project_id", "name"],
                additionalProperties: false,
              },
            },
            created_at: time,
            expires_at: time,
          },
          required: ["connection_id", "client_name", "kind", "workspace", "scopes", "projects", "created_at"],
          additionalProperties: false,
        },
      },
      total: count,
      /** The address that a client connects to. */
      endpoint: text,
    },
    required: ["connections", "total", "endpoint"],
    additionalProperties: false,
  },
});

export const revokeConnection = defineOperation({
  name: "revoke_connection",
  audience: "person",
  description: "Ends a connection of this person at once: its tokens stop working and its open calls end.",
  input: {
    type: "object",
    properties: { connection_id: id },
    required: ["connection_id"],
    additionalProperties: false,
  },
  output: empty,
});
