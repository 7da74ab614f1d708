import { useState, type ReactNode } from "react";
import { isRefusal } from "@anteroom/client";
import { NotFound } from "../app/not-found.tsx";
import { useHome, useProposal, type Proposal } from "../data/index.ts";
import { Failure, Skeleton } from "../parts/index.ts";
import { Review } from "./review.tsx";
import styles from "./review.module.css";

/** `/connected/proposals/:id`: the card, where a person reads proposed code and decides. */
export function ReviewPage({ proposalId }: { readonly proposalId: string }): ReactNode {
  const proposal = useProposal(proposalId);
  const home = useHome();
  const { error } = proposal;
  // Who may not see it any more is shown no more of it.
  if (isRefusal(error, "not_found") || isRefusal(error, "forbidden")) return <NotFound />;
  if (proposal.data && home.data) {
    return <Shown key={proposalId} now={proposal.data} personId={home.data.person.person_id} />;
  }
  const failed = proposal.isError ? proposal : home;
  return (
    <div className={styles.body}>
      {failed.isError ? (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  );
}

interface ShownProps {
  readonly now: Proposal;
  readonly personId: string;
}

/** Holds on to what was shown first: a decision is bound to it, whatever arrives meanwhile. */
function Shown({ now, personId }: ShownProps): ReactNode {
  const [shown, setShown] = useState(now);
  return (
    <Review
      key={`${shown.digest} ${shown.revision}`}
      shown={shown}
      now={now}
      personId={personId}
      onShowNow={() => setShown(now)}
    />
  );
}
