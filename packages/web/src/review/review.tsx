import { useCallback, useRef, type ReactNode } from "react";
import { useNeedsApproval, type Proposal } from "../data/index.ts";
import { type DoorState, VisuallyHidden } from "../parts/index.ts";
import { barState, type BarState } from "./bar-state.ts";
import { CardFilesView } from "./card-files.tsx";
import { CommentsContext } from "./comments/comments-context.ts";
import { CommentsSection } from "./comments/comments-section.tsx";
import { useComments } from "./comments/use-comments.tsx";
import { Decide } from "./decide.tsx";
import { FileRail } from "./file-rail.tsx";
import { neighboursOf } from "./neighbours.ts";
import { PreviewBeside } from "./preview/preview-beside.tsx";
import { PreviewButton } from "./preview/preview-button.tsx";
import { usePreview } from "./preview/use-preview.ts";
import { ReviewHead } from "./review-head.tsx";
import styles from "./review.module.css";
import { ScanHead } from "./scan-head.tsx";
import { useCardFiles } from "./use-card-files.ts";
import { useDeciding } from "./use-deciding.ts";
import { useFindings } from "./use-findings.tsx";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";

/** Fewer files are seen at a glance: they need no list beside them. */
const RAIL_FROM = 3;

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
  const list = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  const card = useCardFiles({ shown, now, personId, list, bar });
  const { reading, dispatch, files, hit, goTo } = card;
  const deciding = useDeciding(shown, now.confirms);
  const approvals = useNeedsApproval().data?.waiting ?? [];
  const neighbours = neighboursOf(
    shown.proposal_id,
    approvals.map((row) => row.proposal_id),
  );
  const state = barState({ shown, now, deciding: deciding.deciding, reading });
  const open = state.kind === "withheld" || state.kind === "ready";
  // How far it was read says nothing any more about what was decided elsewhere.
  const counts = open || state.kind === "sending" || state.kind === "let-in";

  // Kept the same, so that a scroll does not draw every line of every file again.
  const mark = useCallback(
    (path: string, marked: boolean) => dispatch({ type: marked ? "mark" : "unmark", path }),
    [dispatch],
  );
  const comments = useComments({ shown, now, personId, open: open || state.kind === "sending", goTo });
  const { at, goToFinding, step } = useFindings({ scan: shown.scan, files, comments: comments.stops, goTo });
  const preview = usePreview(shown, now.may_preview);
  const onMark = open ? mark : undefined;
  useReviewShortcuts({
    list,
    reading,
    neighbours,
    onMark,
    stepFinding: step,
    layout: card.comparison.base && card.layout,
    onSearch: card.search.open,
    onComment: comments.here.mayWrite ? comments.here.begin : undefined,
    mayWrite: comments.here.mayWrite || comments.here.mayAnswer,
  });
  const hasRail = card.comparison.base !== undefined || files.length > RAIL_FROM;

  return (
    <CommentsContext value={comments.here}>
      <div className={styles.page}>
        <ReviewHead
          proposal={now}
          door={doorOf(state, now)}
          neighbours={neighbours}
          agentWaits={approvals.find((row) => row.proposal_id === now.proposal_id)?.waiting ?? false}
        />
        <PreviewBeside {...{ preview, shown, bar }} onGoTo={goTo}>
          <div className={hasRail ? styles.columns : undefined}>
            {hasRail ? (
              <FileRail
                files={files}
                reading={counts ? reading : undefined}
                at={card.at}
                onGoToFile={card.goToFile}
              />
            ) : null}
            <div className={styles.body}>
              <ScanHead proposal={shown} at={at} onGoTo={goTo} onGoToFinding={goToFinding} />
              <CommentsSection />
              <VisuallyHidden>
                <span role="status">{hit?.note}</span>
              </VisuallyHidden>
              <CardFilesView
                {...{ proposal: shown, card, counts, onMark }}
                notes={comments.notes}
                onComment={comments.commentOn}
                tools={now.may_preview ? <PreviewButton {...{ preview, reading }} onGoTo={goTo} /> : null}
                ref={list}
              />
            </div>
          </div>
        </PreviewBeside>
        <Decide
          {...{ bar: state, shown, now, reading, deciding, comments, personId, onShowNow }}
          next={neighbours.next}
          onGoTo={goTo}
          ref={bar}
        />
      </div>
    </CommentsContext>
  );
}

/** The door as this person sees it now: their own approval opens it before the server says so again. */
function doorOf(bar: BarState, now: Proposal): DoorState {
  if (bar.kind === "let-in" || now.state === "approved") return "open";
  if (now.state === "changes_requested") return "asked";
  if (now.state !== "pending") return now.state;
  return bar.kind === "ready" ? "ready" : "waiting";
}
