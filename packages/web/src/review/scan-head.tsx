import { memo, useMemo, type ReactNode } from "react";
import type { Proposal } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Icon } from "../parts/index.ts";
import { FindingList, type FindingListProps } from "./finding-list.tsx";
import type { LineHit } from "./line-hit.ts";
import { newFindings } from "./new-findings.ts";
import { ScanDelta } from "./scan-delta.tsx";
import { ScanUses } from "./scan-uses.tsx";
import styles from "./scan.module.css";

export interface ScanHeadProps extends Pick<FindingListProps, "at" | "onGoToFinding"> {
  readonly proposal: Proposal;
  readonly onGoTo: (place: LineHit) => void;
}

/**
 * What the code of a proposal shows of itself: what changes in what it uses and tries, or all of it where there
 * is nothing to compare with, then what was found in it.
 */
export const ScanHead = memo(function ScanHead({ proposal, onGoTo, ...findings }: ScanHeadProps): ReactNode {
  const text = useText();
  const { scan, files, base } = proposal;
  const fresh = useMemo(() => scan && newFindings(scan, files, base), [scan, files, base]);
  if (proposal.damaged) return null;
  if (scan === undefined || fresh === undefined) {
    return (
      <p className={styles.quiet}>
        <Icon name="warning" />
        {text("scan.none")}
      </p>
    );
  }
  return (
    <div className={base?.scan ? `${styles.brief} ${styles.compared}` : styles.brief}>
      {base?.scan ? (
        <ScanDelta {...{ proposal, scan, onGoTo }} before={base.scan} revision={base.revision} />
      ) : (
        <ScanUses {...{ scan, onGoTo }} why={base && text("delta.unknown", { revision: base.revision })} />
      )}
      <FindingList scan={scan} fresh={fresh} {...findings} />
    </div>
  );
});
