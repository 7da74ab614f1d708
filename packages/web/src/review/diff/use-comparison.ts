import { useState } from "react";
import { useProposalAgainst, type Proposal } from "../../data/index.ts";

type Base = NonNullable<Proposal["base"]>;

/** What a proposal is compared with. */
export interface Comparison {
  readonly bases: Proposal["bases"];
  /** The id of the base that is chosen; empty for none. */
  readonly chosen: string;
  readonly choose: (proposalId: string) => void;
  /** Absent where files are shown whole, or until the chosen one has come. */
  readonly base: Base | undefined;
  /** The proposed files as they are told with that base. */
  readonly files: Proposal["files"];
  readonly waits: boolean;
  readonly error: unknown;
}

/** The comparison that the person chose; at first the one that the card came with. */
export function useComparison(shown: Proposal): Comparison {
  const first = shown.base?.proposal_id ?? "";
  const [chosen, choose] = useState(first);
  const isOther = chosen !== "" && chosen !== first;
  const other = useProposalAgainst(shown.proposal_id, isOther ? chosen : undefined);
  // Only what is told about the very bytes on the page may stand beside them.
  const fits = other.data?.digest === shown.digest ? other.data : undefined;
  const told = isOther ? fits : chosen === "" ? undefined : shown;
  return {
    bases: shown.bases,
    chosen,
    choose,
    base: told?.base,
    files: told?.files ?? shown.files,
    waits: isOther && told === undefined && !other.isError,
    error: isOther ? other.error : undefined,
  };
}
