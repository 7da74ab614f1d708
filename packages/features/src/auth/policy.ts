import { oneLine } from "../kernel/one-line.ts";
import { type Scope, SCOPES } from "../kernel/operation.ts";

/** Where clients call; tokens are issued for this address and for nothing else. */
export const MCP_PATH = "/api/v1/external-mcp";

const MINUTE = 60;
const DAY = 86_400;
/** How long things last, in seconds. */
export const LIFETIMES = {
  api_token: 90 * DAY,
  access_token: 3600,
  refresh_token: 30 * DAY,
  code: 60,
  /** From the client's request to the person's decision; signing in happens in between. */
  consent: 3600,
  /** The same for a device, whose code could be guessed. */
  device: 10 * MINUTE,
  /** How much longer a device that asks on is told that its time is over. */
  device_told: 10 * MINUTE,
  /** Within it, every use of one refresh token gets a successor: clients refresh in parallel and retry. */
  refresh_grace: 30,
  /** A grant ends with its connection, so its own end lies out of sight. */
  grant: 3650 * DAY,
  /** How long a registration is kept that acts for nobody. */
  unused_registration: 30 * DAY,
} as const;

/** How long a device waits between two questions, in seconds, until it is told to slow down. */
export const POLL_SECONDS = 5;

/** Labels of agents that are kept for one connection, the latest of them. */
export const MOST_AGENTS = 50;

const LONGEST_CLIENT_NAME = 100;

/** Names of a person's own machine, as they stand in URLs. */
export const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether two addresses are one: by their origins, or by two names of the loopback with one port. */
function sameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return true;
  const [a, b] = [one, other].map(({ protocol, hostname }) => protocol === "http:" && LOOPBACK.has(hostname));
  return a === true && b === true && one.port === other.port;
}

/**
 * Our origin as a client called it. It is the configured one, but for the names of the loopback: strict
 * clients compare what our documents say with the address they were given, whichever name that has.
 */
export function originAsCalled(origin: string, host: string | undefined): string {
  const called = host === undefined ? undefined : URL.parse(`http://${host}`);
  const plain = called && called.host === host?.toLowerCase() && called.origin === `http://${called.host}`;
  return plain && sameOrigin(called, new URL(origin)) ? called.origin : origin;
}

/** Whether an address names our resource: its query and one slash at the end do not count. */
export function isResource(value: string, resource: string): boolean {
  const url = URL.parse(value);
  const ours = new URL(resource);
  if (!url || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return sameOrigin(url, ours) && url.pathname.replace(/\/$/, "") === ours.pathname;
}

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
 * a moment, since clients refresh in parallel and retry when an answer was lost. A clock that was set back
 * makes no moment longer.
 */
export function isUsableAgain(kind: string, consumed_at: number, now: number): boolean {
  return kind === "RefreshToken" && Math.abs(now - consumed_at) < LIFETIMES.refresh_grace;
}

export type Presence = "online" | "recent" | "away" | "offline" | "never";

/** What is known of a connection's life from its last call, which is noted to the minute, and what it holds open. */
export function presenceOf(last_call_at: string | null, open: number, now = Date.now()): Presence {
  if (open > 0) return "online";
  if (last_call_at === null) return "never";
  const minutes = (now - Date.parse(last_call_at)) / 60_000;
  if (minutes < 2) return "online";
  if (minutes < 15) return "recent";
  return minutes < 24 * 60 ? "away" : "offline";
}
