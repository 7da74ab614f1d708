import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeading } from "../app/page.tsx";
import type { Proposal } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Avatar, DoorGlyph, type DoorState, Icon, Tag, Time } from "../parts/index.ts";
import type { Neighbours } from "./neighbours.ts";
import { roomHref } from "./places.ts";
import styles from "./review-head.module.css";
import { spelledOut } from "./visible-marks.ts";
import { VisibleName } from "./visible-text.tsx";

export interface ReviewHeadProps {
  readonly proposal: Proposal;
  readonly door: DoorState;
  readonly neighbours: Neighbours;
  /** An agent holds a call open for the decision. */
  readonly agentWaits: boolean;
}

/** What is proposed, by whom for whom, into which Room, and since when. */
export function ReviewHead({ proposal, door, neighbours, agentWaits }: ReviewHeadProps): ReactNode {
  const text = useText();
  const room = { room: (chunks: ReactNode) => <Link href={roomHref(proposal.room.room_id)}>{chunks}</Link> };
  return (
    <header className={styles.head}>
      <ReviewPath proposal={proposal} neighbours={neighbours} />
      <div className={styles.title}>
        <DoorGlyph state={door} size="large" />
        <PageHeading title={spelledOut(proposal.name)}>
          <VisibleName text={proposal.name} />
        </PageHeading>
        <Kind proposal={proposal} />
      </div>
      <div className={styles.by}>
        <Avatar name={proposal.client_name} kind="agent" />
        <span>
          <Message
            id="review.by"
            values={{
              client: <VisibleName text={proposal.client_name} />,
              person: <VisibleName text={proposal.person_name} />,
              b: (chunks) => <b>{chunks}</b>,
            }}
          />
        </span>
        {proposal.person_left ? <Tag>{text("review.person-left")}</Tag> : null}
        <span>
          <Message id="review.into" values={{ name: <VisibleName text={proposal.room.name} />, ...room }} />
        </span>
        <Time at={proposal.created_at} look="ago" />
        {agentWaits ? <Tag kind="lamp">{text("review.agent-waiting")}</Tag> : null}
      </div>
      <Beside proposal={proposal} />
    </header>
  );
}

type OfProposal = Pick<ReviewHeadProps, "proposal">;

/** A new app, or what it would update; and which revision it is. Of a decided one, the card tells no update. */
function Kind({ proposal: { updates, revision, state } }: OfProposal): ReactNode {
  const text = useText();
  return (
    <>
      {updates ? (
        // A name can be longer than a line, so this is no Tag.
        <span className={styles.kind}>
          <Message
            id="review.update-of"
            values={{ name: <VisibleName text={updates.name} />, revision: updates.revision }}
          />
        </span>
      ) : state === "pending" || revision === 1 ? (
        <Tag>{text("review.new-app")}</Tag>
      ) : null}
      {revision > 1 ? <Tag>{text("review.revision", { revision })}</Tag> : null}
    </>
  );
}

/** What an approval means for apps that stand already. */
function Beside({ proposal: { updates, namesakes = [] } }: OfProposal): ReactNode {
  const [first] = namesakes;
  if (updates === undefined && first === undefined) return null;
  return (
    <p className={styles.beside}>
      {updates ? (
        <span>
          <Message id="review.inherits" values={{ name: <VisibleName text={updates.name} /> }} />
        </span>
      ) : null}
      {first ? (
        <span>
          <Message
            id="review.namesakes"
            values={{ count: namesakes.length, person: <VisibleName text={first.person_name} /> }}
          />
        </span>
      ) : null}
    </p>
  );
}

interface ReviewPathProps extends OfProposal {
  readonly neighbours: Neighbours;
}

function ReviewPath({ proposal: { state, may_decide }, neighbours }: ReviewPathProps): ReactNode {
  const text = useText();
  const where =
    state !== "pending"
      ? "review.crumb-decided"
      : may_decide
        ? "review.crumb-approval"
        : "review.crumb-waits";
  const { at, all, previous, next } = neighbours;
  return (
    <div className={styles.path}>
      <nav aria-label={text("review.breadcrumb")} className={styles.crumbs}>
        <Link href="/connected">{text("review.crumb-connected")}</Link>
        <Icon name="down" className={styles.arrow ?? ""} />
        <Link href="/connected">{text(where)}</Link>
      </nav>
      {at > 0 && all > 1 ? (
        <nav aria-label={text("review.others")} className={styles.others}>
          <span className={styles.place}>{text("review.place", { at, all })}</span>
          {previous === undefined ? null : (
            <Link
              href={previous}
              className={styles.step}
              aria-label={text("review.previous")}
              title={text("review.previous")}
            >
              <Icon name="down" className={styles.back ?? ""} />
            </Link>
          )}
          {next === undefined ? null : (
            <Link
              href={next}
              className={styles.step}
              aria-label={text("review.next")}
              title={text("review.next")}
            >
              <Icon name="down" className={styles.arrow ?? ""} />
            </Link>
          )}
        </nav>
      ) : null}
    </div>
  );
}
