import { useEffect, useState } from "react";
import { keepReason, keptReason } from "./kept.ts";
import { tabShelf } from "./shelf.ts";

/** The reason being written. A closed dialog or a reload loses none of it; once decided, nothing is kept. */
export function useReason(proposalId: string, waits: boolean): [string, (reason: string) => void] {
  const [reason, setReason] = useState(() => keptReason(tabShelf, proposalId));
  useEffect(() => {
    keepReason(tabShelf, proposalId, waits ? reason : "");
  }, [proposalId, reason, waits]);
  return [reason, setReason];
}
