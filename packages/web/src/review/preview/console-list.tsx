import type { ReactNode } from "react";
import type { ConsoleLevel } from "@anteroom/sandbox/host";
import { useText, type MessageKey } from "../../messages/text.tsx";
import { Button, Icon } from "../../parts/index.ts";
import type { LineHit } from "../line-hit.ts";
import { VisibleText } from "../visible-text.tsx";
import { PlaceLink } from "./place-link.tsx";
import styles from "./preview.module.css";
import type { LogRow, TrialLog } from "./trial-log.ts";

const LEVELS = {
  debug: "preview.level-debug",
  log: "preview.level-log",
  info: "preview.level-info",
  warn: "preview.level-warn",
  error: "preview.level-error",
} as const satisfies Record<ConsoleLevel, MessageKey>;

export interface ConsoleListProps {
  readonly log: TrialLog;
  readonly onClear: () => void;
  readonly onGoTo: (place: LineHit) => void;
}

/** What the app wrote to its console and what went wrong in it, oldest first. All of it the app's words. */
export function ConsoleList({ log, onClear, onGoTo }: ConsoleListProps): ReactNode {
  const text = useText();
  return (
    <section className={styles.part} aria-label={text("preview.console")}>
      <div className={styles.partHead}>
        <h3>
          {text("preview.console")}{" "}
          <span className={styles.count}>{text("scan.count", { count: log.count })}</span>
        </h3>
        {log.rows.length > 0 ? (
          <Button size="small" kind="quiet" onPress={onClear}>
            {text("preview.clear")}
          </Button>
        ) : null}
      </div>
      {log.rows.length === 0 ? (
        <p className={styles.none}>{text("preview.console-none")}</p>
      ) : (
        <Rows rows={log.rows} onGoTo={onGoTo} />
      )}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly LogRow[];
  readonly onGoTo: (place: LineHit) => void;
}

function Rows({ rows, onGoTo }: RowsProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.console} tabIndex={0} role="region" aria-label={text("preview.console-said")}>
      <ol>
        {rows.map((row) => (
          <li key={row.id} className={isBad(row) ? `${styles.row} ${styles.bad}` : styles.row}>
            <Row row={row} onGoTo={onGoTo} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Whether a row tells of something wrong. */
function isBad(row: LogRow): boolean {
  return row.kind === "fault" || (row.kind === "said" && row.level === "error");
}

function Row({
  row,
  onGoTo,
}: {
  readonly row: LogRow;
  readonly onGoTo: (place: LineHit) => void;
}): ReactNode {
  const text = useText();
  switch (row.kind) {
    case "cleared":
      return <p className={styles.mark}>{text("preview.cleared")}</p>;
    case "missed":
      return <p className={styles.mark}>{text("preview.missed", { count: row.count })}</p>;
    case "fault": {
      const { message, place } = row.fault;
      return (
        <>
          <Kind word="preview.uncaught" loud />
          <span className={styles.text}>
            <VisibleText text={message} />{" "}
            {place ? <PlaceLink place={place} note={<VisibleText text={message} />} onGoTo={onGoTo} /> : null}
          </span>
        </>
      );
    }
    case "said":
      return (
        <>
          <Kind word={LEVELS[row.level]} loud={isBad(row) || row.level === "warn"} />
          <span className={styles.text}>
            <VisibleText text={row.text} />
            {row.times > 1 ? (
              <span className={styles.count}> {text("scan.times", { count: row.times })}</span>
            ) : null}
          </span>
        </>
      );
  }
}

/** The level in words, so that no colour is needed to tell it. */
function Kind({ word, loud }: { readonly word: MessageKey; readonly loud: boolean }): ReactNode {
  const text = useText();
  return (
    <b className={styles.kind}>
      {loud ? <Icon name="warning" /> : null}
      {text(word)}
    </b>
  );
}
