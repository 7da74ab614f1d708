import { bind, type OpenContext, type Store } from "../kernel/context.ts";
import { newSecret, secretHash } from "../kernel/ids.ts";
import type { InputOf } from "../kernel/operation.ts";
import * as contract from "./contract.ts";
import { letPersonIn } from "./let-in.ts";
import { checkNewPassword } from "./policy.ts";
import {
  createOperatorResetLinkWrite,
  createResetLinkWrite,
  openReset,
  resetOver,
  resetPasswordWrite,
} from "./reset-writes.ts";

/** A reset link as it is shown once; only the hash of its secret is kept. */
export interface ResetLink {
  readonly link: string;
  readonly expires_at: string;
}

/** The secret stands in the fragment: it never reaches a server's log or a Referer header. */
function linkOf(origin: string, secret: string): string {
  return `${origin}/reset#${secret}`;
}

/**
 * Makes a reset link for whoever has this email, as the operator. Throws `not_found` where nobody has it.
 */
export async function issueResetLink(
  store: Store,
  wanted: { readonly origin: string; readonly email: string; readonly forget_factors: boolean },
): Promise<ResetLink> {
  const { origin, email, forget_factors } = wanted;
  const secret = newSecret();
  const { expires_at } = await store.write(createOperatorResetLinkWrite, {
    email,
    forget_factors,
    secret_hash: secretHash(secret),
  });
  return { link: linkOf(origin, secret), expires_at };
}

async function resetPassword(context: OpenContext, input: InputOf<typeof contract.resetPassword>) {
  checkNewPassword(input.password);
  const secret_hash = secretHash(input.secret);
  // Without a link that works nobody makes the server hash.
  const link = await openReset(context.store.read, secret_hash, new Date().toISOString());
  if (!link) throw resetOver();
  const turn = { address: context.browser.address, person_id: link.person_id };
  const password_hash = await context.hashPassword(input.password, turn);
  const { person_id, password } = await context.store.write(resetPasswordWrite, {
    secret_hash,
    password_hash,
  });
  return await letPersonIn(context, { person_id, way: "link", evidence: { password } });
}

export const resetBounds = [
  bind(contract.createResetLink, async (context, input) => {
    const secret = newSecret();
    const { expires_at } = await context.store.write(createResetLinkWrite, {
      made_by: context.principal.person_id,
      workspace_id: input.workspace_id,
      person_id: input.person_id,
      forget_factors: input.forget_factors ?? false,
      secret_hash: secretHash(secret),
    });
    return { link: linkOf(context.origin, secret), expires_at };
  }),
  bind(contract.readReset, async (context, input) => {
    const link = await openReset(context.store.read, secretHash(input.secret), new Date().toISOString());
    if (!link) throw resetOver();
    return { name: link.name, email: link.email, forgets_factors: link.forgets_factors === 1 };
  }),
  bind(contract.resetPassword, resetPassword),
];
