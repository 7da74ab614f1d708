import type { LiveChange } from "@anteroom/client";
import { keys } from "./keys.ts";

type Key = readonly string[];

/** What to ask for again after a change in a Room. */
export function changedBy(change: LiveChange): readonly Key[] {
  const room = change.resource_id;
  const id = change.data["proposal_id"];
  const card = typeof id === "string" ? keys.proposal(id) : keys.proposals;
  switch (change.type) {
    case "proposal.created":
    case "proposal.superseded":
    case "proposal.withdrawn":
    case "proposal.approved":
    case "proposal.declined":
    case "proposal.changes_requested":
      return [keys.approvals, card, keys.history(room)];
    case "comment.replied":
    case "comment.resolved":
    case "comment.reopened":
      // A comment stands on the cards of its whole line of revisions.
      return [keys.proposals];
    case "app.created":
    case "app.updated":
    case "app.reverted":
    case "app.renamed":
    case "app.removed":
      // What an open card would update may be another version now, or none.
      return [keys.room(room), keys.history(room), keys.approvals, keys.proposals];
    case "app.moved":
      return [keys.room(room), keys.history(room)];
    case "app.feedback":
      return [keys.history(room)];
    case "app.data_cleared":
    case "app.data_restored":
      return [keys.allSharedData, keys.history(room)];
    default:
      // A newer server tells of kinds that this page does not know yet.
      return [keys.approvals, keys.room(room)];
  }
}

/** What to ask for again when memberships or connections changed. */
export const changedForPerson: readonly Key[] = [
  keys.home,
  keys.account,
  keys.connections,
  keys.approvals,
  keys.proposals,
  keys.rooms,
  keys.allMembers,
  keys.workspaces,
  keys.audits,
  keys.histories,
  keys.allSharedData,
];

export interface Refresher {
  refresh(changed: readonly Key[]): void;
  stop(): void;
}

/**
 * Passes changed keys on: the first at once, so that what arrives is seen at once, and what follows within
 * `pauseMs` together after it, so that a hundred changes a second are not a hundred requests.
 */
export function createRefresher(invalidate: (key: Key) => void, pauseMs = 100): Refresher {
  const waiting = new Map<string, Key>();
  const resting = new Map<string, ReturnType<typeof setTimeout>>();

  function rest(name: string): void {
    resting.set(
      name,
      setTimeout(() => {
        resting.delete(name);
        const key = waiting.get(name);
        if (!key) return;
        waiting.delete(name);
        pass(name, key);
      }, pauseMs),
    );
  }

  function pass(name: string, key: Key): void {
    rest(name);
    invalidate(key);
  }

  return {
    refresh(changed) {
      for (const key of changed) {
        const name = key.join(" ");
        if (resting.has(name)) waiting.set(name, key);
        else pass(name, key);
      }
    },
    stop() {
      for (const timer of resting.values()) clearTimeout(timer);
      resting.clear();
      waiting.clear();
    },
  };
}
