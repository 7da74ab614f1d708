import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import styles from "./skeleton.module.css";

/** Stands where something is loading; it appears after 300 ms, so that what is fast never flickers. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }): ReactNode {
  const text = useText();
  return (
    <div className={styles.skeleton} role="status" aria-label={text("part.loading")}>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} />
      ))}
    </div>
  );
}
