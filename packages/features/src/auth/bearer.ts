import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import type { AgentPrincipal } from "../kernel/principal.ts";
import { secondsOf } from "../kernel/time.ts";
import { readScopes, resourceOf } from "./policy.ts";
import { findByAccessToken, findByApiToken } from "./store.ts";

/** An API token as issued: the prefix tells it from an access token of OAuth, and helps secret scanners. */
const API_TOKEN = /^anr_[\w-]{43}$/;
/** Nothing longer is hashed. */
const LONGEST_SECRET = 128;

/** What the access token says of itself, written by the authorization server. */
interface AccessToken {
  readonly aud?: string;
  readonly scope?: string;
}

/**
 * Who calls with this bearer token: undefined when it is unknown, over, for another resource, of a revoked
 * connection, or of a person who left the workspace. Asked on every call of an agent: one prepared query.
 */
export async function authenticateBearer(
  ports: Pick<Ports, "store" | "origin">,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Promise<AgentPrincipal | undefined> {
  if (secret.length > LONGEST_SECRET) return undefined;
  const hash = secretHash(secret);
  if (API_TOKEN.test(secret)) {
    const [row] = (await findByApiToken(ports.store.read, { secret_hash: hash })).rows;
    return row && secondsOf(row.expires_at) > nowSeconds ? agent(row, row.scopes) : undefined;
  }
  const [row] = (await findByAccessToken(ports.store.read, { id: hash })).rows;
  if (!row || row.expires_at === null || row.expires_at <= nowSeconds) return undefined;
  const token = JSON.parse(row.payload) as AccessToken;
  return token.aud === resourceOf(ports.origin) ? agent(row, token.scope ?? "") : undefined;
}

function agent(row: Omit<AgentPrincipal, "kind" | "scopes">, scopes: string): AgentPrincipal {
  return {
    kind: "agent",
    workspace_id: row.workspace_id,
    connection_id: row.connection_id,
    person_id: row.person_id,
    client_name: row.client_name,
    scopes: readScopes(scopes),
  };
}
