import type { ReactNode, Ref } from "react";
import type { Proposal } from "../data/index.ts";
import { useText } from "../messages/text.tsx";
import { Tag } from "../parts/index.ts";
import { FilePane } from "./file-pane.tsx";
import styles from "./file-list.module.css";
import type { LineHit } from "./line-hit.ts";
import { isRead, type Reading } from "./reading.ts";
import { LONG_LINE, type Source } from "./source-lines.ts";
import { countMarks } from "./visible-marks.ts";

const MANY_LINES = 1000;

export interface FileListProps {
  readonly proposal: Proposal;
  readonly sources: readonly Source[];
  /** Absent where it does not count, since there is nothing to decide. */
  readonly reading: Reading | undefined;
  readonly hit: LineHit | undefined;
  readonly onMark: ((path: string, marked: boolean) => void) | undefined;
  readonly onGoToLine: (place: LineHit) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** Every proposed file, whole, one below the other. */
export function FileList(props: FileListProps): ReactNode {
  const { proposal, sources, reading, hit } = props;
  const text = useText();
  return (
    <>
      <div className={styles.head}>
        <h2>{text("review.heading", { count: proposal.files.length })}</h2>
        <Totals proposal={proposal} sources={sources} />
        {reading ? (
          <span className={styles.meta}>
            {text("review.read-count", { read: reading.filter(isRead).length, all: reading.length })}
          </span>
        ) : null}
      </div>
      <div className={styles.files} ref={props.ref}>
        {proposal.files.map((file, index) => {
          const source = sources[index];
          return source ? (
            <FilePane
              key={file.path}
              file={file}
              source={source}
              reading={reading?.[index]}
              hit={hit?.path === file.path ? hit : undefined}
              onMark={props.onMark}
              onGoToLine={props.onGoToLine}
            />
          ) : null;
        })}
      </div>
    </>
  );
}

/** More than a person would expect: so many files or lines, a line that wraps far, something hidden. */
function Totals({ proposal, sources }: Pick<FileListProps, "proposal" | "sources">): ReactNode {
  const text = useText();
  const lines = sources.reduce((sum, source) => sum + source.lines, 0);
  const longest = sources.reduce((most, source) => Math.max(most, source.longest), 0);
  const hidden =
    sources.reduce((sum, source) => sum + source.hidden, 0) +
    [proposal.name, proposal.client_name, ...proposal.files.map((file) => file.path)].reduce(
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
