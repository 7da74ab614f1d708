import { useRef, type ReactNode } from "react";
import { useShortcuts } from "../app/shortcuts.tsx";
import type { ApprovalRow } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { QueueRow } from "./queue-row.tsx";
import styles from "./queue.module.css";

export interface QueueProps {
  readonly rows: readonly ApprovalRow[];
  /** Rows are being chosen, to be declined together. */
  readonly choosing?: {
    readonly chosen: ReadonlySet<string>;
    readonly onPress: (proposalId: string, range: boolean) => void;
  };
}

/** What waits for this person, oldest first, ended by the sill. Each whole row opens its card. */
export function Queue({ rows, choosing }: QueueProps): ReactNode {
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  function step(by: 1 | -1): void {
    const stops = [
      ...(list.current?.querySelectorAll<HTMLElement>(choosing ? "input" : "[data-card]") ?? []),
    ];
    const at = stops.findIndex((stop) => stop.closest("li")?.contains(document.activeElement));
    const next = at === -1 ? (by === 1 ? 0 : stops.length - 1) : at + by;
    stops[next]?.focus();
  }
  useShortcuts([
    { keys: "j", label: text("queue.key-next"), run: () => step(1) },
    { keys: "k", label: text("queue.key-previous"), run: () => step(-1) },
  ]);
  return (
    <>
      <ol ref={list} className={choosing ? `${styles.queue} ${styles.choosing}` : styles.queue}>
        {rows.map((row, index) => (
          <QueueRow
            key={row.proposal_id}
            row={row}
            first={index === 0}
            choice={
              choosing && {
                chosen: choosing.chosen.has(row.proposal_id),
                onPress: (range) => choosing.onPress(row.proposal_id, range),
              }
            }
          />
        ))}
      </ol>
      <div className={styles.sill} />
    </>
  );
}
