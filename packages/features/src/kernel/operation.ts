import type { FromSchema, JSONSchema } from "json-schema-to-ts";

/** Who may call an operation: a client's connection by its token, or a person's browser by its cookie. */
export type Audience = "agent" | "person";

export const SCOPES = ["osfoundry:read", "osfoundry:write"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface OperationShape {
  readonly name: string;
  readonly audience: Audience;
  readonly description: string;
  readonly input: JSONSchema;
  readonly output: JSONSchema;
  /** The scope a token needs; operations for persons have none. */
  readonly scope?: Scope;
  readonly annotations?: Annotations;
  /** A person's operation that works before sign-in, such as signing in. */
  readonly open?: true;
  /** A person's operation that changes nothing, so that it is not limited as changes are. */
  readonly reads?: true;
  /**
   * A change that an app of a Room makes through its page. It is limited for each app by itself: no app uses up what
   * its person may change.
   */
  readonly by_app?: true;
  /**
   * A person's operation that needs a sign-in or confirmation of the last minutes, since it is dangerous: always, or
   * where its input holds these values.
   */
  readonly confirmed?: true | Readonly<Record<string, string>>;
}

/**
 * Declares one operation. Every face (MCP tool, HTTP API, browser client) is a projection of it, so its
 * schemas are literals that are emitted byte for byte.
 */
export function defineOperation<const O extends OperationShape>(operation: O): O {
  return operation;
}

type FromLiteral<S> = S extends JSONSchema ? FromSchema<S> : never;
export type InputOf<O extends OperationShape> = FromLiteral<O["input"]>;
export type OutputOf<O extends OperationShape> = FromLiteral<O["output"]>;
