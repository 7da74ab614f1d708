import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ApprovalRow } from "../data/index.ts";
import { Message, type MessageKey } from "../messages/text.tsx";
import { DoorGlyph, Time, type DoorState } from "../parts/index.ts";
import { proposalHref } from "../review/places.ts";
import { VisibleName, VisibleText } from "../review/visible-text.tsx";
import styles from "./queue.module.css";

interface Outcome {
  readonly door: DoorState;
  readonly words: MessageKey;
}

const OUTCOMES: Readonly<Record<ApprovalRow["state"], Outcome>> = {
  approved: { door: "open", words: "queue.let-in" },
  declined: { door: "declined", words: "queue.declined" },
  changes_requested: { door: "asked", words: "queue.changes-requested" },
  superseded: { door: "superseded", words: "queue.superseded" },
  withdrawn: { door: "withdrawn", words: "queue.withdrawn" },
  pending: { door: "waiting", words: "queue.pending" },
};

/** What was decided lately, below the sill. */
export function Decided({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  return (
    <ul className={styles.past}>
      {rows.map((row) => (
        <PastRow
          key={row.proposal_id}
          row={row}
          {...OUTCOMES[row.state]}
          {...(row.state === "declined" && row.reason !== undefined && { words: "queue.declined-reason" })}
        />
      ))}
    </ul>
  );
}

/** What this person's own agents proposed and others decide. It waits for them, so no door is lit. */
const ELSEWHERE: Outcome = { door: "none", words: "queue.waits-for-others" };

/** What this person's agents proposed into Rooms of others, and where that stands. */
export function Yours({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  return (
    <ul className={styles.past}>
      {rows.map((row) => (
        <PastRow
          key={row.proposal_id}
          row={row}
          {...(row.state === "pending" ? ELSEWHERE : OUTCOMES[row.state])}
        />
      ))}
    </ul>
  );
}

function PastRow({ row, door, words }: Outcome & { readonly row: ApprovalRow }): ReactNode {
  return (
    <li>
      <DoorGlyph state={door} label="" />
      <p>
        <Message
          id={words}
          values={{
            name: (
              <Link href={proposalHref(row.proposal_id)} className={styles.name}>
                <VisibleName text={row.name} />
              </Link>
            ),
            revision: row.revision,
            client: <VisibleName text={row.client_name} />,
            room: <VisibleName text={row.room.name} />,
            reason: <VisibleText text={row.reason ?? ""} />,
          }}
        />
      </p>
      <Time at={row.decided_at ?? row.created_at} look="ago" className={styles.when} />
    </li>
  );
}
