import { useEffect, useState } from "react";
import { keepReason, keptReason } from "./kept.ts";
import { tabShelf } from "./shelf.ts";

/**
 * The reason being written. A closed dialog or a reload loses none of it; once decided, nothing is kept. When
 * another proposal took the place of this one, what was written waits there.
 */
export function useReason(
  proposalId: string,
  waits: boolean,
  newer?: string,
): [string, (reason: string) => void] {
  const [reason, setReason] = useState(() => keptReason(tabShelf, proposalId));
  useEffect(() => {
    keepReason(tabShelf, proposalId, waits ? reason : "");
    if (newer !== undefined && reason !== "" && keptReason(tabShelf, newer) === "") {
      keepReason(tabShelf, newer, reason);
    }
  }, [proposalId, reason, waits, newer]);
  return [reason, setReason];
}
