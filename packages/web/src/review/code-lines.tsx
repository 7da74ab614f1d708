import { memo, type CSSProperties, type ReactNode } from "react";
import { Button } from "react-aria-components";
import { Message, useText } from "../messages/text.tsx";
import type { Chunk, Source } from "./source-lines.ts";
import { useMountedCount } from "./use-mounted-count.ts";
import { VisibleText } from "./visible-text.tsx";
import styles from "./code-lines.module.css";
import type { LineHit } from "./line-hit.ts";

export interface CodeLinesProps {
  readonly source: Source;
  /** A line to point at. */
  readonly hit?: LineHit | undefined;
  readonly onGoToLine: (line: number) => void;
}

/**
 * Every line of a file, numbered and wrapped, none cut. All of them are in the page, so that find-in-page and
 * the keyboard reach them; what is off screen is not laid out. A very long file arrives in several steps.
 */
export function CodeLines({ source, hit, onGoToLine }: CodeLinesProps): ReactNode {
  const mounted = useMountedCount(source.chunks);
  const digits = String(source.lines).length;
  return (
    <div className={styles.lines} style={{ "--digits": digits } as CSSProperties} data-lines="">
      {source.chunks.slice(0, mounted).map((chunk) => (
        <CodeChunk
          key={chunk.first}
          chunk={chunk}
          hit={hit !== undefined && holds(chunk, hit.line) ? hit : undefined}
          onGoToLine={onGoToLine}
        />
      ))}
    </div>
  );
}

interface CodeChunkProps {
  readonly chunk: Chunk;
  readonly hit: LineHit | undefined;
  readonly onGoToLine: (line: number) => void;
}

const CodeChunk = memo(function CodeChunk({ chunk, hit, onGoToLine }: CodeChunkProps): ReactNode {
  return (
    <>
      {chunk.blank ? <BlankSign {...chunk.blank} onGoToLine={onGoToLine} /> : null}
      <div className={styles.chunk} style={{ "--rows": chunk.rows } as CSSProperties}>
        {chunk.lines.map((line, index) => (
          <CodeLine
            key={chunk.first + index}
            number={chunk.first + index}
            text={line}
            hit={hit?.line === chunk.first + index ? hit : undefined}
          />
        ))}
      </div>
    </>
  );
});

interface CodeLineProps {
  readonly number: number;
  readonly text: string;
  /** Points at this line. */
  readonly hit?: Pick<LineHit, "note"> | undefined;
}

/** One line with its number, whose direction is its own: no line can reorder another, or its own number. */
export function CodeLine({ number, text, hit }: CodeLineProps): ReactNode {
  return (
    <div dir="ltr" className={hit ? `${styles.line} ${styles.hit}` : styles.line} data-line={number}>
      <VisibleText text={text} />
      {hit?.note === undefined ? null : <p className={styles.note}>{hit.note}</p>}
    </div>
  );
}

interface BlankSignProps {
  readonly count: number;
  readonly next: number;
  readonly onGoToLine: (line: number) => void;
}

function BlankSign({ count, next, onGoToLine }: BlankSignProps): ReactNode {
  const text = useText();
  return (
    <p className={styles.sign}>
      <Message id="review.blank-lines" values={{ count }} />
      <Button className={styles.jump ?? ""} onPress={() => onGoToLine(next)}>
        {text("review.go-to-line", { line: next })}
      </Button>
    </p>
  );
}

function holds({ first, lines }: Chunk, line: number): boolean {
  return line >= first && line < first + lines.length;
}
