import type { JSONSchema } from "json-schema-to-ts";

/** Pieces of JSON Schema that several contracts share. */

type Properties = Readonly<Record<string, JSONSchema>>;

interface ClosedObject<Required, All> {
  readonly type: "object";
  readonly properties: All;
  readonly required: readonly (keyof Required & string)[];
  readonly additionalProperties: false;
}

/** A closed object: the first properties are required, the second may be left out, no others are known. */
export function record<const R extends Properties>(required: R): ClosedObject<R, R>;
export function record<const R extends Properties, const O extends Properties>(
  required: R,
  optional: O,
): ClosedObject<R, R & O>;
export function record(required: Properties, optional: Properties = {}): object {
  const names = Object.keys(required);
  return {
    type: "object",
    properties: { ...required, ...optional },
    ...(names.length > 0 && { required: names }),
    additionalProperties: false,
  };
}

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
/** No input, or nothing to say. */
export const empty = { type: "object", properties: {}, additionalProperties: false } as const;

export const limitsSchema = record(
  {
    files: count,
    file_bytes: count,
    snippet_bytes: count,
    path_bytes: count,
    source_bytes_an_hour: count,
  },
  { pending_proposals: count },
);

export const runtimeSchema = record({
  version: text,
  entry: text,
  packages: strings,
  storage: text,
  blocked: strings,
  offers: strings,
});
