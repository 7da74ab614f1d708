import type { ReactNode } from "react";
import styles from "./mark.module.css";

/** The sign of Anteroom: a closed door with light under it. Decoration; its text stands beside it. */
export function Mark(): ReactNode {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.leaf} d="M7 15.6V3.4A1.4 1.4 0 0 1 8.4 2h7.2A1.4 1.4 0 0 1 17 3.4v12.2z" />
      <circle className={styles.knob} cx="14.3" cy="9.2" r="1.15" />
      <path className={styles.light} d="M7 17.6h10l4 5H3z" />
    </svg>
  );
}
