import { useCallback, useMemo, useState, type CSSProperties, type ReactNode } from "react";
import codeStyles from "../code-lines.module.css";
import { firstStretches } from "../first-rows.ts";
import type { LineHit } from "../line-hit.ts";
import type { FileNotes } from "../note-row.tsx";
import type { ComparedRows, FileCode } from "../shown-file.ts";
import { blocksOf, stretchesOf, type Layout } from "./blocks.ts";
import styles from "./diff-lines.module.css";
import { isHit } from "./diff-row.tsx";
import { DiffStretch, hitIn } from "./diff-stretch.tsx";
import { foldsOf, type RowSpan } from "./folds.ts";

export interface DiffLinesProps {
  readonly compared: ComparedRows;
  readonly code: FileCode;
  readonly layout: Layout;
  readonly hit?: LineHit | undefined;
  readonly notes?: FileNotes | undefined;
  readonly firstRows: number;
  /** `path` is another file's, where lines moved. */
  readonly onGoTo: (place: LineHit) => void;
}

/** A file's comparison: every changed row, and the others folded away where they are many and may be. */
export function DiffLines(props: DiffLinesProps): ReactNode {
  const { compared, code, layout, hit, notes, firstRows, onGoTo } = props;
  const { rows, folds: mayFold } = compared;
  const { opened, open } = useOpened(rows, hit);
  const noted = notes === undefined ? "" : [...notes.keys()].join(" ");
  const stretches = useMemo(() => {
    const kept = new Set(noted.split(" ").map(Number));
    const folds = mayFold ? foldsOf(rows, { opened, keep: (line) => kept.has(line) }) : [];
    return stretchesOf(blocksOf(rows, folds, layout), rows.length);
  }, [rows, mayFold, opened, noted, layout]);
  const digits = useMemo(() => digitsOf(rows), [rows]);
  const first = firstStretches(
    stretches.map(({ height }) => height),
    firstRows,
  );
  return (
    <div
      className={`${codeStyles.lines} ${layout === "split" ? styles.split : styles.inline}`}
      style={{ "--digits": digits } as CSSProperties}
      data-lines=""
    >
      {stretches.map((stretch, index) => (
        <DiffStretch
          key={stretch.key}
          {...{ stretch, code, notes, digits, onGoTo }}
          isFirst={index < first}
          hit={hitIn(stretch, hit)}
          onOpen={open}
        />
      ))}
    </div>
  );
}

/** How wide the longest line number is. */
function digitsOf(rows: ComparedRows["rows"]): number {
  return String(rows.reduce((most, { line = 0, old = 0 }) => Math.max(most, line, old), 1)).length;
}

/** What was opened of the folds; what the person is led to opens by itself. */
function useOpened(
  rows: ComparedRows["rows"],
  hit: LineHit | undefined,
): { readonly opened: readonly RowSpan[]; readonly open: (span: RowSpan) => void } {
  const [opened, setOpened] = useState<readonly RowSpan[]>([]);
  const [shownHit, setShownHit] = useState<LineHit>();
  if (hit !== shownHit) {
    setShownHit(hit);
    const at =
      hit === undefined ? -1 : rows.findIndex((row, index) => isHit({ ...row, step: index + 1 }, hit));
    if (at !== -1) setOpened([...opened, { from: Math.max(0, at - 3), to: at + 4 }]);
  }
  const open = useCallback((span: RowSpan) => setOpened((was) => [...was, span]), []);
  return { opened, open };
}
