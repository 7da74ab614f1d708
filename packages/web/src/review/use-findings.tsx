import { useCallback, useMemo, useState } from "react";
import type { Proposal } from "../data/index.ts";
import type { CommentStop } from "./comments/comment-stops.ts";
import { FindingNote } from "./finding-note.tsx";
import type { LineHit } from "./line-hit.ts";
import { stepFrom, stopsOf, type Stop } from "./stops.ts";

export interface Findings {
  /** The finding that the person was led to last, by its place in the scan's findings. */
  readonly at: number | undefined;
  readonly goToFinding: (index: number) => void;
  /** Leads to the next finding or comment, or the one before, in the order of the code; absent for none. */
  readonly step: ((by: 1 | -1) => void) | undefined;
}

export interface FindingsInput {
  readonly scan: Proposal["scan"];
  /** The files in the order of the card. */
  readonly files: readonly { readonly path: string }[];
  /** Lines with comments. */
  readonly comments: readonly CommentStop[];
  /** Keeps its identity. */
  readonly goTo: (place: LineHit) => void;
}

/** Leads from one finding or comment to the next. */
export function useFindings({ scan, files, comments, goTo }: FindingsInput): Findings {
  const [at, setAt] = useState<Stop>();
  const findings = useMemo(() => scan?.findings ?? [], [scan]);
  const paths = files.map(({ path }) => path);
  const stops = stopsOf(findings, comments, paths);
  const goToFinding = useCallback(
    (index: number) => {
      const finding = findings[index];
      if (finding === undefined) return;
      setAt({ path: finding.file, line: finding.line, finding: index });
      goTo({ path: finding.file, line: finding.line, note: <FindingNote finding={finding} /> });
    },
    [findings, goTo],
  );
  function step(by: 1 | -1): void {
    const next = stepFrom(stops, { at, by, paths });
    if (next?.finding !== undefined) return goToFinding(next.finding);
    if (next === undefined) return;
    setAt(next);
    goTo({ path: next.path, line: next.line });
  }
  return { at: at?.finding, goToFinding, step: stops.length === 0 ? undefined : step };
}
