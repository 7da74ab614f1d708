import type { ReactNode } from "react";
import styles from "./avatar.module.css";
import { Icon } from "./icon.tsx";

export interface AvatarProps {
  readonly name: string;
  readonly kind?: "person" | "agent";
}

/** A person's first letter, or the drawing of an agent. Decoration; the name stands beside it. */
export function Avatar({ name, kind = "person" }: AvatarProps): ReactNode {
  return (
    <span
      className={kind === "agent" ? `${styles.avatar} ${styles.agent}` : styles.avatar}
      aria-hidden="true"
    >
      {kind === "agent" ? <Icon name="agent" className={styles.drawing ?? ""} /> : firstLetter(name)}
    </span>
  );
}

/** The first character as people see it: an emoji or a letter with its accents is not cut apart. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first ? first.segment.toLocaleUpperCase() : "";
}
