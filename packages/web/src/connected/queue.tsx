import { useRef, type ReactNode } from "react";
import { Link } from "wouter";
import { useShortcuts } from "../app/shortcuts.tsx";
import type { ApprovalRow } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { ButtonLink, DoorGlyph, Tag, Time, useBytes } from "../parts/index.ts";
import styles from "./queue.module.css";

/** The address of a proposal's card. */
export function cardAddress(proposalId: string): string {
  return `/connected/proposals/${proposalId}`;
}

/** What waits for this person, oldest first, ended by the sill. Each whole row opens its card. */
export function Queue({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  function step(by: 1 | -1): void {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>("[data-card]") ?? [])];
    const at = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by;
    links[next]?.focus();
  }
  useShortcuts([
    { keys: "j", label: text("queue.key-next"), run: () => step(1) },
    { keys: "k", label: text("queue.key-previous"), run: () => step(-1) },
  ]);
  return (
    <>
      <ol ref={list} className={styles.queue}>
        {rows.map((row, index) => (
          <QueueRow key={row.proposal_id} row={row} first={index === 0} />
        ))}
      </ol>
      <div className={styles.sill} />
    </>
  );
}

interface QueueRowProps {
  readonly row: ApprovalRow;
  /** The one that waits longest: its Review is the page's main action. */
  readonly first: boolean;
}

function QueueRow({ row, first }: QueueRowProps): ReactNode {
  const text = useText();
  const bytes = useBytes();
  const address = cardAddress(row.proposal_id);
  return (
    <li className={styles.row}>
      <DoorGlyph state="waiting" />
      <div className={styles.what}>
        <p className={styles.title}>
          <Link href={address} className={styles.name} data-card>
            <bdi>{row.name}</bdi>
          </Link>
          <Tag>
            {row.revision === 1 ? text("queue.new") : text("queue.revision", { revision: row.revision })}
          </Tag>
        </p>
        <p className={styles.from}>
          <Message
            id="queue.from"
            values={{
              client: <bdi>{row.client_name}</bdi>,
              person: <bdi>{row.person_name}</bdi>,
              room: <bdi>{row.room.name}</bdi>,
              faint: (chunks) => <span className={styles.faint}>{chunks}</span>,
            }}
          />
        </p>
      </div>
      <p className={styles.size}>
        {text("queue.size", { files: row.files_count, size: bytes(row.bytes) })}
        {row.findings_count > 0 ? <>, {text("queue.findings", { count: row.findings_count })}</> : null}
      </p>
      <div className={styles.age}>
        <Time at={row.created_at} />
        {row.waiting ? <p className={styles.held}>{text("queue.held")}</p> : null}
      </div>
      <ButtonLink
        href={address}
        kind={first ? "door" : "plain"}
        className={styles.action}
        label={text("queue.review-name", { name: row.name })}
      >
        {text("queue.review")}
      </ButtonLink>
    </li>
  );
}

/** What was decided lately, below the sill. */
export function Decided({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  return (
    <ul className={styles.decided}>
      {rows.map((row) => (
        <li key={row.proposal_id}>
          <DecidedRow row={row} />
        </li>
      ))}
    </ul>
  );
}

const OUTCOMES = {
  approved: { door: "open", words: "queue.let-in" },
  declined: { door: "declined", words: "queue.declined" },
  superseded: { door: "superseded", words: "queue.superseded" },
  pending: { door: "waiting", words: "queue.pending" },
} as const;

function DecidedRow({ row }: { readonly row: ApprovalRow }): ReactNode {
  const outcome = OUTCOMES[row.state];
  const words = row.reason === undefined ? outcome.words : "queue.declined-reason";
  return (
    <>
      <DoorGlyph state={outcome.door} />
      <p>
        <Message
          id={words}
          values={{
            name: (
              <Link href={cardAddress(row.proposal_id)} className={styles.name}>
                <bdi>{row.name}</bdi>
              </Link>
            ),
            room: <bdi>{row.room.name}</bdi>,
            reason: <bdi>{row.reason}</bdi>,
          }}
        />
      </p>
      <Time at={row.decided_at ?? row.created_at} look="ago" className={styles.when} />
    </>
  );
}
