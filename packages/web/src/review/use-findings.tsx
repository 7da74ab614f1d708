import { useCallback, useState } from "react";
import { FindingNote } from "./finding-note.tsx";
import type { Scan } from "./finding-words.ts";
import type { LineHit } from "./line-hit.ts";

export interface Findings {
  /** The finding that the person was led to last, by its place in the scan's findings. */
  readonly at: number | undefined;
  readonly goToFinding: (index: number) => void;
  /** Leads to the next finding or the one before, in the order of the code; absent when there are none. */
  readonly step: ((by: 1 | -1) => void) | undefined;
}

/** Leads from one finding of a scan to the next. `goTo` keeps its identity. */
export function useFindings(scan: Scan | undefined, goTo: (place: LineHit) => void): Findings {
  const [at, setAt] = useState<number>();
  const findings = scan?.findings;
  const goToFinding = useCallback(
    (index: number) => {
      const finding = findings?.[index];
      if (finding === undefined) return;
      setAt(index);
      goTo({ path: finding.file, line: finding.line, note: <FindingNote finding={finding} /> });
    },
    [findings, goTo],
  );
  if (findings === undefined || findings.length === 0) return { at, goToFinding, step: undefined };
  const from = { [1]: -1, [-1]: findings.length } as const;
  return { at, goToFinding, step: (by) => goToFinding((at ?? from[by]) + by) };
}
