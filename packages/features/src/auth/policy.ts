import { oneLine } from "../kernel/one-line.ts";
import { type Scope, SCOPES } from "../kernel/operation.ts";

/** Where clients call; tokens are issued for this address and for nothing else. */
export const MCP_PATH = "/api/v1/external-mcp";

const DAY = 86_400;
/** How long things last, in seconds. */
export const LIFETIMES = {
  api_token: 90 * DAY,
  access_token: 3600,
  refresh_token: 30 * DAY,
  code: 60,
  /** From the client's request to the person's decision; signing in happens in between. */
  consent: 3600,
  /** Within it, every use of one refresh token gets a successor: clients refresh in parallel and retry. */
  refresh_grace: 30,
  /** A grant ends with its connection, so its own end lies out of sight. */
  grant: 3650 * DAY,
} as const;

const LONGEST_CLIENT_NAME = 100;

/** The one resource that tokens are for (RFC 8707, RFC 9728). */
export function resourceOf(origin: string): string {
  return origin + MCP_PATH;
}

/** Where the description of that resource is, for `WWW-Authenticate` (RFC 9728, section 5.1). */
export function resourceMetadataOf(origin: string): string {
  return `${origin}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

/** The scopes of ours among space-separated ones, each once; others are dropped. */
export function readScopes(text: string): Scope[] {
  const asked = text.split(" ");
  return SCOPES.filter((scope) => asked.includes(scope));
}

/** A client's own name, made fit for one line on the consent page and under Connected. */
export function cleanClientName(name: unknown): string {
  return oneLine(name, LONGEST_CLIENT_NAME) || "A client without a name";
}

/**
 * Whether what was used at `consumed_at` counts as unused at `now`, both in seconds: a refresh token does for
 * a moment, since clients refresh in parallel and retry when an answer was lost.
 */
export function isUsableAgain(kind: string, consumed_at: number, now: number): boolean {
  return kind === "RefreshToken" && now < consumed_at + LIFETIMES.refresh_grace;
}
