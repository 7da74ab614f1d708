import { useQueryClient, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openLive, type LiveState } from "@anteroom/client";
import { changedBy, changedForPerson, createRefresher } from "../data/refresh.ts";
import { keys } from "../data/keys.ts";
import { sharedChanges } from "../data/shared-changes.ts";

/**
 * Asks again for everything that is shown of these queries. A first answer that is on its way may be older
 * than what we were told just now; it is not cut off, so it is asked for once more when it is here.
 */
function askAgain(cache: QueryClient, queries: QueryFilters): void {
  const first = cache.getQueryCache().findAll({ ...queries, fetchStatus: "fetching" });
  void cache.invalidateQueries(queries);
  for (const { promise, queryKey, state } of first) {
    if (state.data !== undefined) continue;
    void promise?.then(
      () => cache.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
}

/** The code of one revision of an app never changes, and what runs must not be swapped under a person's hands. */
const CHANGING: QueryFilters = { predicate: (query) => query.queryKey[0] !== "app" };

/**
 * Keeps everything on the page fresh by one event stream, for as long as the calling component is there.
 * Returns the state of the stream.
 */
export function useLiveUpdates(): LiveState {
  const cache = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");

  useEffect(() => {
    const refresher = createRefresher((queryKey) => askAgain(cache, { queryKey }));
    const live = openLive({
      origin: location.origin,
      // Whatever happened before the stream stood was not sent.
      onHello: () => {
        askAgain(cache, CHANGING);
        sharedChanges.tell(undefined);
      },
      onChange: (change) => refresher.refresh(changedBy(change)),
      onShared: (app) => sharedChanges.tell(app),
      onPerson: () => refresher.refresh(changedForPerson),
      onState: (next) => {
        setState(next);
        // The stream cannot say why it was refused. This answer can: signed out, or the server is away.
        if (next === "lost") void cache.invalidateQueries({ queryKey: keys.home });
      },
    });
    const retry = (): void => live.retryNow();
    window.addEventListener("online", retry);
    window.addEventListener("pageshow", retry);
    document.addEventListener("visibilitychange", retry);
    return () => {
      window.removeEventListener("online", retry);
      window.removeEventListener("pageshow", retry);
      document.removeEventListener("visibilitychange", retry);
      live.close();
      refresher.stop();
    };
  }, [cache]);

  return state;
}
