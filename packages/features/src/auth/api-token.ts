import { readEmail } from "../accounts/index.ts";
import type { Store } from "../kernel/context.ts";
import { Refusal } from "../kernel/errors.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import { SCOPES } from "../kernel/operation.ts";
import { cleanClientName, readScopes } from "./policy.ts";
import { issueTokenWrite } from "./writes.ts";

export interface WantedApiToken {
  readonly email: string;
  readonly scopes: readonly string[];
  /** Name or id; needed only when the person is in several workspaces. */
  readonly workspace?: string;
  /** Name or id; without it the token is seated in every project of the person there. */
  readonly project?: string;
  /** What Connected calls it. */
  readonly label?: string;
}

export interface IssuedApiToken {
  /** Shown once: only its hash is kept. */
  readonly token: string;
  readonly token_id: string;
  readonly connection_id: string;
  readonly expires_at: string;
}

/**
 * Issues a token that acts for a person, as a connection of its own. Throws a Refusal (`invalid_arguments`)
 * that says what does not fit: the person, a scope, the workspace, the project.
 */
export async function issueApiToken(store: Store, wanted: WantedApiToken): Promise<IssuedApiToken> {
  const { email_key } = readEmail(wanted.email);
  const unknown = wanted.scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined || wanted.scopes.length === 0) {
    throw new Refusal({
      code: "invalid_arguments",
      message: unknown === undefined ? "The token needs at least one scope." : "There is no such scope.",
      where: "scopes",
      hint: `The scopes are ${SCOPES.join(" and ")}.`,
    });
  }
  const token = `anr_${newSecret()}`;
  const { connection_id, expires_at } = await store.write(issueTokenWrite, {
    email_key,
    scopes: readScopes(wanted.scopes.join(" ")).join(" "),
    client_name: cleanClientName(wanted.label ?? "API token"),
    secret_hash: secretHash(token),
    ...(wanted.workspace !== undefined && { workspace: wanted.workspace }),
    ...(wanted.project !== undefined && { project: wanted.project }),
  });
  return { token, token_id: connection_id, connection_id, expires_at };
}
