import { useState, type ReactNode } from "react";
import { useDeclineSeveral } from "../data/apps.ts";
import type { ApprovalRow } from "../data/index.ts";
import { Message, useText } from "../messages/text.tsx";
import { Button, Dialog, ErrorNote, Failure, TextArea, tell } from "../parts/index.ts";
import { VisibleName } from "../review/visible-text.tsx";
import styles from "./decline-several-dialog.module.css";

/** As the contract of decline_proposals has them: code points, and proposals at once. */
const REASON_AT_MOST = 2000;
const AT_ONCE = 50;

export interface DeclineSeveralDialogProps {
  readonly rows: readonly ApprovalRow[];
  readonly onClose: () => void;
  /** All that could be declined are. */
  readonly onDone: () => void;
}

/** Declines several proposals with one reason, and tells which were left because they had changed. */
export function DeclineSeveralDialog({ rows, onClose, onDone }: DeclineSeveralDialogProps): ReactNode {
  const text = useText();
  const decline = useDeclineSeveral();
  const [reason, setReason] = useState("");
  const length = Array.from(reason).length;
  const tooLong = length > REASON_AT_MOST;
  const tooMany = rows.length > AT_ONCE;
  const outcome = decline.data;
  const left = rows.filter((row) => outcome?.left.includes(row.proposal_id));

  function confirm(): void {
    if (tooLong || tooMany) return;
    const words = reason.trim();
    const proposals = rows.map(({ proposal_id, revision }) => ({ proposal_id, revision }));
    decline.mutate(
      { proposals, ...(words !== "" && { reason: words }) },
      {
        onSuccess: (done) => {
          if (done.left.length > 0) return;
          tell({ text: text("queue.declined-several", { count: done.declined.length }) });
          onDone();
        },
      },
    );
  }
  if (outcome && left.length > 0) {
    return (
      <Dialog
        title={text("queue.declined-several", { count: outcome.declined.length })}
        isOpen
        onOpenChange={onDone}
        actions={
          <Button kind="door" onPress={onDone}>
            {text("queue.look-again")}
          </Button>
        }
      >
        <ErrorNote
          what={text("queue.left-changed", { count: left.length })}
          next={text("queue.left-changed-next")}
        />
        <Names rows={left} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={text("queue.decline-several-title", { count: rows.length })}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {text("review.back")}
          </Button>
          <Button kind="stopSolid" held={tooLong || tooMany} busy={decline.isPending} onPress={confirm}>
            {text("queue.decline-do", { count: rows.length })}
          </Button>
        </>
      }
    >
      <p className={styles.words}>{text("queue.decline-several-told")}</p>
      <Names rows={rows} />
      {tooMany ? <ErrorNote what={text("queue.too-many", { most: AT_ONCE })} /> : null}
      <TextArea
        label={text("review.reason-label")}
        value={reason}
        onChange={setReason}
        hint={text("queue.reason-hint", { length, most: REASON_AT_MOST })}
        error={tooLong ? text("review.reason-too-long", { over: length - REASON_AT_MOST }) : undefined}
      />
      {decline.error ? <Failure error={decline.error} /> : null}
    </Dialog>
  );
}

function Names({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  return (
    <ul className={styles.names}>
      {rows.map((row) => (
        <li key={row.proposal_id}>
          <Message
            id="queue.name-in"
            values={{ name: <VisibleName text={row.name} />, room: <VisibleName text={row.room.name} /> }}
          />
        </li>
      ))}
    </ul>
  );
}
