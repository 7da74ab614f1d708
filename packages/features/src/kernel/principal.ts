import type { Scope } from "./operation.ts";

/** A client's connection: acts for one person in one workspace, seated in the projects that person ticked. */
export interface AgentPrincipal {
  readonly kind: "agent";
  readonly workspace_id: string;
  readonly connection_id: string;
  readonly person_id: string;
  /** The name the client gave itself at registration, or the token's label; not verified. */
  readonly client_name: string;
  readonly scopes: readonly Scope[];
  /** The `Anteroom-Agent` header, which tells parallel agents on one connection apart. */
  readonly label?: string;
}

/** A person signed in with a browser. */
export interface PersonPrincipal {
  readonly kind: "person";
  readonly person_id: string;
}

export type Principal = AgentPrincipal | PersonPrincipal;
