import type { CutText } from "./cut-lines.ts";
import type { Change, FileDiff, LinePlace, Move } from "./file-diff.ts";

/** Both texts of a file that changed, was added (no old lines) or removed (no new lines). */
export interface ComparedFile {
  readonly path: string;
  readonly old: CutText;
  readonly new: CutText;
  readonly diff: FileDiff;
}

/** Fewer lines that are not blank are alike by chance. */
const LEAST_LINES = 3;
/** Of lines that stand in many places, so many places are tried. */
const MOST_PLACES = 20;

interface Line extends LinePlace {
  readonly text: string;
  /** Lines of one change stay where they are: there, the same text has another line end. */
  readonly change: Change;
}

/** Finds lines that were removed at one place and added at another, also from file to file. Longest first. */
export function findMoves(files: readonly ComparedFile[]): Move[] {
  const added = files.flatMap((file) =>
    file.diff.changes.map((change) =>
      linesOf(file.path, change, { text: file.new, from: change.new, count: change.added }),
    ),
  );
  const places = placesByText(added);
  const taken = new Set<Line>();
  const moves: Move[] = [];
  for (const file of files) {
    for (const change of file.diff.changes) {
      const removed = linesOf(file.path, change, { text: file.old, from: change.old, count: change.removed });
      for (let at = 0; at < removed.length;) {
        const move = longestAt(removed, at, { added, places, taken });
        if (move !== undefined) {
          moves.push({ from: placeOf(removed[at]), to: placeOf(move[0]), lines: move.length });
          for (const line of move) taken.add(line);
        }
        at += move?.length ?? 1;
      }
    }
  }
  return moves;
}

interface Added {
  readonly added: readonly (readonly Line[])[];
  readonly places: ReadonlyMap<string, readonly (readonly [run: number, at: number])[]>;
  readonly taken: ReadonlySet<Line>;
}

/** The longest run of added lines that are those from `at` on; undefined where it is too short. */
function longestAt(
  removed: readonly Line[],
  at: number,
  { added, places, taken }: Added,
): Line[] | undefined {
  const first = removed[at];
  if (first === undefined || isBlank(first.text)) return undefined;
  let best: Line[] = [];
  for (const [run, start] of places.get(first.text) ?? []) {
    const lines = added[run] ?? [];
    if (lines[start]?.change === first.change) continue;
    let length = 0;
    for (;;) {
      const [from, to] = [removed[at + length], lines[start + length]];
      if (from === undefined || to === undefined || from.text !== to.text || taken.has(to)) break;
      length += 1;
    }
    if (length > best.length) best = lines.slice(start, start + length);
  }
  return best.filter((line) => !isBlank(line.text)).length < LEAST_LINES ? undefined : best;
}

function placesByText(runs: readonly (readonly Line[])[]): Map<string, [number, number][]> {
  const places = new Map<string, [number, number][]>();
  for (const [run, lines] of runs.entries()) {
    for (const [at, { text }] of lines.entries()) {
      if (isBlank(text)) continue;
      const known = places.get(text);
      if (known === undefined) places.set(text, [[run, at]]);
      else if (known.length < MOST_PLACES) known.push([run, at]);
    }
  }
  return places;
}

interface Stretch {
  readonly text: CutText;
  readonly from: number;
  readonly count: number;
}

function linesOf(path: string, change: Change, { text: { lines }, from, count }: Stretch): Line[] {
  return lines.slice(from, from + count).map((text, index) => ({ path, at: from + index, text, change }));
}

function placeOf(line: Line | undefined): LinePlace {
  return { path: line?.path ?? "", at: line?.at ?? 0 };
}

function isBlank(text: string): boolean {
  return /^[\t ]*$/u.test(text);
}
