import type { ReactNode } from "react";
import { VisibleText } from "../review/visible-text.tsx";
import styles from "./said.module.css";

export interface SaidProps {
  /** Whose words they are. */
  readonly label: string;
  readonly words: string;
  /** Words to be read, and not an error or code. */
  readonly prose?: boolean;
}

/** The app's words, set apart so that they cannot pass for the page's own, nor push away what follows. */
export function Said({ label, words, prose = false }: SaidProps): ReactNode {
  return (
    <div className={styles.whole}>
      <p className={styles.label}>{label}</p>
      <p
        className={prose ? `${styles.words} ${styles.prose}` : styles.words}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <VisibleText text={words} />
      </p>
    </div>
  );
}
