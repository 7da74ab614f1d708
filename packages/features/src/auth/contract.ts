import { defineOperation } from "../kernel/operation.ts";
import {
  count,
  empty,
  id,
  limitsSchema,
  record,
  runtimeSchema,
  strings,
  text,
  time,
} from "../kernel/schemas.ts";

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

/** What a browser gets when somebody signs in. */
const signedIn = record({
  person: record({
    person_id: text,
    name: text,
    email: text,
  }),
  /** Proof against forged requests: sent back in the `Anteroom-Proof` header of each later call. */
  proof: text,
});

export const setUp = defineOperation({
  name: "set_up",
  audience: "person",
  open: true,
  description:
    "Makes the first workspace and its owner, by the secret of the link printed at the first start.",
  input: record({
    secret,
    workspace_name: { type: "string", minLength: 1, maxLength: 100 },
    name: personName,
    email,
    password,
  }),
  output: signedIn,
});

export const signIn = defineOperation({
  name: "sign_in",
  audience: "person",
  open: true,
  description: "Signs a person in by email and password.",
  input: record({ email, password }),
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
  input: record({ secret }, { name: personName, email, password }),
  output: record({ room_id: text }, { proof: text }),
});

export const listConnections = defineOperation({
  name: "list_connections",
  audience: "person",
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
        },
        { expires_at: time },
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
