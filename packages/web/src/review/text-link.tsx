import type { MouseEvent, ReactNode } from "react";
import styles from "./text-link.module.css";

export interface TextLinkProps {
  /** A part of a sentence, unless it stands for itself: as words, or as a place in code. */
  readonly look?: "words" | "code";
  /** Whether what it shows is shown; absent where it leads elsewhere. */
  readonly expanded?: boolean;
  readonly onPress: (event: MouseEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

/** A way to a place on this page, which reads as a link. A plain button, since there are thousands between lines. */
export function TextLink({ look, expanded, onPress, children }: TextLinkProps): ReactNode {
  return (
    <button
      type="button"
      className={look ? `${styles.link} ${styles[look]}` : styles.link}
      aria-expanded={expanded}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
