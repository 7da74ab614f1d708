import { useEffect, useMemo, useReducer, type Dispatch } from "react";
import type { Proposal } from "../data/index.ts";
import { keepReading, keptReading, type ReadingKey } from "./kept.ts";
import { keptOf, readingReducer, startReading, type Reading, type ReadingAction } from "./reading.ts";
import { browserShelf } from "./shelf.ts";
import { sourceOf, type Source } from "./source-lines.ts";

export interface ReadingOf {
  /** The files' lines, in the order of the files. */
  readonly sources: readonly Source[];
  readonly reading: Reading;
  readonly dispatch: Dispatch<ReadingAction>;
}

/**
 * The reading of a proposal by a person. It is kept in the browser while the proposal waits, for exactly this
 * person and these bytes. The component that uses it lives as long as one digest is shown.
 */
export function useReading(proposal: Proposal, personId: string, waits: boolean): ReadingOf {
  const { proposal_id: proposalId, digest, files } = proposal;
  const key = useMemo((): ReadingKey => ({ personId, proposalId, digest }), [personId, proposalId, digest]);
  const sources = useMemo(() => files.map((file) => sourceOf(file.text)), [files]);
  const [reading, dispatch] = useReducer(readingReducer, undefined, () =>
    startReading(
      files.map(({ path }, index) => ({
        path,
        lines: sources[index]?.lines ?? 0,
        rows: sources[index]?.rows ?? 0,
      })),
      keptReading(browserShelf, key),
    ),
  );
  useEffect(() => {
    keepReading(browserShelf, key, waits ? keptOf(reading) : []);
  }, [key, reading, waits]);
  return { sources, reading, dispatch };
}
