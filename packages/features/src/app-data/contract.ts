import { defineOperation } from "../kernel/operation.ts";
import { count, empty, flag, id, record, text, time } from "../kernel/schemas.ts";

// What an app keeps for its whole Room. Only people's browsers reach it; no operation of an agent returns it.

/** The most that one app, and all apps of a Room, may keep; bytes of keys and values as JSON in UTF-8. */
export const SHARED_LIMITS = {
  key: 256,
  value_bytes: 256 * 1024,
  keys: 2000,
  bytes: 2 * 1024 * 1024,
  room_bytes: 20 * 1024 * 1024,
  /** Changes that one person may make in one app in a minute. */
  changes_a_minute: 600,
  /** What one person's apps together may set in a minute: each change is written to the disk before others' go on. */
  change_bytes_a_minute: 64 * 1024 * 1024,
} as const;

const app = { room_id: id, instance_id: id } as const;
const key = { type: "string", minLength: 1, maxLength: SHARED_LIMITS.key } as const;
/** Key to value, each as JSON text. */
const entries = { type: "object", additionalProperties: text } as const;
const version = { type: "integer", minimum: 0, maximum: 9007199254740991 } as const;

export const readSharedData = defineOperation({
  name: "read_shared_data",
  audience: "person",
  reads: true,
  description:
    "What changed in an app's shared data after a version, oldest first; from 0 all of it. `reset` tells that what was read before is to be dropped.",
  input: record({ ...app, after: version }),
  output: record({
    entries: {
      type: "array",
      /** Without a value: deleted. Values are JSON text. */
      items: record({ key: text, version: count }, { value: text }),
    },
    /** The last version examined; ask after it next. */
    version: count,
    has_more: flag,
    reset: flag,
  }),
});

export const setSharedValue = defineOperation({
  name: "set_shared_value",
  audience: "person",
  by_app: true,
  description:
    "Sets one value of an app's shared data; the last one who writes wins unless a version is named.",
  input: record(
    { ...app, key, value: { type: "string", minLength: 1 } },
    /** Only if the value is still of this version; 0: only if there is none. */
    { if_version: version },
  ),
  output: record({ version: count }),
});

export const deleteSharedValue = defineOperation({
  name: "delete_shared_value",
  audience: "person",
  by_app: true,
  description: "Deletes one value of an app's shared data.",
  input: record({ ...app, key }, { if_version: version }),
  output: record({ version: count }),
});

export const openSharedData = defineOperation({
  name: "open_shared_data",
  audience: "person",
  reads: true,
  description: "How much an app keeps for the Room, and what can be brought back.",
  input: record(app),
  output: record({
    keys: count,
    bytes: count,
    most_bytes: count,
    /** This person may export, clear and restore it. */
    may_change: flag,
    backups: {
      type: "array",
      items: record({
        backup_id: text,
        why: { enum: ["cleared", "restored"] },
        at: time,
        by: text,
        keys: count,
        bytes: count,
        /** When it is erased. */
        until: time,
      }),
    },
  }),
});

export const exportSharedData = defineOperation({
  name: "export_shared_data",
  audience: "person",
  reads: true,
  description: "All of an app's shared data, in the form that restoring takes.",
  input: record(app),
  output: record({ form: { const: "anteroom.shared.1" }, app: text, at: time, entries }),
});

export const clearSharedData = defineOperation({
  name: "clear_shared_data",
  audience: "person",
  description: "Empties an app's shared data; what was there can be brought back for 30 days.",
  input: record(app),
  output: record({}, { backup_id: text }),
});

export const restoreSharedData = defineOperation({
  name: "restore_shared_data",
  audience: "person",
  description: "Puts an export or an earlier state in the place of an app's shared data.",
  /** One of the two. */
  input: record(app, { backup_id: id, entries }),
  output: empty,
});
