import { useEffect, useState, type ReactNode } from "react";
import type { LiveState } from "@anteroom/client";
import { useText } from "../messages/text.tsx";
import { Icon } from "../parts/index.ts";
import styles from "./shell.module.css";

/** A stream that is back within this time was never worth a word. */
const PATIENCE_MS = 1200;

/** Says that the page may be old while the event stream is away. */
export function LostStrip({ live }: { readonly live: LiveState }): ReactNode {
  const text = useText();
  const [told, setTold] = useState(false);
  const lost = live === "lost";
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => setTold(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setTold(false);
    };
  }, [lost]);
  return (
    <div role="status" className={styles.status}>
      {told ? (
        <p className={styles.strip}>
          <Icon name="offline" />
          {text("app.lost")}
        </p>
      ) : null}
    </div>
  );
}
