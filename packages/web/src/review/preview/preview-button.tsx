import { useId, type ReactNode } from "react";
import { useText } from "../../messages/text.tsx";
import { Button, VisuallyHidden } from "../../parts/index.ts";
import { leftToRead, type Reading, type Unread } from "../reading.ts";
import { spelledOut } from "../visible-marks.ts";
import styles from "./preview.module.css";
import type { Preview } from "./use-preview.ts";

export interface PreviewButtonProps {
  readonly preview: Preview;
  readonly reading: Reading;
  /** Goes to what is left to read. */
  readonly onGoTo: (unread: Unread) => void;
}

/** Opens the trial of a proposal. Withheld until every file was read; then it leads to what is left. */
export function PreviewButton({ preview, reading, onGoTo }: PreviewButtonProps): ReactNode {
  const text = useText();
  const why = useId();
  const left = leftToRead(reading);
  const [first] = left;
  return (
    <span className={styles.opener}>
      <Button
        size="small"
        icon="play"
        held={first !== undefined}
        busy={preview.asking}
        expanded={preview.isOpen}
        ref={preview.opener}
        describedBy={first && why}
        onPress={() => (first ? onGoTo(first) : preview.isOpen ? preview.close() : preview.open(reading))}
      >
        {text("preview.open")}
      </Button>
      {first ? (
        <span className={styles.why} id={why}>
          {text("preview.withheld")}
          <VisuallyHidden>
            {text("preview.left", { count: left.length, path: spelledOut(first.path), line: first.line })}
          </VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}
