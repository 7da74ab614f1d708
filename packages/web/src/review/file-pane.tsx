import { memo, useCallback, useId, useState, type ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { CodeLines } from "./code-lines.tsx";
import type { Layout } from "./diff/blocks.ts";
import { DiffFacts } from "./diff/diff-facts.tsx";
import { DiffLines } from "./diff/diff-lines.tsx";
import { FileHead, type FileHeadProps } from "./file-head.tsx";
import styles from "./file-pane.module.css";
import type { LineHit } from "./line-hit.ts";
import type { CommentOn, LineRange } from "./line-notes.ts";
import { LinePicker } from "./line-picker.tsx";
import type { FileNotes } from "./note-row.tsx";
import type { ShownFile } from "./shown-file.ts";
import { spelledOut } from "./visible-marks.ts";
import type { WatchBox } from "./watch-reading.ts";

/** A file of more rows than this is folded until it is asked for, with its measures told. */
const LARGE_ROWS = 5000;

export interface FilePaneProps extends Pick<FileHeadProps, "file" | "reading" | "onMark"> {
  readonly layout: Layout;
  /** A line to point at. */
  readonly hit?: LineHit | undefined;
  /** What stands beneath lines; a file with any does not fold away. */
  readonly notes?: FileNotes | undefined;
  /** Absent where nothing can be said about lines. */
  readonly onComment?: CommentOn | undefined;
  readonly onGoTo: (place: LineHit) => void;
  readonly watch: WatchBox;
  /** So many rows are drawn at once; the others follow. */
  readonly firstRows: number;
}

/** One file with how far it was read: its code in its own scroll box, or folded to its head. */
export const FilePane = memo(function FilePane(props: FilePaneProps): ReactNode {
  const { file, hit, notes } = props;
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const [shownHit, setShownHit] = useState<LineHit>();
  if (hit !== shownHit) {
    setShownHit(hit);
    if (hit !== undefined) setChosen(true);
  }
  const opensItself = file.state !== "same" && file.state !== "removed" && heightOf(file) <= LARGE_ROWS;
  const hasNotes = notes !== undefined && notes.size > 0;
  const isOpen = hasNotes || (chosen ?? opensItself);
  const isFoldable = !opensItself && !hasNotes;
  const name = spelledOut(file.path);
  return (
    <article
      className={isOpen ? styles.file : `${styles.file} ${styles.folded}`}
      aria-labelledby={id}
      data-file={file.path}
    >
      <FileHead
        {...props}
        id={id}
        name={name}
        isOpen={isOpen}
        onToggle={isFoldable ? () => setChosen(!isOpen) : undefined}
      />
      {isOpen ? <FileBox {...props} name={name} /> : null}
    </article>
  );
});

function heightOf({ compared, source }: ShownFile): number {
  return compared ? compared.added + compared.removed : source.rows;
}

interface FileBoxProps extends FilePaneProps {
  readonly name: string;
}

function FileBox({
  file,
  layout,
  hit,
  notes,
  name,
  onComment,
  onGoTo,
  watch,
  firstRows,
}: FileBoxProps): ReactNode {
  const text = useText();
  const { path, source, compared, code, state } = file;
  const goToLine = useCallback((line: number) => onGoTo({ path, line }), [path, onGoTo]);
  const box = useCallback(
    (element: HTMLDivElement | null) => (element ? watch(path, element) : undefined),
    [path, watch],
  );
  const onPick = onComment && state !== "removed" ? (range: LineRange) => onComment(path, range) : undefined;
  const labels = {
    whole: "review.whole-file",
    same: "review.whole-file",
    changed: "diff.changes-of",
    added: "diff.changes-of",
    removed: "diff.removed-text-of",
  } as const satisfies Record<ShownFile["state"], string>;
  return (
    <div
      className={styles.box}
      data-file-box=""
      data-view={file.measure?.view}
      tabIndex={0}
      role="region"
      aria-label={text(labels[state], { path: name })}
      ref={box}
    >
      {file.waits ? (
        <p className={styles.empty} role="status">
          {text("diff.comparing")}
        </p>
      ) : (
        <>
          {compared ? <DiffFacts diff={compared.diff} /> : null}
          {(compared?.rows.length ?? source.lines) === 0 ? (
            <p className={styles.empty} data-lines="">
              {text("review.empty-file")}
            </p>
          ) : (
            <LinePicker onPick={onPick} hit={hit}>
              {compared ? (
                <DiffLines {...{ compared, code, layout, hit, notes, firstRows, onGoTo }} key={code.old} />
              ) : (
                <CodeLines {...{ source, code, hit, notes, firstRows }} onGoToLine={goToLine} />
              )}
            </LinePicker>
          )}
        </>
      )}
    </div>
  );
}
