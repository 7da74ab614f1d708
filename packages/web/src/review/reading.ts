/** How a file is shown, as far as reading it goes. */
export interface FileMeasure {
  readonly path: string;
  /** Of the proposed bytes, in hex: what was read counts for these bytes only. */
  readonly sha256: string;
  /** Empty where the file is shown whole; else the sha256 of the old text that it is compared with. */
  readonly view: string;
  /** Lines to see in this view: of the file, or rows of the comparison. Infinite until they are known. */
  readonly lines: number;
  /** About how many rows it takes when drawn. */
  readonly rows: number;
  /** The line of the file that each row of a comparison is at; absent where a row is a line. */
  readonly at?: readonly number[];
  /** How this person read these very bytes here for an earlier decision. */
  readonly before?: "seen" | "marked" | undefined;
}

/** How far one file has been read. What it means is told by `howRead`. */
export interface FileReading extends FileMeasure {
  /** The last line that was on screen, from 1; 0 before any was. A part of a line that no window holds whole. */
  readonly line: number;
  /** The person said by hand that it was read. */
  readonly marked: boolean;
  /** How far it was read in each view. */
  readonly reached: Reached;
}

type Reached = Readonly<Record<string, readonly [line: number, lines: number]>>;

/** The reading of one proposal, in the order of its files. */
export type Reading = readonly FileReading[];

export type HowRead = "none" | "part" | "seen" | "marked";

export type ReadingAction =
  /** The lines from `first` to `line` were on screen, one after the other. */
  | { readonly type: "reached"; readonly path: string; readonly first: number; readonly line: number }
  /** The files are shown in another way. */
  | { readonly type: "shown"; readonly files: readonly FileMeasure[] }
  | { readonly type: "mark"; readonly path: string }
  | { readonly type: "unmark"; readonly path: string };

/** A file that is left to read, and the place from which. */
export interface Unread {
  readonly path: string;
  readonly line: number;
  /** The row of a comparison. */
  readonly step?: number;
}

/** What was read before of a file's bytes, as it is kept in the browser. */
export interface KeptFile extends Pick<FileReading, "path" | "sha256" | "marked"> {
  readonly reached: Reached;
}

/** The reading of a proposal's files with what was kept of them; what was kept of other bytes is left out. */
export function startReading(files: readonly FileMeasure[], kept: readonly KeptFile[]): Reading {
  return files.map((file) => {
    const was = kept.find(({ path, sha256 }) => path === file.path && sha256 === file.sha256);
    const marked = file.before === "marked" || (was?.marked ?? false);
    return shownAs(file, { marked, reached: was?.reached ?? {} });
  });
}

/** The reading after an action; the same object when nothing changed. A line once seen stays seen. */
export function readingReducer(reading: Reading, action: ReadingAction): Reading {
  if (action.type === "shown") {
    const next = action.files.map((file) => {
      const was = reading.find(({ path }) => path === file.path);
      if (was !== undefined && isShownAs(was, file)) return was;
      return shownAs(file, was ?? { marked: file.before === "marked", reached: {} });
    });
    const isSame = next.length === reading.length && next.every((file, index) => file === reading[index]);
    return isSame ? reading : next;
  }
  const at = reading.findIndex(({ path }) => path === action.path);
  const file = reading[at];
  if (file === undefined) return reading;
  const next = applied(file, action);
  return next === file ? reading : reading.with(at, next);
}

type FileAction = Exclude<ReadingAction, { readonly type: "shown" }>;

function applied(file: FileReading, action: FileAction): FileReading {
  if (action.type === "reached") {
    const line = Math.min(action.line, file.lines);
    // What was jumped over was not seen; what comes after it counts once it was on screen too.
    if (line <= file.line || action.first > file.line + 1) return file;
    return { ...file, line, reached: { ...file.reached, [file.view]: [line, file.lines] } };
  }
  const marked = action.type === "mark";
  return marked === file.marked ? file : { ...file, marked };
}

/** A file as it is shown now; one that was read whole at these bytes is read in every view. */
function shownAs(file: FileMeasure, was: Pick<FileReading, "marked" | "reached">): FileReading {
  const lines = Math.max(1, file.lines);
  const [whole, wholeOf] = was.reached[""] ?? [0, 1];
  const [here, hereOf] = was.reached[file.view] ?? [0, lines];
  const isSeen = file.before === "seen" || whole >= wholeOf;
  return {
    ...file,
    lines,
    line: isSeen ? lines : hereOf === lines ? Math.min(here, lines) : 0,
    marked: was.marked,
    reached: was.reached,
  };
}

function isShownAs(was: FileReading, { view, lines, rows, at }: FileMeasure): boolean {
  return was.view === view && was.lines === Math.max(1, lines) && was.rows === rows && was.at === at;
}

/** Seeing a file to its end outweighs having marked it by hand. */
export function howRead({ line, lines, marked }: FileReading): HowRead {
  if (line >= lines) return "seen";
  if (marked) return "marked";
  return line > 0 ? "part" : "none";
}

/** The line of a file down to which it was read, 0 for none. */
export function lineRead({ line, at }: FileReading): number {
  const step = Math.floor(line);
  return step === 0 ? 0 : (at?.[step - 1] ?? step);
}

/** The files that keep Approve withheld, in order, each with its first unread line. */
export function leftToRead(reading: Reading): Unread[] {
  return reading
    .filter((file) => !isRead(file))
    .map(({ path, line, at }): Unread => {
      const step = Math.floor(line) + 1;
      return at === undefined ? { path, line: step } : { path, line: at[step - 1] ?? 1, step };
    });
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

/** Whether a file of these bytes was on screen to its end, whole or beside what it was compared with. */
export function wasSeen(kept: readonly KeptFile[], file: Pick<FileMeasure, "path" | "sha256">): boolean {
  return kept.some(
    ({ path, sha256, reached }) =>
      path === file.path &&
      sha256 === file.sha256 &&
      Object.values(reached).some(([line, lines]) => line >= lines),
  );
}

/** A reading as it is kept. */
export function keptOf(reading: Reading): KeptFile[] {
  return reading.map(({ path, sha256, marked, reached }) => ({ path, sha256, marked, reached }));
}
