import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { OfflineError, isRefusal } from "@anteroom/client";
import { leaveForSignIn } from "./return-address.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** signedOut "stay": this page works without a sign-in, so a refusal for want of one is shown by itself. */
    queryMeta: { signedOut?: "stay" };
    mutationMeta: { signedOut?: "stay" };
  }
}

const RETRIES = 3;

function passing(error: unknown): boolean {
  return error instanceof OfflineError || isRefusal(error, "unavailable");
}

function goSignIn(error: unknown, meta: { signedOut?: "stay" } | undefined): void {
  if (isRefusal(error, "sign_in_required") && meta?.signedOut !== "stay") leaveForSignIn();
}

/** The cache of answers. Reads are tried again while the server is away; deeds are never repeated. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => goSignIn(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => goSignIn(error, mutation.meta),
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
}
