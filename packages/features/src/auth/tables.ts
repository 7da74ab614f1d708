/** Row types of OAuth and connections. Secrets are kept as sha256 hex of the secret. */

export interface ConnectionRow {
  workspace_id: string;
  connection_id: string;
  person_id: string;
  kind: "oauth" | "token";
  client_name: string;
  /** The OAuth client and grant; null for an API token. */
  client_id: string | null;
  grant_id: string | null;
  /** Space separated. */
  scopes: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** Where the client's answers go, as the consent page showed it; null for tokens and devices. */
  redirect_host: string | null;
  loopback: number;
  /** Coarse: written at most once a minute. */
  last_call_at: string | null;
}

/** The labels that agents of a connection gave themselves (`Anteroom-Agent`), the latest of them. */
export interface ConnectionAgentRow {
  workspace_id: string;
  connection_id: string;
  label: string;
  last_call_at: string;
}

export interface ApiTokenRow {
  secret_hash: string;
  workspace_id: string;
  connection_id: string;
  expires_at: string;
}

/** One object of the authorization server, by kind; `id` is the hash of what a client holds. */
export interface OidcItemRow {
  kind: string;
  id: string;
  payload: string;
  grant_id: string | null;
  uid: string | null;
  /** The hash of the code by which a person finds a device's request. */
  user_code: string | null;
  /** Times in seconds since 1970, as OAuth counts: when a client used it up, when a person answered it. */
  consumed_at: number | null;
  answered_at: number | null;
  /** Null for what has no end, such as a registration that acts for somebody. */
  expires_at: number | null;
  /** The registration that it is or that it manages: the id of the `Client`; null for all else. */
  client_hash: string | null;
}

export interface AuthTables {
  connections: ConnectionRow;
  connection_agents: ConnectionAgentRow;
  api_tokens: ApiTokenRow;
  oidc_items: OidcItemRow;
}
