import type { CutText } from "./cut-lines.ts";
import type { FileDiff, LineMark, Move } from "./file-diff.ts";

/** A row of a comparison: a line that both texts have, one that was removed, or one that was added. */
export interface Row {
  readonly kind: "same" | "removed" | "added";
  /** The line without its end, as the new text has it where both do. */
  readonly text: string;
  /** The line's number in the old text, from 1; absent for an added one. */
  readonly old?: number;
  /** Its number in the new text; absent for a removed one. */
  readonly line?: number;
  readonly mark?: LineMark;
  /** It was moved: where it stands in the other text. `first` of the lines that moved together tells how many. */
  readonly moved?: MovedRow;
}

export interface MovedRow {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
  readonly first: boolean;
}

/** The texts of a comparison, and what of them moved. */
export interface ComparedTexts {
  readonly path: string;
  readonly old: CutText;
  readonly new: CutText;
  readonly moves: readonly Move[];
}

/** Every line of both texts in the order of the new one; what was removed stands before what took its place. */
export function rowsOf(diff: FileDiff, { path, old, new: now, moves }: ComparedTexts): Row[] {
  const rows: Row[] = [];
  const movedFrom = movedRows(moves, path, "from");
  const movedTo = movedRows(moves, path, "to");
  let [oldAt, newAt] = [0, 0];
  const same = (until: number): void => {
    for (; newAt < until; oldAt += 1, newAt += 1) {
      rows.push({ kind: "same", text: now.lines[newAt] ?? "", old: oldAt + 1, line: newAt + 1 });
    }
  };
  for (const change of diff.changes) {
    same(change.new);
    for (let index = 0; index < change.removed; index += 1, oldAt += 1) {
      rows.push({
        kind: "removed",
        text: old.lines[oldAt] ?? "",
        old: oldAt + 1,
        ...told(change.marks[index], movedFrom.get(oldAt)),
      });
    }
    for (let index = 0; index < change.added; index += 1, newAt += 1) {
      rows.push({
        kind: "added",
        text: now.lines[newAt] ?? "",
        line: newAt + 1,
        ...told(change.marks[change.removed + index], movedTo.get(newAt)),
      });
    }
  }
  same(now.lines.length);
  return rows;
}

/** How many lines were added and removed. */
export function countChanged({ changes }: FileDiff): { readonly added: number; readonly removed: number } {
  return {
    added: changes.reduce((sum, change) => sum + change.added, 0),
    removed: changes.reduce((sum, change) => sum + change.removed, 0),
  };
}

function told(mark: LineMark | undefined, moved: MovedRow | undefined): Pick<Row, "mark" | "moved"> {
  return { ...(mark && { mark }), ...(moved && { moved }) };
}

/** The lines of one side of a file that moved, by their index, each with its other place. */
function movedRows(moves: readonly Move[], path: string, side: "from" | "to"): Map<number, MovedRow> {
  const rows = new Map<number, MovedRow>();
  for (const move of moves) {
    if (move[side].path !== path) continue;
    const other = move[side === "from" ? "to" : "from"];
    for (let index = 0; index < move.lines; index += 1) {
      rows.set(move[side].at + index, {
        path: other.path,
        line: other.at + index + 1,
        lines: move.lines,
        first: index === 0,
      });
    }
  }
  return rows;
}
