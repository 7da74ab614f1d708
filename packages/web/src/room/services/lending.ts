import type { QueryClient } from "@tanstack/react-query";
import type { AppServices } from "@anteroom/sandbox/host";
import type { AppPlace } from "../../data/apps.ts";
import { membersQuery, type App } from "../../data/index.ts";
import { Asks } from "./asks.ts";
import { lazyStore } from "./lazy-store.ts";
import { createNoteBudget } from "./note-budget.ts";

/** Live updates tell when somebody comes or goes. */
const MEMBERS_FRESH_MS = 60_000;

export interface LendingOptions {
  readonly place: AppPlace;
  readonly grants: App["grants"];
  readonly cache: QueryClient;
  /** Shows the person what the app says. */
  readonly onNote: (words: string) => void;
}

/** What the page lends to one run of an app. */
export interface Lending {
  readonly services: Omit<AppServices, "room">;
  readonly asks: Asks;
  /** The run is over: nothing of it is before the person any more, or listens on. */
  readonly end: () => void;
}

/** Lends an app all that it was approved with. What it keeps is opened when it first asks for it. */
export function createLending({ place, grants, cache, onNote }: LendingOptions): Lending {
  const asks = new Asks();
  let run = new AbortController();
  const running = (): AbortSignal => run.signal;
  const services: Omit<AppServices, "room"> = {
    ...outward(asks, onNote),
    own: lazyStore(async () => (await import("./own-values.ts")).openOwnValues(cache, place), running),
    openLink: async (url) => (await asks.put({ kind: "link", url })) === true,
    saveFile: async (name, data) => (await asks.put({ kind: "save", name, data })) === true,
    copy: async (text) => (await asks.put({ kind: "copy", text })) === true,
    ...(grants.includes("shared") && {
      shared: lazyStore(async (signal) => {
        return (await import("./shared-values.ts")).openSharedValues(place, signal);
      }, running),
    }),
    ...(grants.includes("members") && {
      members: async () => {
        const query = { ...membersQuery(place.room_id), staleTime: MEMBERS_FRESH_MS };
        return (await cache.fetchQuery(query)).members.map(({ name }) => name);
      },
    }),
  };
  return {
    services,
    asks,
    end() {
      asks.end();
      run.abort();
      run = new AbortController();
    },
  };
}

/** What leaves nothing behind: an app on trial is lent it too. */
export function outward(
  asks: Asks,
  onNote: LendingOptions["onNote"],
): Required<Pick<AppServices, "ask" | "notify">> {
  const mayNote = createNoteBudget();
  return {
    ask: (question) => asks.put({ kind: "question", question }),
    async notify(words) {
      if (words.trim() === "" || !mayNote()) return false;
      onNote(words);
      return true;
    },
  };
}
