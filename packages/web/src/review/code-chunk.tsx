import { use, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import styles from "./code-lines.module.css";
import { queueMount } from "./mount-queue.ts";
import type { FileCode } from "./shown-file.ts";
import { PainterContext } from "./syntax/painter-context.ts";
import type { PaintedLine } from "./syntax/painter.ts";

export interface CodeChunkProps {
  readonly code: FileCode;
  /** The lines in it, in the order in which they are drawn; the same as long as they are. */
  readonly lines: readonly PaintedLine[];
  /** About how many rows it takes, for the scroll bar before it is laid out. */
  readonly height: number;
  /** It belongs to what is seen first, or holds what the person was led to. */
  readonly isWanted: boolean;
  readonly children: () => ReactNode;
}

/** A stretch of a file's lines. It is drawn when it is wanted, comes near the screen, or the page is idle. */
export function CodeChunk({ code, lines, height, isWanted, children }: CodeChunkProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const painter = use(PainterContext);
  const [isDrawn, setDrawn] = useState(isWanted);
  if (isWanted && !isDrawn) setDrawn(true);
  useLayoutEffect(() => {
    if (!element.current) return;
    return isDrawn
      ? painter.watch(element.current, { code, lines })
      : queueMount(element.current, () => setDrawn(true));
  }, [isDrawn, painter, code, lines]);
  return (
    <div
      className={styles.chunk}
      style={{ "--rows": height } as CSSProperties}
      ref={element}
      {...(!isDrawn && { "data-waits": "" })}
    >
      {isDrawn ? children() : null}
    </div>
  );
}
