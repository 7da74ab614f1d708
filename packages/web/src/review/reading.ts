/** How far one file has been read. What it means is told by `howRead`. */
export interface FileReading {
  readonly path: string;
  /** Lines of the file; an empty file counts as one, so that it is read by being looked at. */
  readonly lines: number;
  /** About how many rows the file takes when drawn. */
  readonly rows: number;
  /** The last line that was on screen, from 1; 0 before any was. */
  readonly line: number;
  /** The person said by hand that it was read. */
  readonly marked: boolean;
  /** The page itself led over unread lines: what comes after them counts once they were on screen too. */
  readonly skipped: boolean;
}

/** The reading of one proposal, in the order of its files. */
export type Reading = readonly FileReading[];

export type HowRead = "none" | "part" | "seen" | "marked";

export type ReadingAction =
  /** The lines from `first` to `line` were on screen. */
  | { readonly type: "reached"; readonly path: string; readonly first: number; readonly line: number }
  /** The page led to a line: a finding, a place that shows what the code uses. */
  | { readonly type: "led"; readonly path: string; readonly line: number }
  | { readonly type: "mark"; readonly path: string }
  | { readonly type: "unmark"; readonly path: string };

/** A file that is left to read, and the line from which. */
export interface Unread {
  readonly path: string;
  readonly line: number;
}

/** What was read of the proposal before, as it is kept in the browser. */
export type KeptReading = readonly (readonly [path: string, line: number, marked: boolean])[];

/** The reading of a proposal's files with what was kept of it; anything that does not fit is left out. */
export function startReading(
  files: readonly Pick<FileReading, "path" | "lines" | "rows">[],
  kept: KeptReading,
): Reading {
  const before = new Map(kept.map(([path, line, marked]) => [path, { line, marked }]));
  return files.map(({ path, lines, rows }) => {
    const end = Math.max(1, lines);
    const was = before.get(path);
    return {
      path,
      lines: end,
      rows,
      line: Math.min(was?.line ?? 0, end),
      marked: was?.marked ?? false,
      skipped: false,
    };
  });
}

/** The reading after an action; the same object when nothing changed. A line once seen stays seen. */
export function readingReducer(reading: Reading, action: ReadingAction): Reading {
  const at = reading.findIndex(({ path }) => path === action.path);
  const file = reading[at];
  if (file === undefined) return reading;
  const next = applied(file, action);
  return next === file ? reading : reading.with(at, next);
}

function applied(file: FileReading, action: ReadingAction): FileReading {
  if (action.type === "led") {
    return action.line > file.line + 1 && !file.skipped ? { ...file, skipped: true } : file;
  }
  if (action.type === "reached") {
    const line = Math.min(action.line, file.lines);
    if (line <= file.line || (file.skipped && action.first > file.line + 1)) return file;
    return { ...file, line, skipped: false };
  }
  const marked = action.type === "mark";
  return marked === file.marked ? file : { ...file, marked };
}

/** Seeing a file to its end outweighs having marked it by hand. */
export function howRead({ line, lines, marked }: FileReading): HowRead {
  if (line >= lines) return "seen";
  if (marked) return "marked";
  return line > 0 ? "part" : "none";
}

/** The files that keep Approve withheld, in order, each with its first unread line. */
export function leftToRead(reading: Reading): Unread[] {
  return reading.filter((file) => !isRead(file)).map(({ path, line }): Unread => ({ path, line: line + 1 }));
}

/** The record of an approval: each file that was read, and how. */
export function filesSeen(reading: Reading): { path: string; how: "seen" | "marked" }[] {
  return reading
    .filter(isRead)
    .map((file) => ({ path: file.path, how: howRead(file) === "seen" ? "seen" : "marked" }));
}

/** Whether a file keeps Approve withheld no longer. */
export function isRead(file: FileReading): boolean {
  const how = howRead(file);
  return how === "seen" || how === "marked";
}

/** What of a reading is worth keeping. */
export function keptOf(reading: Reading): KeptReading {
  return reading
    .filter(({ line, marked }) => line > 0 || marked)
    .map(({ path, line, marked }) => [path, line, marked] as const);
}
