import { useMemo, type ReactNode, type Ref } from "react";
import type { Proposal } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Tag } from "../parts/index.ts";
import { FilePane, type FilePaneProps } from "./file-pane.tsx";
import styles from "./file-list.module.css";
import type { LineHit } from "./line-hit.ts";
import type { LineNotes } from "./line-notes.ts";
import { isRead, type Reading } from "./reading.ts";
import type { ShownFile } from "./shown-file.ts";
import { LONG_LINE } from "./source-lines.ts";
import { countMarks } from "./visible-marks.ts";

const MANY_LINES = 1000;
/** So many rows of all files are drawn at once, so that the card is there at once; the others follow. */
const FIRST_ROWS = 100;

export interface FileListProps extends Pick<
  FilePaneProps,
  "layout" | "onComment" | "onMark" | "onGoTo" | "watch"
> {
  readonly files: readonly ShownFile[];
  /** Absent where it does not count, since there is nothing to decide. */
  readonly reading: Reading | undefined;
  readonly hit: LineHit | undefined;
  readonly notes?: LineNotes | undefined;
  readonly onFocusFile: (path: string) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** Every file of the card, one below the other. */
export function FileList({
  files,
  reading,
  hit,
  notes,
  onFocusFile,
  ref,
  ...props
}: FileListProps): ReactNode {
  const byPath = useMemo(() => new Map(reading?.map((file) => [file.path, file])), [reading]);
  const firstRows = useMemo(() => firstRowsOf(files), [files]);
  return (
    <div
      className={styles.files}
      ref={ref}
      onFocus={({ target }) => {
        const path = target.closest<HTMLElement>("[data-file]")?.dataset["file"];
        if (path !== undefined) onFocusFile(path);
      }}
    >
      {files.map((file, index) => (
        <FilePane
          key={file.path}
          file={file}
          reading={byPath.get(file.path)}
          hit={hit?.path === file.path ? hit : undefined}
          notes={notes?.get(file.path)}
          firstRows={firstRows[index] ?? 0}
          {...props}
        />
      ))}
    </div>
  );
}

/** How many rows of each file are drawn at once. */
function firstRowsOf(files: readonly ShownFile[]): number[] {
  let left = FIRST_ROWS;
  return files.map(({ state, compared, source }) => {
    const rows = Math.max(0, left);
    if (state !== "same") left -= compared ? compared.added + compared.removed : source.rows;
    return rows;
  });
}

export interface FilesHeadingProps {
  readonly proposal: Proposal;
  readonly files: readonly ShownFile[];
  readonly reading: Reading | undefined;
}

/** How many files there are, how many of them were read, and what is more than a person would expect. */
export function FilesHeading({ proposal, files, reading }: FilesHeadingProps): ReactNode {
  const text = useText();
  return (
    <>
      <h2>{text("review.heading", { count: proposal.files.length })}</h2>
      <Totals proposal={proposal} files={files} />
      {reading ? (
        <span className={styles.meta}>
          {text("review.read-count", { read: reading.filter(isRead).length, all: reading.length })}
        </span>
      ) : null}
    </>
  );
}

/** More than a person would expect: so many files or lines, a line that wraps far, something hidden. */
function Totals({ proposal, files }: Pick<FilesHeadingProps, "proposal" | "files">): ReactNode {
  const text = useText();
  const sources = files.map(({ source }) => source);
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  const longest = sources.reduce((most, source) => Math.max(most, source.longest), 0);
  const hidden =
    sources.reduce((sum, source) => sum + source.hidden, 0) +
    [proposal.name, proposal.client_name, ...files.map(({ path }) => path)].reduce(
      (sum, name) => sum + countMarks(name),
      0,
    );
  return (
    <>
      {lines > MANY_LINES ? <span className={styles.meta}>{text("review.totals", { lines })}</span> : null}
      {longest > LONG_LINE ? (
        <span className={styles.meta}>{text("review.long-line", { characters: longest })}</span>
      ) : null}
      {hidden > 0 ? <Tag kind="stop">{text("review.hidden", { count: hidden })}</Tag> : null}
    </>
  );
}
