import type { ReactNode } from "react";
import { useText, type MessageKey } from "../messages/text.tsx";
import type { HowRead } from "./reading.ts";
import styles from "./seen-mark.module.css";

const LABELS = {
  none: "review.mark-none",
  part: "review.mark-part",
  seen: "review.mark-seen",
  marked: "review.mark-marked",
} as const satisfies Record<HowRead, MessageKey>;

const TICK = "m4.3 7.2 1.9 1.9 3.5-3.9";

/** How far a file has been read, as a drawing with its words. */
export function SeenMark({ how }: { readonly how: HowRead }): ReactNode {
  const text = useText();
  return (
    <svg
      className={`${styles.mark} ${styles[how] ?? ""}`}
      viewBox="0 0 14 14"
      role="img"
      aria-label={text(LABELS[how])}
    >
      {how === "seen" ? (
        <circle className={styles.disc} cx="7" cy="7" r="6.3" />
      ) : (
        <circle cx="7" cy="7" r="5.6" />
      )}
      {how === "part" ? <path className={styles.arc} d="M7 1.4a5.6 5.6 0 0 1 5.3 7.5" /> : null}
      {how === "seen" || how === "marked" ? <path className={styles.tick} d={TICK} /> : null}
    </svg>
  );
}
