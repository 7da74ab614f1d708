import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { Page, PageHeading } from "../app/page.tsx";
import { useAccount, type Account } from "../data/account.ts";
import { useText } from "../messages/text.tsx";
import { Failure, Skeleton } from "../parts/index.ts";
import { SignInProblem } from "../sign-in/sign-in-problem.tsx";
import styles from "./account.module.css";
import { IdentitiesSection } from "./identities-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PersonSection } from "./person-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SignInsSection } from "./sign-ins-section.tsx";

/** `/account`: who this person is, how they sign in, and where they are signed in. */
export function AccountPage(): ReactNode {
  const text = useText();
  const { data, error, refetch, isFetching } = useAccount();
  const problem = new URLSearchParams(useSearch()).get("problem");
  return (
    <Page head={<PageHeading>{text("account.title")}</PageHeading>}>
      <div className={styles.sections}>
        <SignInProblem code={problem} />
        {data ? (
          <Sections account={data} />
        ) : error ? (
          <Failure error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </Page>
  );
}

function Sections({ account }: { readonly account: Account }): ReactNode {
  return (
    <>
      <PersonSection person={account.person} hasPassword={account.has_password} />
      <PasskeysSection passkeys={account.passkeys} origin={account.passkey_origin} />
      <SecondFactorSection
        secondFactor={account.second_factor}
        hasPassword={account.has_password}
        email={account.person.email}
      />
      <IdentitiesSection
        identities={account.identities}
        linkable={account.linkable}
        confirmedUntil={account.confirmed_until}
      />
      <SignInsSection signIns={account.sign_ins} />
    </>
  );
}
