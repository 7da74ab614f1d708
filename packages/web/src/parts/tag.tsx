import type { ReactNode } from "react";
import styles from "./tag.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

export interface TagProps {
  readonly children: ReactNode;
  /** lamp: waits for this person. outside: said by another party. */
  readonly kind?: "plain" | "door" | "lamp" | "stop" | "outside";
}

/** A short word in a frame beside a name. */
export function Tag({ children, kind = "plain" }: TagProps): ReactNode {
  return <span className={`${styles.tag} ${styles[kind] ?? ""}`}>{children}</span>;
}

export interface CountProps {
  readonly value: number;
  /** What is counted, for those who only hear it. */
  readonly label: string;
  /** lamp: they wait for this person. */
  readonly kind?: "ink" | "lamp";
  readonly className?: string | undefined;
}

/** A number in a pill; nothing at all for 0. Above 99 it says 99+. */
export function Count({ value, label, kind = "ink", className }: CountProps): ReactNode {
  if (value === 0) return null;
  return (
    <span
      className={[styles.count, kind === "lamp" ? styles.countLamp : "", className].filter(Boolean).join(" ")}
    >
      <span aria-hidden="true">{value > 99 ? "99+" : value}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
