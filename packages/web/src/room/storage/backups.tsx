import { useId, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { SharedData } from "../../data/apps.ts";
import { Message, useText } from "../../messages/text.tsx";
import { Button, Time, useBytes } from "../../parts/index.ts";
import { VisibleName } from "../../review/visible-text.tsx";
import styles from "./storage.module.css";

export interface BackupsProps {
  readonly backups: SharedData["backups"];
  readonly busy: boolean;
  readonly onRestore: (backupId: string) => void;
}

/** What was cleared or replaced, and can still be put back. */
export function Backups({ backups, busy, onRestore }: BackupsProps): ReactNode {
  const text = useText();
  const intl = useIntl();
  const bytes = useBytes();
  const id = useId();
  if (backups.length === 0) return null;
  return (
    <div className={styles.backups}>
      <h4 id={id}>{text("storage.earlier")}</h4>
      <ul aria-labelledby={id}>
        {backups.map((backup) => (
          <li key={backup.backup_id}>
            <p>
              <Message
                id={backup.why === "cleared" ? "storage.was-cleared" : "storage.was-replaced"}
                values={{
                  by: <VisibleName text={backup.by} />,
                  ago: <Time at={backup.at} look="ago" />,
                }}
              />{" "}
              <span className={styles.words}>
                {text("storage.backup", {
                  keys: backup.keys,
                  size: bytes(backup.bytes),
                  until: intl.formatDate(backup.until, { dateStyle: "medium" }),
                })}
              </span>
            </p>
            <Button size="small" busy={busy} onPress={() => onRestore(backup.backup_id)}>
              {text("room.put-back")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
