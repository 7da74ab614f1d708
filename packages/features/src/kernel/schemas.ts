/** Pieces of JSON Schema that several contracts share. */

export const text = { type: "string" } as const;
export const count = { type: "integer", minimum: 0 } as const;
export const flag = { type: "boolean" } as const;
/** RFC 3339 UTC with milliseconds. */
export const time = { type: "string" } as const;
export const strings = { type: "array", items: text } as const;

export const waitSeconds = { type: "integer", minimum: 0, maximum: 50 } as const;
export const cursor = { type: "string", maxLength: 64 } as const;

/** An id of ours: opaque, so only its length is bounded. */
export const id = { type: "string", maxLength: 64 } as const;
export const empty = { type: "object", properties: {}, additionalProperties: false } as const;

export const limitsSchema = {
  type: "object",
  properties: {
    files: count,
    file_bytes: count,
    snippet_bytes: count,
    path_bytes: count,
    pending_proposals: count,
  },
  required: ["files", "file_bytes", "snippet_bytes", "path_bytes"],
  additionalProperties: false,
} as const;

export const runtimeSchema = {
  type: "object",
  properties: { version: text, entry: text, packages: strings, storage: text, blocked: strings },
  required: ["version", "entry", "packages", "storage", "blocked"],
  additionalProperties: false,
} as const;
