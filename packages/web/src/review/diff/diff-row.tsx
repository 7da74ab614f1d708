import type { ReactNode } from "react";
import { useText, type MessageKey } from "../../messages/text.tsx";
import codeStyles from "../code-lines.module.css";
import type { LineHit } from "../line-hit.ts";
import { noteRow } from "../note-row.tsx";
import { visibleText } from "../visible-text.tsx";
import type { PairRow, StepRow } from "./blocks.ts";
import type { LineEnd } from "./cut-lines.ts";
import styles from "./diff-lines.module.css";
import type { LineMark } from "./file-diff.ts";

/** Whether a row is the one that is pointed at. */
export function isHit(row: StepRow, { line, isOld, step }: LineHit): boolean {
  if (step !== undefined) return row.step === step;
  return isOld ? row.line === undefined && row.old === line : row.line === line;
}

export interface DiffRowProps {
  readonly row: StepRow;
  /** How wide the longest line number is. */
  readonly digits: number;
  readonly hit: LineHit | undefined;
  readonly note: ReactNode;
}

/** The element of each kind says it too: `del`, `ins`, or neither. */
const ELEMENTS = { same: "div", removed: "del", added: "ins" } as const;

/** One row of a comparison: both numbers, its sign, the line, and what is told of it. */
export function DiffRow({ row, digits, hit, note }: DiffRowProps): ReactNode {
  const gutter = [row.old, row.line].map((number) => String(number ?? "").padStart(digits)).join("  ");
  return (
    <>
      {lineOf({ row, hit, gutter, isStep: true })}
      {noteRow(note)}
    </>
  );
}

export interface DiffPairProps {
  readonly pair: PairRow;
  readonly hit: LineHit | undefined;
  readonly note: ReactNode;
}

/** A line of the old text beside the one of the new text; one of them may be missing. */
export function DiffPair({ pair, hit, note }: DiffPairProps): ReactNode {
  const { left, right, first, step } = pair;
  const hits = (row: StepRow): LineHit | undefined => (hit && isHit(row, hit) ? hit : undefined);
  return (
    <>
      <div className={styles.pair} data-step={step} data-first-step={first}>
        {left
          ? lineOf({ row: left, side: "old", hit: left.line === undefined ? hits(left) : undefined })
          : GAP}
        {right ? lineOf({ row: right, side: "new", hit: hits(right) }) : GAP}
      </div>
      {noteRow(note)}
    </>
  );
}

const GAP = <div className={styles.gap} />;

interface LineDrawn {
  readonly row: StepRow;
  readonly hit: LineHit | undefined;
  /** Side by side, a line has the number of its own text only. */
  readonly side?: "old" | "new";
  readonly gutter?: string;
  readonly isStep?: boolean;
}

/** No component of its own: there are thousands of lines. */
function lineOf({ row, hit, side, gutter, isStep }: LineDrawn): ReactNode {
  const { kind, text, line, old, mark, moved } = row;
  const Element = ELEMENTS[kind];
  return (
    <Element
      dir="ltr"
      className={[codeStyles.line, styles.row, styles[kind], hit && codeStyles.hit, moved && styles.moved]
        .filter(Boolean)
        .join(" ")}
      data-line={side === "old" ? undefined : line}
      data-old-line={side === "new" ? undefined : old}
      data-step={isStep ? row.step : undefined}
      data-gutter={gutter}
    >
      {visibleText(text)}
      {mark === undefined ? null : <MarkWords mark={mark} />}
      {hit?.note === undefined ? null : <p className={codeStyles.note}>{hit.note}</p>}
    </Element>
  );
}

const END_WORDS = {
  "": "diff.no-end",
  "\n": "diff.end-lf",
  "\r\n": "diff.end-crlf",
  "\r": "diff.end-cr",
  "\u2028": "diff.end-ls",
  "\u2029": "diff.end-ps",
} as const satisfies Record<LineEnd, MessageKey>;

/** How a line ends, in words. */
export function endWords(end: LineEnd): MessageKey {
  return END_WORDS[end];
}

/** What changed in a line that can hardly be seen. */
function MarkWords({ mark: { space, alike, end } }: { readonly mark: LineMark }): ReactNode {
  const text = useText();
  if (end !== undefined) return <span className={styles.mark}>{text(endWords(end))}</span>;
  if (alike) return <span className={styles.mark}>{text("diff.looks-alike")}</span>;
  return space ? <span className={styles.mark}>{text("diff.space-only")}</span> : null;
}
