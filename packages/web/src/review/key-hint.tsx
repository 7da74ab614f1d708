import type { ReactNode } from "react";
import styles from "./key-hint.module.css";

/** What tells of a key, where there are keys. */
export function KeyHint({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.hint}>{children}</span>;
}
