import type { Topic } from "./signal.ts";

export interface WaitingPlan<T> {
  /** How long the caller wants to be held, in seconds. */
  readonly seconds: number;
  /** What wakes it. */
  readonly topics: readonly Topic[];
  /** What is being waited for, so that a page can say "an agent is waiting". */
  readonly subject?: string;
  /** The answer if there is one yet; with `last`, the answer for a caller whose time is up. */
  readonly attempt: (last: boolean) => Promise<T | undefined>;
}

/**
 * An operation's answer that is not there yet. The server's face holds the call: it calls `attempt` at each
 * wake, and a last time when the seconds are over. `attempt` checks the caller's rights anew each time.
 */
export class Waiting<T> {
  readonly plan: WaitingPlan<T>;

  constructor(plan: WaitingPlan<T>) {
    this.plan = plan;
  }
}
