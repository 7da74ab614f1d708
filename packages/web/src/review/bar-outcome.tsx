import type { ReactNode } from "react";
import { useProposal, type Proposal } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, ButtonLink, DoorGlyph, tell, Time } from "../parts/index.ts";
import type { ApproveAs, BarState } from "./bar-state.ts";
import type { Draft } from "./comments/drafts.ts";
import { draftsAsText } from "./comments/sending.ts";
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
        {holds ? <div className={styles.second}>{holds}</div> : null}
      </div>
      <div className={styles.acts}>{children}</div>
    </>
  );
}

export interface BarLetInProps {
  readonly proposal: Proposal;
  readonly as: ApproveAs;
  readonly instanceId: string;
  readonly further: ReactNode;
}

/** The app crossed the sill: the door stands open, and its tab is there. */
export function BarLetIn({ proposal, as, instanceId, further }: BarLetInProps): ReactNode {
  const text = useText();
  const isUpdate = as === "update";
  return (
    <Outcome
      what={
        <span className={styles.letIn}>
          <DoorGlyph state="open" label="" />
          <span>
            <Message
              id={isUpdate ? "review.updated-in" : "review.in-room"}
              values={{ room: <VisibleName text={proposal.room.name} /> }}
            />
          </span>
        </span>
      }
      holds={
        isUpdate
          ? text("review.everybody-has-update", { revision: proposal.revision })
          : text("review.everybody-has-it")
      }
    >
      {further}
      <ButtonLink href={appHref(proposal.room.room_id, instanceId)} kind="door" className={styles.tab}>
        {text("review.open-tab")}
      </ButtonLink>
    </Outcome>
  );
}

type Newer = Extract<BarState, { kind: "newer" }>;

export interface BarNewerProps extends Pick<Newer, "newer" | "whileOpen"> {
  readonly proposal: Proposal;
  /** Comments that were not sent wait for it. */
  readonly hasDrafts: boolean;
}

/** A newer revision took the place of this one. */
export function BarNewer(props: BarNewerProps): ReactNode {
  return props.newer === undefined ? (
    <NewerOutcome {...props} revision={0} />
  ) : (
    <KnownNewer {...props} newer={props.newer} />
  );
}

/** Asks for the newer card, so that it is named by its number, and there at once when it is opened. */
function KnownNewer({ newer, ...props }: BarNewerProps & { readonly newer: string }): ReactNode {
  const text = useText();
  const { data } = useProposal(newer);
  return (
    <NewerOutcome {...props} revision={data?.revision ?? 0}>
      <ButtonLink href={proposalHref(newer)} kind="door">
        {text("review.look-at-it")}
      </ButtonLink>
    </NewerOutcome>
  );
}

interface NewerOutcomeProps extends Omit<BarNewerProps, "newer"> {
  /** 0 as long as it is not known. */
  readonly revision: number;
  readonly children?: ReactNode;
}

function NewerOutcome({ proposal, whileOpen, hasDrafts, revision, children }: NewerOutcomeProps): ReactNode {
  const text = useText();
  // Where changes had been asked for, the newer one is the answer.
  const asked = proposal.decided;
  const nothing = text(hasDrafts ? "review.drafts-kept" : "review.nothing-decided");
  return (
    <Outcome
      what={text(whileOpen ? "review.newer-arrived" : "review.newer-stands", { revision })}
      holds={asked ? <Requested by={asked.by} at={asked.at} /> : nothing}
    >
      {children}
    </Outcome>
  );
}

function Requested({ by, at }: { readonly by: string; readonly at: string }): ReactNode {
  return (
    <Message
      id="review.who-requested"
      values={{ by: <VisibleName text={by} />, ago: <Time at={at} look="ago" /> }}
    />
  );
}

export interface BarDecidedProps {
  readonly proposal: Proposal;
  /** What this person did to it in this page. */
  readonly here?: "decline" | "request" | undefined;
  /** Comments that were not sent, and will not be. */
  readonly drafts: readonly Draft[];
  readonly further: ReactNode;
}

