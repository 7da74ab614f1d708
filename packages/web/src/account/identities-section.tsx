import { useState, type ReactNode } from "react";
import { useUnlinkIdentity, type Account, type Identity } from "../data/account.ts";
import { serverNow } from "../data/clock.ts";
import { askToConfirm } from "../data/confirmation.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, tell, Time } from "../parts/index.ts";
import { linkAddress } from "../sign-in/provider-address.ts";
import { AskFirst } from "./ask-first.tsx";
import { Row, Rows, Section } from "./section.tsx";

export interface IdentitiesSectionProps {
  readonly identities: readonly Identity[];
  readonly linkable: Account["linkable"];
  /** Until when no confirmation is needed; RFC 3339. */
  readonly confirmedUntil: string | undefined;
}

/** The companies by which this person signs in; not there where no company is known. */
export function IdentitiesSection({
  identities,
  linkable,
  confirmedUntil,
}: IdentitiesSectionProps): ReactNode {
  const text = useText();
  const [unlinking, setUnlinking] = useState<Identity>();
  if (identities.length === 0 && linkable.length === 0) return null;
  return (
    <Section title={text("identities.title")} hint={text("identities.hint")}>
      <Rows>
        {identities.map((identity) => (
          <Row
            key={identity.identity_id}
            title={<bdi>{identity.provider_name}</bdi>}
            second={
              <Message
                id="identities.since"
                values={{ email: identity.email, since: <Time at={identity.linked_at} look="date" /> }}
              />
            }
            actions={
              <Button
                kind="quiet"
                size="small"
                label={text("identities.unlink-name", { name: identity.provider_name })}
                onPress={() => setUnlinking(identity)}
              >
                {text("identities.unlink")}
              </Button>
            }
          />
        ))}
        {linkable.map((provider) => (
          <Row
            key={provider.provider_id}
            title={<bdi>{provider.name}</bdi>}
            second={text("identities.not-linked")}
            actions={
              <Button
                kind="quiet"
                size="small"
                label={text("identities.link-name", { name: provider.name })}
                onPress={() => void link(provider.provider_id, confirmedUntil)}
              >
                {text("identities.link")}
              </Button>
            }
          />
        ))}
      </Rows>
      {unlinking ? <Unlink identity={unlinking} onClose={() => setUnlinking(undefined)} /> : null}
    </Section>
  );
}

/** A visit to a company takes a while; the confirmation has to last until it begins. */
const SOON_MS = 30_000;

/** Leaves for the company, and comes back here. What is linked opens the account: the person confirms first. */
async function link(providerId: string, confirmedUntil: string | undefined): Promise<void> {
  const holds = confirmedUntil !== undefined && Date.parse(confirmedUntil) - serverNow() > SOON_MS;
  if (holds || (await askToConfirm())) location.assign(linkAddress(providerId, "/account"));
}

interface UnlinkProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

function Unlink({ identity, onClose }: UnlinkProps): ReactNode {
  const text = useText();
  const unlink = useUnlinkIdentity();
  const name = identity.provider_name;
  return (
    <AskFirst
      title={text("identities.unlink-title", { name })}
      what={text("identities.unlink-what")}
      act={text("identities.unlink-do")}
      isOpen
      onClose={onClose}
      busy={unlink.isPending}
      error={unlink.error}
      onAct={() =>
        unlink.mutate(
          { identity_id: identity.identity_id },
          {
            onSuccess: () => {
              tell({ text: text("identities.unlinked", { name }) });
              onClose();
            },
          },
        )
      }
    />
  );
}
