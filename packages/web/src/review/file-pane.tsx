import { memo, useCallback, useId, type ReactNode } from "react";
import type { Proposal } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Button, IconButton, Tag, tell } from "../parts/index.ts";
import { CodeLines } from "./code-lines.tsx";
import styles from "./file-pane.module.css";
import type { LineHit } from "./line-hit.ts";
import { howRead, type FileReading, type HowRead } from "./reading.ts";
import { SeenMark } from "./seen-mark.tsx";
import { LONG_LINE, type Source } from "./source-lines.ts";
import { countMarks, spelledOut } from "./visible-marks.ts";
import { VisibleName } from "./visible-text.tsx";

const SMALL_BYTES = 100;

export interface FilePaneProps {
  readonly file: Proposal["files"][number];
  readonly source: Source;
  /** Absent where it does not count. */
  readonly reading: FileReading | undefined;
  /** A line to point at. */
  readonly hit?: LineHit | undefined;
  /** Absent once there is nothing to decide. */
  readonly onMark?: ((path: string, marked: boolean) => void) | undefined;
  readonly onGoToLine: (place: LineHit) => void;
}

/** One proposed file, whole, in its own scroll box, with how far it was read. */
export const FilePane = memo(function FilePane(props: FilePaneProps): ReactNode {
  const { file, source, hit, onGoToLine } = props;
  const { path } = file;
  const text = useText();
  const id = useId();
  const name = spelledOut(path);
  const goToLine = useCallback((line: number) => onGoToLine({ path, line }), [path, onGoToLine]);
  return (
    <article className={styles.file} aria-labelledby={id}>
      <FileHead {...props} id={id} name={name} />
      <div
        className={styles.box}
        data-file-box=""
        tabIndex={0}
        role="region"
        aria-label={text("review.whole-file", { path: name })}
      >
        {source.lines === 0 ? (
          <p className={styles.empty} data-lines="">
            {text("review.empty-file")}
          </p>
        ) : (
          <CodeLines source={source} hit={hit} onGoToLine={goToLine} />
        )}
      </div>
    </article>
  );
});

interface FileHeadProps extends FilePaneProps {
  readonly id: string;
  readonly name: string;
}

function FileHead({ file, source, reading, onMark, id, name }: FileHeadProps): ReactNode {
  const text = useText();
  const size =
    file.bytes < SMALL_BYTES
      ? text("review.bytes", { bytes: file.bytes })
      : text("review.kilobytes", { kilobytes: file.bytes / 1024 });

  async function copyFile(): Promise<void> {
    try {
      await navigator.clipboard.writeText(file.text);
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
      <span className={styles.meta}>
        {text("review.file-lines", { lines: source.lines })}, {size}
      </span>
      <FileSignals file={file} source={source} />
      <span className={styles.progress}>
        {reading ? <Progress reading={reading} onMark={onMark} name={name} /> : null}
        <IconButton
          icon="copy"
          size="small"
          label={text("review.copy-file", { path: name })}
          onPress={() => void copyFile()}
        />
      </span>
    </header>
  );
}

interface ProgressProps extends Pick<FilePaneProps, "onMark"> {
  readonly reading: FileReading;
  readonly name: string;
}

/** How far the file was read, in words, and the way to say by hand that it was. */
function Progress({ reading, onMark, name }: ProgressProps): ReactNode {
  const text = useText();
  const how = howRead(reading);
  const marked = how === "marked";
  const said = {
    none: "",
    part: text("review.read-to", { line: reading.line }),
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
function FileSignals({ file, source }: Pick<FilePaneProps, "file" | "source">): ReactNode {
  const text = useText();
  const hidden = source.hidden + countMarks(file.path);
  return (
    <>
      {source.longest > LONG_LINE ? (
        <Tag>{text("review.long-line", { characters: source.longest })}</Tag>
      ) : null}
      {hidden > 0 ? <Tag kind="stop">{text("review.hidden", { count: hidden })}</Tag> : null}
    </>
  );
}
