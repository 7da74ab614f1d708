import type { ReactNode } from "react";
import { useProposal, type Proposal } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, DoorGlyph, Time } from "../parts/index.ts";
import type { BarState } from "./bar-state.ts";
import styles from "./decision-bar.module.css";
import { appHref, proposalHref } from "./places.ts";
import { VisibleName, VisibleText } from "./visible-text.tsx";

interface OutcomeProps {
  /** What happened. */
  readonly what: ReactNode;
  /** What holds. */
  readonly holds?: ReactNode;
  readonly children?: ReactNode;
}

function Outcome({ what, holds, children }: OutcomeProps): ReactNode {
  return (
    <>
      <div className={styles.say} role="status">
        <p className={styles.what}>{what}</p>
        {holds ? <p className={styles.second}>{holds}</p> : null}
      </div>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

export interface BarLetInProps {
  readonly proposal: Proposal;
  readonly further: ReactNode;
}

/** The app crossed the sill: the door stands open, and its tab is there. */
export function BarLetIn({ proposal, further }: BarLetInProps): ReactNode {
  const text = useText();
  return (
    <Outcome
      what={
        <span className={styles.letIn}>
          <DoorGlyph state="open" label="" />
          <span>
            <Message id="review.in-room" values={{ room: <VisibleName text={proposal.room.name} /> }} />
          </span>
        </span>
      }
      holds={text("review.everybody-has-it")}
    >
      {further}
      <ButtonLink
        href={appHref(proposal.room.room_id, proposal.instance_id)}
        kind="door"
        className={styles.tab}
      >
        {text("review.open-tab")}
      </ButtonLink>
    </Outcome>
  );
}

/** A newer revision took the place of this one. */
export function BarNewer({
  newer,
  whileOpen,
}: Omit<Extract<BarState, { kind: "newer" }>, "kind">): ReactNode {
  return newer === undefined ? (
    <NewerOutcome whileOpen={whileOpen} revision={0} />
  ) : (
    <KnownNewer newer={newer} whileOpen={whileOpen} />
  );
}

/** Asks for the newer card, so that it is named by its number, and there at once when it is opened. */
function KnownNewer({
  newer,
  whileOpen,
}: {
  readonly newer: string;
  readonly whileOpen: boolean;
}): ReactNode {
  const text = useText();
  const { data } = useProposal(newer);
  return (
    <NewerOutcome whileOpen={whileOpen} revision={data?.revision ?? 0}>
      <ButtonLink href={proposalHref(newer)} kind="door">
        {text("review.look-at-it")}
      </ButtonLink>
    </NewerOutcome>
  );
}

interface NewerOutcomeProps {
  readonly whileOpen: boolean;
  /** 0 as long as it is not known. */
  readonly revision: number;
  readonly children?: ReactNode;
}

function NewerOutcome({ whileOpen, revision, children }: NewerOutcomeProps): ReactNode {
  const text = useText();
  return (
    <Outcome
      what={text(whileOpen ? "review.newer-arrived" : "review.newer-stands", { revision })}
      holds={text("review.nothing-decided")}
    >
      {children}
    </Outcome>
  );
}

export interface BarDecidedProps {
  readonly proposal: Proposal;
  /** By this person, in this page. */
  readonly here: boolean;
  readonly further: ReactNode;
}

/** It was decided: by whom, when, and why. */
export function BarDecided({ proposal, here, further }: BarDecidedProps): ReactNode {
  const text = useText();
  const { decided } = proposal;
  const approved = proposal.state === "approved";
  if (decided === undefined) return <Outcome what={text("review.you-declined")}>{further}</Outcome>;
  const what = (
    <Message
      id={here ? "review.you-declined" : approved ? "review.who-approved" : "review.who-declined"}
      values={{ by: <VisibleName text={decided.by} />, ago: <Time at={decided.at} look="ago" /> }}
    />
  );
  const holds =
    decided.reason === undefined ? undefined : (
      <span className={styles.reason} tabIndex={0} role="region" aria-label={text("review.reason-name")}>
        <Message id="review.reason" values={{ reason: <VisibleText text={decided.reason} /> }} />
      </span>
    );
  return (
    <Outcome what={what} holds={holds}>
      {further}
      {approved ? (
        <ButtonLink kind="door" href={appHref(proposal.room.room_id, proposal.instance_id)}>
          {text("review.open-tab")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}

/** What an approval would bind to is no longer what the page shows. */
export function BarStale({ onShowNow }: { readonly onShowNow: () => void }): ReactNode {
  const text = useText();
  return (
    <Outcome what={text("review.stale")} holds={text("review.nothing-decided")}>
      <Button kind="door" onPress={onShowNow}>
        {text("review.show-now")}
      </Button>
    </Outcome>
  );
}
