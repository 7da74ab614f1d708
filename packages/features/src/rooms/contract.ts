import { defineOperation } from "../kernel/operation.ts";
import { count, cursor, flag, id, text, time } from "../kernel/schemas.ts";

/** What an agent learns of an app: identity and launcher state, never code, config or data. */
export const appSchema = {
  type: "object",
  properties: {
    instance_id: text,
    name: text,
    kind: { enum: ["snippet"] },
    launcher: {
      type: "object",
      properties: { state: { enum: ["available"] } },
      required: ["state"],
      additionalProperties: false,
    },
    version: { type: "integer", minimum: 1 },
    created_at: time,
  },
  required: ["instance_id", "name", "kind", "launcher", "version", "created_at"],
  additionalProperties: false,
} as const;

export const listRoomApps = defineOperation({
  name: "list_room_apps",
  audience: "agent",
  scope: "osfoundry:read",
  description: "List the apps in a cloud Room's launcher.",
  input: {
    type: "object",
    properties: { room_id: id, limit: { type: "integer", minimum: 1, maximum: 50 }, cursor },
    required: ["room_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: { apps: { type: "array", items: appSchema }, next_cursor: text },
    required: ["apps"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

export const openRoom = defineOperation({
  name: "open_room",
  audience: "person",
  description: "A Room as a member sees it: its owner, and its launcher as a tab bar.",
  input: {
    type: "object",
    properties: { room_id: id },
    required: ["room_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      room_id: text,
      name: text,
      project: {
        type: "object",
        properties: { project_id: text, name: text },
        required: ["project_id", "name"],
        additionalProperties: false,
      },
      owner: {
        type: "object",
        properties: { name: text, you: flag },
        required: ["name", "you"],
        additionalProperties: false,
      },
      members_count: count,
      /** The runtime of now, so that a page can warm it up before an app is opened. */
      runtime: text,
      apps: {
        type: "array",
        items: {
          type: "object",
          properties: { instance_id: text, name: text, created_at: time },
          required: ["instance_id", "name", "created_at"],
          additionalProperties: false,
        },
      },
    },
    required: ["room_id", "name", "project", "owner", "members_count", "runtime", "apps"],
    additionalProperties: false,
  },
});

export const openApp = defineOperation({
  name: "open_app",
  audience: "person",
  description: "The approved code of an app, checked against the digest it was approved by, ready to run.",
  input: {
    type: "object",
    properties: { room_id: id, instance_id: id },
    required: ["room_id", "instance_id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      instance_id: text,
      name: text,
      revision: { type: "integer", minimum: 1 },
      digest: text,
      runtime: text,
      files: { type: "object", additionalProperties: text },
      approved: {
        type: "object",
        properties: { by: text, at: time, files_seen: count, files_marked: count },
        required: ["by", "at", "files_seen", "files_marked"],
        additionalProperties: false,
      },
    },
    required: ["instance_id", "name", "revision", "digest", "runtime", "files", "approved"],
    additionalProperties: false,
  },
});
