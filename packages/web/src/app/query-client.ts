import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { OfflineError, isRefusal } from "@anteroom/client";
import { client, keys } from "../data/index.ts";
import { leaveForSignIn, loadAgain } from "./sign-in-again.ts";

interface Meta extends Record<string, unknown> {
  /** This page works without a sign-in, so a refusal for want of one is shown by the page itself. */
  readonly signedOut?: "stay";
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}

const RETRIES = 3;

function passing(error: unknown): boolean {
  return error instanceof OfflineError || isRefusal(error, "unavailable");
}

/** These are everybody's own, so "forbidden" there means that the page belongs to an older sign-in. */
const OWN: ReadonlySet<unknown> = new Set([keys.home[0], keys.consent("")[0]]);

/** What a refusal says about the sign-in, beyond the call that it answers. */
function checkSignIn(cache: QueryClient, error: unknown, from: { meta?: Meta; key?: unknown }): void {
  // Who has just signed out is on the way already, and comes back to nowhere.
  if (isRefusal(error, "sign_in_required") && from.meta?.signedOut !== "stay" && client.signedIn) {
    leaveForSignIn(true);
  }
  if (!isRefusal(error, "forbidden")) return;
  if (OWN.has(from.key)) loadAgain();
  else void cache.invalidateQueries({ queryKey: keys.home });
}

/** The cache of answers. Reads are tried again while the server is away; deeds are never repeated. */
export function createQueryClient(): QueryClient {
  const cache: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta = {}, queryKey }) => checkSignIn(cache, error, { meta, key: queryKey[0] }),
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta = {} }) => checkSignIn(cache, error, { meta }),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => passing(error) && failures < RETRIES,
        retryDelay: (failures) => Math.min(8000, 500 * 2 ** failures),
        staleTime: 10_000,
        // A server on this machine answers while the browser believes that it is offline.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return cache;
}