/** It waits no more: what became of it, by whom, when, and why. */
export function BarDecided({ proposal, here, drafts, further }: BarDecidedProps): ReactNode {
  const text = useText();
  const approved = proposal.state === "approved";
  const app = proposal.decided?.instance_id ?? proposal.instance_id;
  return (
    <Outcome
      what={<What proposal={proposal} here={here} />}
      holds={
        <>
          <Holds proposal={proposal} here={here} />
          {drafts.length > 0 ? <p>{text("review.not-sent")}</p> : null}
        </>
      }
    >
      {drafts.length > 0 ? <CopyDrafts drafts={drafts} /> : null}
      {further}
      {approved ? (
        <ButtonLink kind="door" href={appHref(proposal.room.room_id, app)}>
          {text("review.open-tab")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}

type Outcomes = Pick<BarDecidedProps, "proposal" | "here">;

function What({ proposal, here }: Outcomes): ReactNode {
  const text = useText();
  const { state, decided, withdrawn_at } = proposal;
  if (here) return text(here === "decline" ? "review.you-declined" : "review.changes-requested");
  if (state === "withdrawn") {
    return withdrawn_at === undefined ? (
      text("review.withdrawn")
    ) : (
      <Message
        id="review.who-withdrew"
        values={{
          client: <VisibleName text={proposal.client_name} />,
          ago: <Time at={withdrawn_at} look="ago" />,
        }}
      />
    );
  }
  if (decided === undefined) return text("review.nothing-to-decide");
  if (here === "request" || state === "changes_requested") return <Requested {...decided} />;
  return (
    <Message
      id={state === "approved" ? "review.who-approved" : "review.who-declined"}
      values={{ by: <VisibleName text={decided.by} />, ago: <Time at={decided.at} look="ago" /> }}
    />
  );
}

function Holds({ proposal: { state, decided }, here }: Outcomes): ReactNode {
  const text = useText();
  if (state === "withdrawn") return text("review.nothing-decided");
  if (here === "request" || state === "changes_requested") return text("review.agent-told");
  if (decided?.reason === undefined) return null;
  return (
    <span className={styles.reason} tabIndex={0} role="region" aria-label={text("review.reason-name")}>
      <Message id="review.reason" values={{ reason: <VisibleText text={decided.reason} /> }} />
    </span>
  );
}

function CopyDrafts({ drafts }: Pick<BarDecidedProps, "drafts">): ReactNode {
  const text = useText();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(draftsAsText(drafts));
      tell({ text: text("review.copied-comments") });
    } catch {
      tell({ text: text("part.copy-failed") });
    }
  }
  return <Button onPress={() => void copy()}>{text("review.copy-comments")}</Button>;
}

/** It waits for somebody else's decision. */
export function BarTheirs(): ReactNode {
  const text = useText();
  return <Outcome what={text("review.owner-decides")} holds={text("review.owner-decides-holds")} />;
}

export interface BarStaleProps extends Pick<Extract<BarState, { kind: "stale" }>, "what"> {
  readonly shown: Proposal;
  readonly now: Proposal;
  readonly onShowNow: () => void;
}

/** What an approval would bind to is no longer what the page shows. */
export function BarStale({ what, shown, now, onShowNow }: BarStaleProps): ReactNode {
  const text = useText();
  const app = now.updates ?? shown.updates;
  const said =
    what === "code" || app === undefined ? (
      text("review.stale")
    ) : now.updates === undefined ? (
      text("review.stale-gone")
    ) : (
      <Message id="review.stale-app" values={{ name: <VisibleName text={app.name} /> }} />
    );
  return (
    <Outcome what={said} holds={text("review.nothing-decided")}>
      <Button kind="door" onPress={onShowNow}>
        {text("review.show-now")}
      </Button>
    </Outcome>
  );
}
