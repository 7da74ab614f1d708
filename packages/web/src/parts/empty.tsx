import type { ReactNode } from "react";
import { DoorGlyph } from "./door-glyph.tsx";
import styles from "./empty.module.css";

export interface EmptyProps {
  readonly title: string;
  /** One sentence: what will stand here, and by what. */
  readonly children?: ReactNode;
  /** One way to fill it. */
  readonly action?: ReactNode;
}

/** Nothing is here: a dark door, and one sentence. */
export function Empty({ title, children, action }: EmptyProps): ReactNode {
  return (
    <div className={styles.empty}>
      <DoorGlyph state="none" size="huge" label="" />
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <p className={styles.words}>{children}</p>}
      {action}
    </div>
  );
}
