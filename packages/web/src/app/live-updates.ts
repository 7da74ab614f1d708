import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { openLive, type LiveState } from "@anteroom/client";
import { changedBy, changedForPerson, createRefresher } from "../data/refresh.ts";
import { keys } from "../data/keys.ts";

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
      // Whatever happened before the stream stood was not sent: ask for everything that is shown again.
      onHello: () => void cache.invalidateQueries({ predicate: (query) => query.queryKey[0] !== "app" }),
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
