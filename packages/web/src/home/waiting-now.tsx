import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ApprovalRow } from "../data/index.ts";
import { Queue } from "../connected/queue.tsx";
import { useText } from "../messages/text.tsx";
import { Count, DoorGlyph } from "../parts/index.ts";
import styles from "./home.module.css";

const SHOWN = 3;

/** What waits for this person, as far as it fits on Home. */
export function WaitingNow({ rows }: { readonly rows: readonly ApprovalRow[] }): ReactNode {
  const text = useText();
  if (rows.length === 0) {
    return (
      <p className={styles.quiet}>
        <DoorGlyph state="none" label="" />
        {text("home.nothing-waits")}
      </p>
    );
  }
  return (
    <section aria-labelledby="waiting">
      <div className={styles.head}>
        <h2 id="waiting">{text("queue.title")}</h2>
        <Count value={rows.length} kind="lamp" label={text("app.need-approval", { count: rows.length })} />
        <Link href="/connected" className={styles.all}>
          {text("home.all-waiting")}
        </Link>
      </div>
      <Queue rows={rows.slice(0, SHOWN)} />
    </section>
  );
}
