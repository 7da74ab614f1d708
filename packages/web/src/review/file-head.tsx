import type { ReactNode } from "react";
import { useText, type MessageKey } from "../messages/text.tsx";
import { Button, IconButton, Tag, tell } from "../parts/index.ts";
import { ChangedCount } from "./diff/changed-count.tsx";
import styles from "./file-pane.module.css";
import { howRead, lineRead, type FileReading, type HowRead } from "./reading.ts";
import { SeenMark } from "./seen-mark.tsx";
import type { ShownFile } from "./shown-file.ts";
import { LONG_LINE } from "./source-lines.ts";
import { countMarks } from "./visible-marks.ts";
import { VisibleName } from "./visible-text.tsx";

const SMALL_BYTES = 100;

export interface FileHeadProps {
  readonly file: ShownFile;
  /** Absent where it does not count. */
  readonly reading: FileReading | undefined;
  /** Absent once there is nothing to decide. */
  readonly onMark?: ((path: string, marked: boolean) => void) | undefined;
  readonly id: string;
  /** The path, in which nothing is hidden. */
  readonly name: string;
  /** Shows the code or folds it away; absent for a file that always stands open. */
  readonly onToggle?: (() => void) | undefined;
  readonly isOpen: boolean;
}

const STATE_WORDS = {
  whole: undefined,
  changed: undefined,
  same: "diff.same-file",
  added: "diff.new-file",
  removed: "diff.removed-file",
} as const satisfies Record<ShownFile["state"], MessageKey | undefined>;

/** What stands above a file's code: how far it was read, its name and measures, and what can be done with it. */
export function FileHead({ file, reading, onMark, id, name, onToggle, isOpen }: FileHeadProps): ReactNode {
  const text = useText();
  const size =
    file.bytes < SMALL_BYTES
      ? text("review.bytes", { bytes: file.bytes })
      : text("review.kilobytes", { kilobytes: file.bytes / 1024 });
  const state = STATE_WORDS[file.state];
  const act = text(isOpen ? "review.fold-file" : "review.show-file");

  async function copyFile(): Promise<void> {
    try {
      await navigator.clipboard.writeText(file.code.new);
      tell({ text: text("review.copied-file", { path: name }) });
    } catch {
      tell({ text: text("part.copy-failed") });
    }
  }
  return (
    <header className={styles.head}>
      {reading ? <SeenMark how={howRead(reading)} /> : null}
      <h3 className={styles.path} id={id}>
        <VisibleName text={file.path} />
      </h3>
      {state === undefined ? null : <Tag>{text(state)}</Tag>}
      {file.compared ? <ChangedCount {...file.compared} /> : null}
      <span className={styles.meta}>
        {text("review.file-lines", { lines: file.source.lines })}, {size}
      </span>
      <FileSignals file={file} />
      <span className={styles.progress}>
        {reading ? <Progress reading={reading} onMark={onMark} name={name} /> : null}
        {onToggle ? (
          <Button size="small" kind="quiet" expanded={isOpen} label={`${act}: ${name}`} onPress={onToggle}>
            {act}
          </Button>
        ) : null}
        {file.state === "removed" ? null : (
          <IconButton
            icon="copy"
            size="small"
            label={text("review.copy-file", { path: name })}
            onPress={() => void copyFile()}
          />
        )}
      </span>
    </header>
  );
}

interface ProgressProps extends Pick<FileHeadProps, "onMark" | "name"> {
  readonly reading: FileReading;
}

/** How far the file was read, in words, and the way to say by hand that it was. */
function Progress({ reading, onMark, name }: ProgressProps): ReactNode {
  const text = useText();
  const how = howRead(reading);
  const marked = how === "marked";
  const line = lineRead(reading);
  const said = {
    none: "",
    part: line > 0 ? text("review.read-to", { line }) : text("review.mark-part"),
    seen: text("review.mark-seen"),
    marked: text("review.mark-marked"),
  } satisfies Record<HowRead, string>;
  const act = text(marked ? "review.unmark" : "review.mark-as-read");
  return (
    <>
      <span className={styles.meta}>{said[how]}</span>
      {onMark && how !== "seen" ? (
        <Button
          size="small"
          kind={marked ? "quiet" : "plain"}
          label={`${act}: ${name}`}
          onPress={() => onMark(reading.path, !marked)}
        >
          {act}
        </Button>
      ) : null}
    </>
  );
}

/** What could keep something in this file out of sight. Signals, not verdicts. */
function FileSignals({ file: { path, source } }: Pick<FileHeadProps, "file">): ReactNode {
  const text = useText();
  const hidden = source.hidden + countMarks(path);
  return (
    <>
      {source.longest > LONG_LINE ? (
        <Tag>{text("review.long-line", { characters: source.longest })}</Tag>
      ) : null}
      {hidden > 0 ? <Tag kind="stop">{text("review.hidden", { count: hidden })}</Tag> : null}
    </>
  );
}
