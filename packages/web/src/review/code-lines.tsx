import { memo, useMemo, type CSSProperties, type ReactNode } from "react";
import { Message, useText } from "../messages/text.tsx";
import { CodeChunk } from "./code-chunk.tsx";
import styles from "./code-lines.module.css";
import { firstStretches } from "./first-rows.ts";
import type { LineHit } from "./line-hit.ts";
import { noteRow, sameNotes, type FileNotes } from "./note-row.tsx";
import type { FileCode } from "./shown-file.ts";
import type { Chunk, Source } from "./source-lines.ts";
import type { PaintedLine } from "./syntax/painter.ts";
import { TextLink } from "./text-link.tsx";
import { visibleText } from "./visible-text.tsx";

export interface CodeLinesProps {
  readonly source: Source;
  readonly code: FileCode;
  /** A line to point at. */
  readonly hit?: LineHit | undefined;
  readonly notes?: FileNotes | undefined;
  /** So many rows are drawn at once; the others follow. */
  readonly firstRows: number;
  readonly onGoToLine: (line: number) => void;
}

/**
 * Every line of a file, numbered and wrapped, none cut. All of them come into the page, so that find-in-page and
 * the keyboard reach them; what is off screen is not laid out.
 */
export function CodeLines({ source, hit, notes, firstRows, ...props }: CodeLinesProps): ReactNode {
  const digits = String(source.lines).length;
  const first = firstStretches(
    source.chunks.map(({ rows }) => rows),
    firstRows,
  );
  return (
    <div className={styles.lines} style={{ "--digits": digits } as CSSProperties} data-lines="">
      {source.chunks.map((chunk, index) => (
        <LineChunk
          key={chunk.first}
          chunk={chunk}
          hit={hit !== undefined && holds(chunk, hit.line) ? hit : undefined}
          notes={notes}
          isFirst={index < first}
          {...props}
        />
      ))}
    </div>
  );
}

interface LineChunkProps extends Pick<CodeLinesProps, "code" | "hit" | "notes" | "onGoToLine"> {
  readonly chunk: Chunk;
  readonly isFirst: boolean;
}

const LineChunk = memo(function LineChunk(props: LineChunkProps): ReactNode {
  const { chunk, code, hit, notes, isFirst, onGoToLine } = props;
  const lines = useMemo(
    () => chunk.lines.map((text, index): PaintedLine => ({ text, side: "new", at: chunk.first - 1 + index })),
    [chunk],
  );
  return (
    <>
      {chunk.blank ? (
        <BlankSign count={chunk.blank.count} next={chunk.blank.next} onGoToLine={onGoToLine} />
      ) : null}
      <CodeChunk code={code} lines={lines} height={chunk.rows} isWanted={isFirst || hit !== undefined}>
        {() =>
          chunk.lines.map((line, index) => {
            const number = chunk.first + index;
            return (
              <CodeLine
                key={number}
                number={number}
                text={line}
                hit={hit?.line === number ? hit : undefined}
                note={notes?.get(number)}
              />
            );
          })
        }
      </CodeChunk>
    </>
  );
}, isSameChunk);

function isSameChunk(a: LineChunkProps, b: LineChunkProps): boolean {
  const { first, lines } = b.chunk;
  return (
    a.chunk === b.chunk &&
    a.code === b.code &&
    a.hit === b.hit &&
    a.isFirst === b.isFirst &&
    a.onGoToLine === b.onGoToLine &&
    sameNotes(a.notes, b.notes, [first, first + lines.length - 1])
  );
}

interface CodeLineProps {
  readonly number: number;
  readonly text: string;
  /** Points at this line. */
  readonly hit?: Pick<LineHit, "note"> | undefined;
  readonly note?: ReactNode;
}

/** One line with its number, whose direction is its own: no line can reorder another, or its own number. */
export function CodeLine({ number, text, hit, note }: CodeLineProps): ReactNode {
  return (
    <>
      <div dir="ltr" className={hit ? `${styles.line} ${styles.hit}` : styles.line} data-line={number}>
        {visibleText(text)}
        {hit?.note === undefined ? null : <p className={styles.note}>{hit.note}</p>}
      </div>
      {noteRow(note)}
    </>
  );
}

interface BlankSignProps {
  readonly count: number;
  /** The line after them. */
  readonly next: number;
  readonly onGoToLine: (line: number) => void;
}

/** Tells of a run of blank lines, so that nothing hides behind them. */
export function BlankSign({ count, next, onGoToLine }: BlankSignProps): ReactNode {
  const text = useText();
  return (
    <p className={styles.sign}>
      <Message id="review.blank-lines" values={{ count }} />
      <TextLink look="words" onPress={() => onGoToLine(next)}>
        {text("review.go-to-line", { line: next })}
      </TextLink>
    </p>
  );
}

function holds({ first, lines }: Chunk, line: number): boolean {
  return line >= first && line < first + lines.length;
}
