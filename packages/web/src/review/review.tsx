import { useCallback, useRef, useState, type ReactNode } from "react";
import { useNeedsApproval, type Proposal } from "../data/index.ts";
import { type DoorState, VisuallyHidden } from "../parts/index.ts";
import { barState, type BarState } from "./bar-state.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import { FileList } from "./file-list.tsx";
import { neighboursOf } from "./neighbours.ts";
import { ReviewHead } from "./review-head.tsx";
import styles from "./review.module.css";
import { ScanHead } from "./scan-head.tsx";
import { useDeciding } from "./use-deciding.ts";
import { useFindings } from "./use-findings.tsx";
import { useGoTo } from "./use-go-to.ts";
import { useReading } from "./use-reading.ts";
import { useReason } from "./use-reason.ts";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";
import { useWatchedReading } from "./use-watched-reading.ts";

export interface ReviewProps {
  /** The proposal as this page first showed it. Decisions are bound to it. */
  readonly shown: Proposal;
  /** The proposal as the server last told it. */
  readonly now: Proposal;
  readonly personId: string;
  /** Shows what the server last told instead. */
  readonly onShowNow: () => void;
}

/** The card of one proposal: its head, its files, and the bar on which it is decided. */
export function Review({ shown, now, personId, onShowNow }: ReviewProps): ReactNode {
  const waits = now.state === "pending";
  const list = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useReason(shown.proposal_id, waits, now.superseded_by);
  const { sources, reading, dispatch } = useReading(shown, personId, waits);
  const { deciding, approve, decline } = useDeciding(shown, now.confirms);
  const approvals = useNeedsApproval().data?.waiting ?? [];
  const neighbours = neighboursOf(
    shown.proposal_id,
    approvals.map((row) => row.proposal_id),
  );
  const state = barState({ shown, now, deciding, reading });
  const open = state.kind === "withheld" || state.kind === "ready";
  // A dialog that had to go does not come back by itself.
  if (asking && !open) setAsking(false);
  // How far it was read says nothing any more about what was decided elsewhere.
  const counts = open || state.kind === "sending" || state.kind === "let-in";

  // Kept the same, so that a scroll does not draw every line of every file again.
  const mark = useCallback(
    (path: string, marked: boolean) => dispatch({ type: marked ? "mark" : "unmark", path }),
    [dispatch],
  );
  const { hit, goTo } = useGoTo(list, shown.files, dispatch);
  const { at, goToFinding, step } = useFindings(shown.scan, goTo);
  const onMark = open ? mark : undefined;
  useWatchedReading({ list, bar, files: shown.files, dispatch });
  useReviewShortcuts({ list, reading, neighbours, stepFinding: step, onMark });

  return (
    <div className={styles.page}>
      <ReviewHead
        proposal={now}
        door={doorOf(state, now)}
        neighbours={neighbours}
        agentWaits={approvals.find((row) => row.proposal_id === now.proposal_id)?.waiting ?? false}
      />
      <div className={styles.body}>
        <ScanHead scan={shown.scan} at={at} onGoTo={goTo} onGoToFinding={goToFinding} />
        <VisuallyHidden>
          <span role="status">{hit?.note}</span>
        </VisuallyHidden>
        <FileList
          {...{ proposal: shown, sources, hit, onMark }}
          reading={counts ? reading : undefined}
          onGoToLine={goTo}
          ref={list}
        />
      </div>
      <DecisionBar
        {...{ bar: state, shown, now, reading, onShowNow }}
        next={neighbours.next}
        onApprove={() => approve(reading)}
        onDecline={() => setAsking(true)}
        onGoTo={goTo}
        ref={bar}
      />
      <DeclineDialog
        isOpen={asking}
        onOpenChange={setAsking}
        name={shown.name}
        client={shown.client_name}
        reason={reason}
        onReason={setReason}
        onDecline={(given) => {
          setAsking(false);
          decline(given);
        }}
      />
    </div>
  );
}

/** The door as this person sees it now: their own approval opens it before the server says so again. */
function doorOf(bar: BarState, now: Proposal): DoorState {
  if (bar.kind === "let-in" || now.state === "approved") return "open";
  if (now.state !== "pending") return now.state;
  return bar.kind === "ready" ? "ready" : "waiting";
}
