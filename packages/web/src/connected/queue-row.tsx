import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ApprovalRow } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, DoorGlyph, Tag, Time, useBytes, VisuallyHidden } from "../parts/index.ts";
import { proposalHref } from "../review/places.ts";
import { spelledOut } from "../review/visible-marks.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./queue.module.css";

export interface QueueRowProps {
  readonly row: ApprovalRow;
  /** The one that waits longest: its Review is the page's main action. */
  readonly first: boolean;
  /** Set while rows are being chosen. */
  readonly choice: { readonly chosen: boolean; readonly onPress: (range: boolean) => void } | undefined;
}

/** One proposal: what it is, by whom for whom into where, how much there is to read, and how long it waits. */
export function QueueRow({ row, first, choice }: QueueRowProps): ReactNode {
  const text = useText();
  const address = proposalHref(row.proposal_id);
  const name = spelledOut(row.name);
  return (
    <li className={styles.row}>
      {choice ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={choice.chosen}
            // The press tells of the Shift key, which the change does not.
            onClick={(event) => choice.onPress(event.shiftKey)}
            onChange={() => undefined}
          />
          <VisuallyHidden>{text("queue.choose-name", { name })}</VisuallyHidden>
        </label>
      ) : (
        <DoorGlyph state="waiting" />
      )}
      <div className={styles.what}>
        <p className={styles.title}>
          {choice ? (
            <b className={styles.name}>
              <VisibleName text={row.name} />
            </b>
          ) : (
            <Link href={address} className={styles.name} data-card>
              <VisibleName text={row.name} />
            </Link>
          )}
          <Kind row={row} />
        </p>
        <p className={styles.from}>
          <Message
            id="queue.from"
            values={{
              client: <VisibleName text={row.client_name} />,
              person: <VisibleName text={row.person_name} />,
              room: <VisibleName text={row.room.name} />,
              faint: (chunks) => <span className={styles.faint}>{chunks}</span>,
            }}
          />
        </p>
      </div>
      <Size row={row} />
      <div className={styles.age}>
        <Time at={row.created_at} />
        {row.waiting ? <p className={styles.held}>{text("queue.held")}</p> : null}
      </div>
      <ButtonLink
        href={address}
        kind={first ? "door" : "plain"}
        className={styles.action}
        label={text("queue.review-name", { name })}
      >
        {text("queue.review")}
      </ButtonLink>
    </li>
  );
}

/** What an approval would make of it. */
function Kind({ row }: { readonly row: ApprovalRow }): ReactNode {
  const text = useText();
  const { updates, revision } = row;
  if (!updates) {
    return <Tag>{revision === 1 ? text("queue.new") : text("queue.new-revision", { revision })}</Tag>;
  }
  // The tab may have been called otherwise since.
  return updates.name === row.name ? (
    <Tag>{text("queue.update", { revision: updates.revision })}</Tag>
  ) : (
    <Tag>
      <Message
        id="queue.update-of"
        values={{ name: <VisibleName text={updates.name} />, revision: updates.revision }}
      />
    </Tag>
  );
}

function Size({ row }: { readonly row: ApprovalRow }): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const { answers, findings_count: findings } = row;
  return (
    <div className={styles.size}>
      {answers ? (
        <p className={styles.strong}>{text("queue.answers", { count: answers.comments_count })}</p>
      ) : null}
      <p>
        {text("queue.size", { files: row.files_count, size: bytes(row.bytes) })}{" "}
        {findings > 0 ? (
          <span className={styles.findings}>{text("queue.findings", { count: findings })}</span>
        ) : null}
      </p>
    </div>
  );
}
