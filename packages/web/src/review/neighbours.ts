import { proposalHref } from "./places.ts";

/** Where a proposal stands among those that wait for this person, and what is beside it. */
export interface Neighbours {
  /** From 1; 0 when it does not wait. */
  readonly at: number;
  readonly all: number;
  readonly previous?: string;
  /** The next one that waits; for a proposal that waits no more, the one that has waited longest. */
  readonly next?: string;
}

/** The neighbours of a proposal; `waiting` are the ids of all that wait, oldest first. */
export function neighboursOf(proposalId: string, waiting: readonly string[]): Neighbours {
  const index = waiting.indexOf(proposalId);
  const previous = index > 0 ? waiting[index - 1] : undefined;
  const next = waiting[index + 1];
  return {
    at: index + 1,
    all: waiting.length,
    ...(previous === undefined ? {} : { previous: proposalHref(previous) }),
    ...(next === undefined ? {} : { next: proposalHref(next) }),
  };
}
