import type { ReactNode } from "react";
import type { Notice } from "@anteroom/sandbox/host";
import { useText, type MessageKey } from "../../messages/text.tsx";
import { Button, Icon } from "../../parts/index.ts";
import styles from "./app-notices.module.css";

const WORDS = {
  fleeting_storage: "notice.fleeting-storage",
  no_storage: "notice.no-storage",
  unanswered_question: "notice.unanswered-question",
  print: "notice.print",
  fullscreen: "notice.fullscreen",
  wake_lock: "notice.wake-lock",
  clipboard_read: "notice.clipboard-read",
  drew_nothing: "notice.drew-nothing",
} as const satisfies Record<Notice, MessageKey>;

export interface AppNoticesProps {
  readonly notices: readonly Notice[];
  readonly onRead: () => void;
}

/** Tells what the app used that does not do here what it does elsewhere, until it was read. */
export function AppNotices({ notices, onRead }: AppNoticesProps): ReactNode {
  const text = useText();
  return (
    <div className={styles.strip} role="status">
      <Icon name="sealed" />
      <ul className={styles.words}>
        {notices.map((notice) => (
          <li key={notice}>{text(WORDS[notice])}</li>
        ))}
      </ul>
      <Button size="small" kind="quiet" onPress={onRead}>
        {text("room.slept-read")}
      </Button>
    </div>
  );
}
