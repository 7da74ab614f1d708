import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import styles from "./changed-count.module.css";

export interface ChangedCountProps {
  readonly added: number;
  readonly removed: number;
}

/** How many lines were added and removed; what is none is left out. */
export function ChangedCount({ added, removed }: ChangedCountProps): ReactNode {
  const text = useText();
  return (
    <span className={styles.counts}>
      {added > 0 ? <span className={styles.added}>{text("diff.added-count", { count: added })}</span> : null}
      {removed > 0 ? (
        <span className={styles.removed}>{text("diff.removed-count", { count: removed })}</span>
      ) : null}
    </span>
  );
}
