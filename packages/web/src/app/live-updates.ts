import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openLive, type LiveState } from "@anteroom/client";
import { changedBy, changedForPerson, createRefresher } from "../data/refresh.ts";
import { keys } from "../data/keys.ts";

/** Whatever happened before the stream stood was not sent, so everything that is shown is asked for again. */
function askAgain(cache: QueryClient): void {
  const changing = { predicate: (query: Query) => query.queryKey[0] !== "app" };
  const first = cache.getQueryCache().findAll({ ...changing, fetchStatus: "fetching" });
  void cache.invalidateQueries(changing);
  // A first answer that is on its way may be older than the stream, and is not asked for twice at a time.
  for (const { promise, queryKey, state } of first) {
    if (state.data !== undefined) continue;
    void promise?.then(
      () => cache.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
}

/**
 * Keeps everything on the page fresh by one event stream, for as long as the calling component is there.
 * Returns the state of the stream.
 */
export function useLiveUpdates(): LiveState {
  const cache = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");

  useEffect(() => {
    const refresher = createRefresher((queryKey) => void cache.invalidateQueries({ queryKey }));
    const live = openLive({
      origin: location.origin,
      onHello: () => askAgain(cache),
      onChange: (change) => refresher.refresh(changedBy(change)),
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
