import type { AppFailure, ConsoleEntry, ConsoleLevel, RefusedKind } from "@anteroom/sandbox/host";

/** A place in the files that are on trial. */
export interface TrialPlace {
  readonly file: string;
  readonly line: number;
}

/** What went wrong in the app, in its own words. */
export interface Fault {
  readonly message: string;
  readonly place?: TrialPlace;
}

/** A line of the console, oldest first. `id` is unique within a log. */
export type LogRow = { readonly id: number } & (
  | { readonly kind: "said"; readonly level: ConsoleLevel; readonly text: string; readonly times: number }
  | { readonly kind: "fault"; readonly fault: Fault }
  /** Here the app cleared its console; what it had said stays. */
  | { readonly kind: "cleared" }
  /** So many came here that are not listed. */
  | { readonly kind: "missed"; readonly count: number }
);

export interface RefusedRow {
  readonly what: RefusedKind;
  readonly address: string;
  readonly place?: TrialPlace;
  readonly times: number;
}

/** All that is told of one run. */
export interface TrialLog {
  readonly rows: readonly LogRow[];
  /** How much was said in all since the log was last cleared, listed or not. */
  readonly count: number;
  readonly lastFault?: Fault;
  /** Each try once, in the order of the first. */
  readonly refused: readonly RefusedRow[];
  /** Tries in all, listed or not. */
  readonly tries: number;
  readonly nextId: number;
}

export type TrialEvent =
  | { readonly type: "told"; readonly entry: ConsoleEntry }
  | { readonly type: "failed"; readonly failure: AppFailure }
  /** The person cleared the console; what was refused stays. */
  | { readonly type: "clear" };

/** So many rows are kept of each list: the newest of the console, the first of what was refused. */
const KEPT = 200;

export const EMPTY_LOG: TrialLog = { rows: [], count: 0, refused: [], tries: 0, nextId: 0 };

/** The log after some more has come. */
export function logged(log: TrialLog, events: readonly TrialEvent[]): TrialLog {
  return events.reduce(afterOne, log);
}

function afterOne(log: TrialLog, event: TrialEvent): TrialLog {
  if (event.type === "clear") return { ...log, rows: [], count: 0 };
  if (event.type === "failed") return afterFailure(log, event.failure);
  const { entry } = event;
  switch (entry.kind) {
    case "said":
      return afterSaid(log, entry);
    case "cleared":
      return withRow(log, { kind: "cleared" }, 0);
    case "refused":
      return afterRefused(log, entry);
    case "missed":
      return entry.of === "refused"
        ? { ...log, tries: log.tries + entry.count }
        : afterMissed(log, entry.count);
  }
}

/** What the policy refused is listed as such; that the frame is gone is said in its place. */
function afterFailure(log: TrialLog, { code, problems: [problem] }: AppFailure): TrialLog {
  if (code !== "load" && code !== "draw" && code !== "run") return log;
  const { message, file, line } = problem;
  const fault = { message, ...(file !== undefined && line !== undefined && { place: { file, line } }) };
  return { ...withRow(log, { kind: "fault", fault }, 1), lastFault: fault };
}

function afterSaid(log: TrialLog, { level, text }: Extract<ConsoleEntry, { kind: "said" }>): TrialLog {
  const last = log.rows.at(-1);
  if (last?.kind === "said" && last.level === level && last.text === text) {
    const rows = withLast(log.rows, { ...last, times: last.times + 1 });
    return { ...log, rows, count: log.count + 1 };
  }
  return withRow(log, { kind: "said", level, text, times: 1 }, 1);
}

function afterMissed(log: TrialLog, count: number): TrialLog {
  const last = log.rows.at(-1);
  if (last?.kind !== "missed") return withRow(log, { kind: "missed", count }, count);
  const rows = withLast(log.rows, { ...last, count: last.count + count });
  return { ...log, rows, count: log.count + count };
}

function afterRefused(log: TrialLog, entry: Extract<ConsoleEntry, { kind: "refused" }>): TrialLog {
  const { what, address, file, line } = entry;
  const tries = log.tries + 1;
  const at = log.refused.findIndex((row) => row.what === what && row.address === address);
  const known = log.refused[at];
  if (known) return { ...log, tries, refused: log.refused.with(at, { ...known, times: known.times + 1 }) };
  if (log.refused.length >= KEPT) return { ...log, tries };
  const place = file !== undefined && line !== undefined ? { place: { file, line } } : {};
  return { ...log, tries, refused: [...log.refused, { what, address, ...place, times: 1 }] };
}

type Row = LogRow extends infer Each ? (Each extends LogRow ? Omit<Each, "id"> : never) : never;

function withRow(log: TrialLog, row: Row, count: number): TrialLog {
  const rows = [...log.rows, { ...row, id: log.nextId }].slice(-KEPT);
  return { ...log, rows, count: log.count + count, nextId: log.nextId + 1 };
}

function withLast(rows: readonly LogRow[], row: LogRow): LogRow[] {
  return [...rows.slice(0, -1), row];
}
