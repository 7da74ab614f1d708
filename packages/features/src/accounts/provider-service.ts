import { bind, type IdentityProvider, type Ports } from "../kernel/context.ts";
import * as contract from "./contract.ts";
import { sameIssuer } from "./provider-policy.ts";
import { unlinkIdentityWrite } from "./provider-writes.ts";
import { listIdentities } from "./store.ts";

/** The companies' providers as the sign-in page names them. */
export function listProviders({ identityProviders }: Pick<Ports, "identityProviders">) {
  return identityProviders.map(({ provider_id, name }) => ({ provider_id, name }));
}

/** What read_account tells of providers: those by which the person comes in, and those that could be linked. */
export async function describeIdentities(
  { store, identityProviders }: Pick<Ports, "store" | "identityProviders">,
  person_id: string,
) {
  const mine = await listIdentities(store.read, person_id);
  const providerOf = (issuer: string) => identityProviders.find((one) => sameIssuer(one.issuer, issuer));
  const isMine = (provider: IdentityProvider) =>
    mine.some(({ issuer }) => sameIssuer(provider.issuer, issuer));
  return {
    identities: mine.map(({ identity_id, provider_id, issuer, email, linked_at }) => ({
      identity_id,
      provider_name: providerOf(issuer)?.name ?? provider_id,
      email,
      linked_at,
    })),
    linkable: listProviders({ identityProviders: identityProviders.filter((one) => !isMine(one)) }),
  };
}

export const providerBounds = [
  bind(contract.unlinkIdentity, async (context, { identity_id }) => {
    const providers = Object.fromEntries(
      context.identityProviders.map(({ provider_id, name }) => [provider_id, name]),
    );
    const { person_id } = context.principal;
    const by = context.browser.sign_in_hash ?? "";
    return await context.store.write(unlinkIdentityWrite, { person_id, identity_id, by, providers });
  }),
];
