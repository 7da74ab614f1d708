import { useState, type ReactNode } from "react";
import type { CommentsOf } from "./comments/use-comments.tsx";
import { RequestDialog } from "./comments/request-dialog.tsx";
import { commentsToSend } from "./comments/sending.ts";
import type { BarState } from "./bar-state.ts";
import { DecisionBar, type DecisionBarProps } from "./decision-bar.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import type { DecidingOf } from "./use-deciding.ts";
import { useReason } from "./use-reason.ts";

export interface DecideProps extends Omit<
  DecisionBarProps,
  "drafts" | "onApprove" | "onDecline" | "onRequest"
> {
  readonly deciding: DecidingOf;
  readonly comments: CommentsOf;
  readonly personId: string;
}

const ASKABLE: ReadonlySet<BarState["kind"]> = new Set(["withheld", "ready", "damaged"]);

/** The decision bar with what its decisions ask first: the reason of a refusal, the comments that are sent. */
export function Decide({ deciding, comments, personId, ...bar }: DecideProps): ReactNode {
  const { shown, now, reading } = bar;
  const [asking, setAsking] = useState<"decline" | "request">();
  const [reason, setReason] = useReason(now, personId);
  // A dialog that had to go does not come back by itself.
  if (asking && !ASKABLE.has(bar.bar.kind)) setAsking(undefined);
  const { here, note, setNote, act } = comments;
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) setAsking(undefined);
  };
  return (
    <>
      <DecisionBar
        {...bar}
        drafts={here.drafts}
        onApprove={(as) => deciding.approve(reading, as)}
        onDecline={() => setAsking("decline")}
        onRequest={() => {
          // What is being written is meant too, and is shown before it goes.
          act({ type: "save-all" });
          setAsking("request");
        }}
      />
      <DeclineDialog
        isOpen={asking === "decline"}
        onOpenChange={onOpenChange}
        name={shown.name}
        client={shown.client_name}
        reason={reason}
        onReason={setReason}
        onDecline={(given) => {
          setAsking(undefined);
          deciding.decline(given);
        }}
      />
      <RequestDialog
        isOpen={asking === "request"}
        onOpenChange={onOpenChange}
        name={shown.name}
        client={shown.client_name}
        drafts={here.drafts}
        note={note}
        onNote={setNote}
        onSend={() => {
          setAsking(undefined);
          deciding.request(reading, commentsToSend(here.drafts, note), () => {
            act({ type: "clear" });
            setNote("");
          });
        }}
      />
    </>
  );
}
