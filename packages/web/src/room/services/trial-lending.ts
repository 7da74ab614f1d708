import { createMemoryStorage, OWN_MOST, SHARED_MOST, type AppServices } from "@anteroom/sandbox/host";
import type { Proposal } from "../../data/index.ts";
import { Asks } from "./asks.ts";
import { outward } from "./lending.ts";

/** What a page lends to an app on trial. */
export interface TrialLending {
  readonly services: AppServices;
  readonly asks: Asks;
}

/**
 * Lends an app on trial what its approval would give it, with stores that end with the trial. Links, files and the
 * clipboard would leave something behind: what it reaches for there is listed instead.
 */
export function lendTrial(shown: Proposal, onNote: (words: string) => void): TrialLending {
  const asks = new Asks();
  const uses = new Set(shown.scan?.capabilities.map(({ capability }) => capability));
  return {
    asks,
    services: {
      ...outward(asks, onNote),
      room: { name: shown.room.name, locale: navigator.language },
      own: createMemoryStorage({ most: OWN_MOST }),
      ...(uses.has("storage_shared") && { shared: createMemoryStorage({ most: SHARED_MOST }) }),
      // What was not let in learns nobody's name.
      ...(uses.has("members") && { members: async () => [] }),
    },
  };
}
