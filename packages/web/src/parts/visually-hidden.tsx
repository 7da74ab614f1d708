import type { ReactNode } from "react";
import styles from "./visually-hidden.module.css";

/** Words that are heard and not seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.hidden}>{children}</span>;
}
