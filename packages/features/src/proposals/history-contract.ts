import { defineOperation } from "../kernel/operation.ts";
import { count, empty, flag, id, record, text, time } from "../kernel/schemas.ts";
import { revision } from "./contract.ts";

const app = { room_id: id, instance_id: id } as const;

export const readAppHistory = defineOperation({
  name: "read_app_history",
  audience: "person",
  reads: true,
  description: "Every approved version of an app, latest first, with who approved it and its receipt.",
  input: record(app),
  output: record(
    {
      instance_id: text,
      name: text,
      /** This person may rename, remove and revert it. */
      may_change: flag,
      versions: {
        type: "array",
        items: record(
          {
            proposal_id: text,
            revision,
            digest: text,
            runtime: text,
            client_name: text,
            person_name: text,
            approved: record({ by: text, at: time, files_seen: count, files_marked: count, passkey: flag }),
            /** The tab runs this one. */
            current: flag,
          },
          { receipt: record({ text, signature: text, public_key: text }) },
        ),
      },
    },
    { removed: record({ by: text, at: time }) },
  ),
});

export const compareVersions = defineOperation({
  name: "compare_versions",
  audience: "person",
  reads: true,
  description: "The files of an approved version of an app, and of the one that runs now, before going back.",
  input: record({ ...app, proposal_id: id }),
  output: record({
    from: record({ proposal_id: text, revision, digest: text }),
    to: record({ proposal_id: text, revision, digest: text }),
    /** Files that differ; a side that lacks the file lacks the text. */
    files: { type: "array", items: record({ path: text }, { before: text, after: text }) },
    same_count: count,
  }),
});

export const revertApp = defineOperation({
  name: "revert_app",
  audience: "person",
  description: "Goes back (or forward) to an approved version of an app; a removed app stands again.",
  input: record({
    ...app,
    proposal_id: id,
    /** What runs now, as it was seen. */
    digest: { type: "string", maxLength: 128 },
  }),
  output: empty,
});

export const listRoomHistory = defineOperation({
  name: "list_room_history",
  audience: "person",
  reads: true,
  description: "What happened in a Room, latest first, as far as this person may see it.",
  input: record(
    { room_id: id },
    { before: { type: "integer", minimum: 1 }, limit: { type: "integer", minimum: 1, maximum: 100 } },
  ),
  output: record(
    {
      room: record({ room_id: text, name: text }),
      entries: {
        type: "array",
        items: record(
          {
            sequence: count,
            type: text,
            at: time,
            actor: record({ kind: { enum: ["agent", "person"] }, name: text }),
            /** The app's or proposal's name as it was then. */
            name: text,
          },
          {
            proposal_id: text,
            instance_id: text,
            revision,
            digest: text,
            reason: text,
            old_name: text,
            receipt: flag,
          },
        ),
      },
    },
    { next_before: count },
  ),
});
