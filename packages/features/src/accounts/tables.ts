/** Row types of people and how they sign in. Secrets are kept as sha256 hex of the secret. */

export interface PasswordRow {
  person_id: string;
  /** argon2id in PHC form. */
  hash: string;
}

export type SignInWay = "password" | "passkey" | "provider" | "link";

export interface SignInRow {
  secret_hash: string;
  /** Names the sign-in to its person; opens nothing. */
  sign_in_id: string;
  person_id: string;
  user_agent: string;
  way: SignInWay;
  created_at: string;
  expires_at: string;
  /** Coarse: written at most once in some minutes. */
  last_seen_at: string;
  /** When the person last proved to be there: signing in counts. */
  confirmed_at: string;
  /** The secret that the last confirmation put beside this sign-in's own; null before the first one. */
  confirmed_hash: string | null;
  /** When a passkey last confirmed an approval in this browser. */
  approval_confirmed_at: string | null;
}

export interface PasskeyRow {
  passkey_id: string;
  person_id: string;
  /** The credential's own id, base64url; unique. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON array of strings. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The authenticator app of a person. Its secret must be readable, so it is sealed with a server key. */
export interface SecondFactorRow {
  person_id: string;
  sealed_secret: string;
  /** Null until the first right code. */
  confirmed_at: string | null;
  /** The time step of the last code that was taken: no code counts twice. */
  last_step: number;
}

export interface RecoveryCodeRow {
  person_id: string;
  code_hash: string;
}

/** A person as a company's provider knows them. */
export interface IdentityRow {
  identity_id: string;
  person_id: string;
  provider_id: string;
  issuer: string;
  subject: string;
  email: string;
  linked_at: string;
}

export interface ResetLinkRow {
  secret_hash: string;
  person_id: string;
  /** Who made it; null for the command line. */
  made_by: string | null;
  forgets_factors: number;
  expires_at: string;
}

/** Tickets that were used, kept until they would have expired. */
export interface UsedTicketRow {
  ticket_hash: string;
  expires_at: string;
}

/** Keys that the server signs with, made at the first start. */
export interface ServerKeyRow {
  name: string;
  value: string;
}

export interface AccountTables {
  passwords: PasswordRow;
  sign_ins: SignInRow;
  server_keys: ServerKeyRow;
  passkeys: PasskeyRow;
  second_factors: SecondFactorRow;
  recovery_codes: RecoveryCodeRow;
  identities: IdentityRow;
  reset_links: ResetLinkRow;
  used_tickets: UsedTicketRow;
}
