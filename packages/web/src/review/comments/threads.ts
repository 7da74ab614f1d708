import type { Proposal } from "../../data/index.ts";
import { type LinesOf, quotedLines } from "./carry.ts";
import { findQuote } from "./find-quote.ts";

export type Thread = Proposal["comments"][number];

/** Where a comment belongs in the text that is shown. */
export type ThreadPlace =
  | { readonly kind: "whole" }
  /** `from`: the line at which it was made, where it is another one now. */
  | {
      readonly kind: "lines";
      readonly file: string;
      readonly line: number;
      readonly end_line: number;
      readonly from?: number;
    }
  /** Its lines stand there no more. */
  | { readonly kind: "outdated" };

export type ThreadStatus = "open" | "answered" | "resolved";

export interface PlacedThread {
  readonly thread: Thread;
  readonly at: ThreadPlace;
  readonly status: ThreadStatus;
  /** Made on another revision than the one that is shown. */
  readonly elsewhere: boolean;
}

/** Puts each comment of a line of revisions where it belongs in the text of the one that is shown. */
export function placeThreads(
  threads: readonly Thread[],
  shown: Pick<Proposal, "proposal_id">,
  linesOf: LinesOf,
): readonly PlacedThread[] {
  const cut = new Map<string, readonly string[] | undefined>();
  const cutOnce: LinesOf = (path) => {
    if (!cut.has(path)) cut.set(path, linesOf(path));
    return cut.get(path);
  };
  return threads.map((thread) => {
    const elsewhere = thread.proposal_id !== shown.proposal_id;
    return { thread, at: placeOf(thread, elsewhere, cutOnce), status: statusOf(thread), elsewhere };
  });
}

function placeOf(thread: Thread, elsewhere: boolean, linesOf: LinesOf): ThreadPlace {
  const { file, line, end_line = line, quote } = thread;
  if (file === undefined || line === undefined || end_line === undefined) return { kind: "whole" };
  if (!elsewhere) return { kind: "lines", file, line, end_line };
  const quoted = quote === undefined ? [] : quotedLines(quote);
  const now = findQuote(linesOf(file) ?? [], quoted, line);
  if (now === undefined) return { kind: "outdated" };
  const moved = now === line ? {} : { from: line };
  return { kind: "lines", file, line: now, end_line: now + quoted.length - 1, ...moved };
}

/** A comment is answered while the agent has the last word. */
function statusOf({ resolved, replies }: Thread): ThreadStatus {
  if (resolved) return "resolved";
  return replies.at(-1)?.by.kind === "agent" ? "answered" : "open";
}

/** Said of an earlier revision, and nobody waits for an answer any more: what is read now can do without it. */
export function isSettled({ thread, elsewhere, status }: PlacedThread, revision: number): boolean {
  return elsewhere && thread.revision < revision && status !== "open";
}

/**
 * The comments that a revision had to answer: those made on earlier ones, though not before the version that runs,
 * which were not resolved before it was proposed. `answered` of them the agent replied to.
 */
export function answersOf(
  placed: readonly PlacedThread[],
  { revision, created_at, bases }: Pick<Proposal, "revision" | "created_at" | "bases">,
): { readonly asked: readonly PlacedThread[]; readonly answered: number } {
  const approved = bases.find(({ kind }) => kind === "approved")?.revision ?? 0;
  const asked = placed.filter(({ thread, elsewhere }) => {
    const before = thread.resolved !== undefined && Date.parse(thread.resolved.at) < Date.parse(created_at);
    return elsewhere && thread.revision > approved && thread.revision < revision && !before;
  });
  const answered = asked.filter(({ thread }) => thread.replies.some(({ by }) => by.kind === "agent")).length;
  return { asked, answered };
}
