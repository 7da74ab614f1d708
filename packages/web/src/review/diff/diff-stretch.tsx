import { memo, useMemo, type ReactNode } from "react";
import { CodeChunk } from "../code-chunk.tsx";
import { BlankSign } from "../code-lines.tsx";
import type { LineHit } from "../line-hit.ts";
import { sameNotes, type FileNotes } from "../note-row.tsx";
import type { FileCode } from "../shown-file.ts";
import type { PaintedLine } from "../syntax/painter.ts";
import type { Block, Stretch, StepRow } from "./blocks.ts";
import { DiffPair, DiffRow, isHit } from "./diff-row.tsx";
import { FoldRow } from "./fold-row.tsx";
import type { RowSpan } from "./folds.ts";
import { MovedSign } from "./moved-sign.tsx";

export interface DiffStretchProps {
  readonly stretch: Stretch;
  readonly code: FileCode;
  /** A line of it to point at. */
  readonly hit: LineHit | undefined;
  readonly notes: FileNotes | undefined;
  readonly isFirst: boolean;
  /** How wide the longest line number is. */
  readonly digits: number;
  readonly onOpen: (span: RowSpan) => void;
  readonly onGoTo: (place: LineHit) => void;
}

/** A stretch of a comparison, drawn when it is wanted. */
export const DiffStretch = memo(function DiffStretch(props: DiffStretchProps): ReactNode {
  const { stretch, code, hit, isFirst } = props;
  const lines = useMemo(() => paintedLines(stretch), [stretch]);
  return (
    <CodeChunk code={code} lines={lines} height={stretch.height} isWanted={isFirst || hit !== undefined}>
      {() => stretch.blocks.map((block) => <DiffBlock key={block.key} block={block} {...props} />)}
    </CodeChunk>
  );
}, isSameStretch);

/** What a person is led to, where it is in a stretch. */
export function hitIn(stretch: Stretch, hit: LineHit | undefined): LineHit | undefined {
  return hit !== undefined && rowsIn(stretch).some((row) => isHit(row, hit)) ? hit : undefined;
}

type DiffBlockProps = DiffStretchProps & { readonly block: Block };

function DiffBlock({ block, code, hit, notes, digits, onOpen, onGoTo }: DiffBlockProps): ReactNode {
  const noteAt = (line: number | undefined): ReactNode => (line === undefined ? undefined : notes?.get(line));
  switch (block.kind) {
    case "fold":
      return <FoldRow block={block} onOpen={onOpen} />;
    case "moved":
      return <MovedSign row={block.row} moved={block.moved} onGoTo={onGoTo} />;
    case "blank": {
      const { line, old = 1 } = block.next ?? {};
      const place = { path: code.path, line: line ?? old, isOld: line === undefined };
      return <BlankSign count={block.count} next={place.line} onGoToLine={() => onGoTo(place)} />;
    }
    case "rows":
      return block.rows.map((row) => (
        <DiffRow
          key={row.step}
          row={row}
          digits={digits}
          hit={hit !== undefined && isHit(row, hit) ? hit : undefined}
          note={noteAt(row.line)}
        />
      ));
    case "pairs":
      return block.rows.map((pair) => (
        <DiffPair key={pair.first} pair={pair} hit={hit} note={noteAt(pair.right?.line)} />
      ));
  }
}

function isSameStretch(a: DiffStretchProps, b: DiffStretchProps): boolean {
  const numbers = rowsIn(b.stretch).flatMap(({ line }) => line ?? []);
  return (
    a.stretch === b.stretch &&
    a.code === b.code &&
    a.hit === b.hit &&
    a.isFirst === b.isFirst &&
    a.digits === b.digits &&
    a.onOpen === b.onOpen &&
    a.onGoTo === b.onGoTo &&
    sameNotes(a.notes, b.notes, [numbers[0] ?? 0, numbers.at(-1) ?? 0])
  );
}

/** The rows in the order in which they are drawn; one that stands on both sides comes twice. */
function rowsIn({ blocks }: Stretch): StepRow[] {
  return blocks.flatMap((block): readonly StepRow[] => {
    if (block.kind === "rows") return block.rows;
    if (block.kind !== "pairs") return [];
    return block.rows.flatMap(({ left, right }) => [left, right].flatMap((row) => row ?? []));
  });
}

function paintedLines(stretch: Stretch): PaintedLine[] {
  return rowsIn(stretch).map((row, index, all) => {
    // Beside each other, a line that both texts have comes first as the old one.
    const isLeft = row.old !== undefined && row === all[index + 1];
    const isOld = row.line === undefined || isLeft;
    return {
      text: row.text,
      side: isOld ? "old" : "new",
      at: ((isOld ? row.old : row.line) ?? 1) - 1,
      words: row.mark?.words,
    };
  });
}
