import type { ReactNode } from "react";
import type { SignInWays } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { buttonClass } from "../parts/button.tsx";
import { providerAddress } from "./provider-address.ts";

export interface ProviderLinkProps {
  readonly provider: SignInWays["providers"][number];
  /** Where to come back to: a path of this app. */
  readonly place: string;
}

/** Leaves this app for a company's own sign-in. */
export function ProviderLink({ provider, place }: ProviderLinkProps): ReactNode {
  const text = useText();
  return (
    <a className={buttonClass({ size: "big" })} href={providerAddress(provider.provider_id, place)}>
      <bdi>{text("sign-in.provider", { name: provider.name })}</bdi>
    </a>
  );
}
