import { defineOperation } from "../kernel/operation.ts";
import { count, cursor, empty, flag, id, record, text, time } from "../kernel/schemas.ts";

/** What an app gets only if the card told of it when it was approved. */
export const GRANTS = ["shared", "members"] as const;
export type Grant = (typeof GRANTS)[number];

const revision = { type: "integer", minimum: 1 } as const;

/** What an agent learns of an app: identity and launcher state, never code, config or data. */
export const appSchema = record({
  instance_id: text,
  name: text,
  kind: { enum: ["snippet"] },
  launcher: record({ state: { enum: ["available"] } }),
  version: revision,
  created_at: time,
});

export const listRoomApps = defineOperation({
  name: "list_room_apps",
  audience: "agent",
  scope: "osfoundry:read",
  description: "List the apps in a cloud Room's launcher.",
  input: record({ room_id: id }, { limit: { type: "integer", minimum: 1, maximum: 50 }, cursor }),
  output: record({ apps: { type: "array", items: appSchema } }, { next_cursor: text }),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const openRoom = defineOperation({
  name: "open_room",
  audience: "person",
  reads: true,
  description: "A Room as a member sees it: its owner, and its launcher as a tab bar.",
  input: record({ room_id: id }),
  output: record({
    room_id: text,
    name: text,
    project: record({ project_id: text, name: text }),
    owner: record({ name: text, you: flag }),
    members_count: count,
    /** The runtime of now, so that a page can warm it up before an app is opened. */
    runtime: text,
    apps: {
      type: "array",
      items: record({ instance_id: text, name: text, revision, created_at: time }),
    },
    /** The demo's sample agent can be played here. */
    sample_agent: flag,
  }),
});

export const openApp = defineOperation({
  name: "open_app",
  audience: "person",
  reads: true,
  description: "The approved code of an app, checked against the digest it was approved by, ready to run.",
  input: record({ room_id: id, instance_id: id }),
  output: record({
    instance_id: text,
    name: text,
    revision,
    digest: text,
    runtime: text,
    files: { type: "object", additionalProperties: text },
    /** What of the house it was approved with besides its own storage: `shared` data, the `members`' names. */
    grants: { type: "array", items: { enum: GRANTS } },
    /** What its code shows that it uses or tries, as the scan told at its approval; nothing for older scans. */
    uses: { type: "array", items: record({ capability: text, name: text }) },
    approved: record({ by: text, at: time, files_seen: count, files_marked: count, passkey: flag }),
    /** The person who looks may rename, remove and revert it. */
    may_change: flag,
  }),
});

const app = { room_id: id, instance_id: id } as const;

export const renameApp = defineOperation({
  name: "rename_app",
  audience: "person",
  description: "Gives a tab another name; the name first proposed still leads updates to it.",
  input: record({ ...app, name: { type: "string", maxLength: 400 } }),
  output: empty,
});

export const moveApp = defineOperation({
  name: "move_app",
  audience: "person",
  description: "Puts a tab behind another one, or without one to the front; for every member.",
  input: record(app, { after: id }),
  output: empty,
});

export const removeApp = defineOperation({
  name: "remove_app",
  audience: "person",
  description:
    "Takes an app out of the launcher; its history stays, and an approved version can be put back.",
  input: record(app),
  output: empty,
});
