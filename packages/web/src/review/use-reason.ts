import { useEffect, useState } from "react";
import type { Proposal } from "../data/index.ts";
import { keepReason, keptReason } from "./kept.ts";
import { tabShelf } from "./shelf.ts";

/**
 * The reason being written. A closed dialog or a reload loses none of it; once decided, nothing is kept. When
 * another proposal took the place of this one, what was written waits there.
 */
export function useReason(now: Proposal, personId: string): [string, (reason: string) => void] {
  const { proposal_id: proposalId, superseded_by: newer } = now;
  const waits = now.state === "pending";
  const [reason, setReason] = useState(() => keptReason(tabShelf, { personId, proposalId }));
  useEffect(() => {
    keepReason(tabShelf, { personId, proposalId }, waits ? reason : "");
    const next = newer === undefined ? undefined : { personId, proposalId: newer };
    if (next && reason !== "" && keptReason(tabShelf, next) === "") keepReason(tabShelf, next, reason);
  }, [personId, proposalId, reason, waits, newer]);
  return [reason, setReason];
}
