/** Row types of sign-in, OAuth and connections. Secrets are kept as sha256 hex of the secret. */

export interface PasswordRow {
  person_id: string;
  /** argon2id in PHC form. */
  hash: string;
}

export interface SignInRow {
  secret_hash: string;
  person_id: string;
  user_agent: string;
  created_at: string;
  expires_at: string;
}

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
  user_code: string | null;
  /** Seconds since 1970, as OAuth counts. */
  consumed_at: number | null;
  expires_at: number | null;
}

/** Keys that the server signs with, made at the first start. */
export interface ServerKeyRow {
  name: string;
  value: string;
}

export interface AuthTables {
  passwords: PasswordRow;
  sign_ins: SignInRow;
  connections: ConnectionRow;
  api_tokens: ApiTokenRow;
  oidc_items: OidcItemRow;
  server_keys: ServerKeyRow;
}
