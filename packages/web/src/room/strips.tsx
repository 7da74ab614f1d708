import { useState, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { Button, DoorGlyph, Icon, type IconName } from "../parts/index.ts";
import styles from "./strips.module.css";

export interface OtherRevisionProps {
  readonly running: number;
  readonly now: number;
  readonly onReload: () => void;
}

/** Another revision took the place of the one that runs: told, and never swapped under a person's hands. */
export function OtherRevision({ running, now, onReload }: OtherRevisionProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.strip} role="status">
      <DoorGlyph state="open" label="" />
      <p>{text(now > running ? "room.newer-stands" : "room.older-stands", { revision: now })}</p>
      <Button size="small" kind="door" icon="reload" onPress={onReload}>
        {text("room.reload-tab")}
      </Button>
    </div>
  );
}

export interface ToldProps {
  readonly icon: IconName;
  readonly words: string;
}

/** What happened to an app without the person's doing, as that it began anew: told, until it was read. */
export function Told({ icon, words }: ToldProps): ReactNode {
  const text = useText();
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <div className={`${styles.strip} ${styles.told}`} role="status">
      <Icon name={icon} />
      <p>{words}</p>
      <Button size="small" kind="quiet" onPress={() => setRead(true)}>
        {text("room.slept-read")}
      </Button>
    </div>
  );
}
