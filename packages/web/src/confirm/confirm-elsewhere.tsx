import type { ReactNode } from "react";
import { useSignInWays } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Failure, Skeleton } from "../parts/index.ts";
import { ProviderLink } from "../sign-in/provider-link.tsx";
import styles from "./confirm.module.css";

/** Who has neither password nor passkey here signs in anew by the company, and then comes back to this page. */
export function ConfirmElsewhere(): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useSignInWays();
  if (!data) {
    return error ? (
      <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton />
    );
  }
  return (
    <>
      <p className={styles.why}>{text("confirm.elsewhere")}</p>
      {data.providers.map((provider) => (
        <ProviderLink key={provider.provider_id} provider={provider} place={location.pathname} />
      ))}
    </>
  );
}
