import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { Ports } from "../kernel/context.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import { addressOf, networkOf } from "./address.ts";
import { isOAuthError, readClientDocument } from "./oauth-tolerance.ts";
import { actsForSomebody } from "./store.ts";

/** The longest address that may be a client's id, in characters, and the largest document there, in bytes. */
const LONGEST_ADDRESS = 512;
const LARGEST_DOCUMENT = 16 * 1024;
/** Documents that may be fetched in a minute: for one network, for all, and the one of a client that is known. */
const A_MINUTE = { network: 20, all: 120, known: 20 } as const;
/** How long a document counts that says nothing of it or too much, in seconds (draft-02, section 4.4). */
const KEPT = { min: 60, max: 86_400 } as const;
/** How long the last good document stands in for one that cannot be had, in milliseconds; how many of them. */
const STANDS_IN_MS = 86_400_000;
const MOST_KEPT = 100;

const ACCEPT = { accept: "application/json" };

export interface DocumentsOptions {
  readonly ports: Pick<Ports, "store" | "clientMetadata" | "fetchOutside">;
  readonly trustProxy: boolean;
}

type Settings = Pick<Configuration, "fetch"> & {
  readonly feature: NonNullable<NonNullable<Configuration["features"]>["clientIdMetadataDocument"]>;
};

/**
 * Clients whose id is the https address of their metadata (Client ID Metadata Documents): fetched through the
 * guard of outgoing requests, read by the rules of a registration, and kept as HTTP says within bounds.
 */
export function clientDocuments({ ports, trustProxy }: DocumentsOptions): Settings {
  const ofNetwork = new TryLimit({ most: A_MINUTE.network, seconds: 60 });
  const ofAll = new TryLimit({ most: A_MINUTE.all, seconds: 60 });
  const ofKnown = new TryLimit({ most: A_MINUTE.known, seconds: 60 });
  const kept = new Map<string, { readonly json: string; readonly until: number }>();

  function keep(address: string, json: string): void {
    kept.delete(address);
    kept.set(address, { json, until: Date.now() + STANDS_IN_MS });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  /** A client that was let in goes on while its own host is down; undefined when the document was not seen lately. */
  function standIn(address: string): Response | undefined {
    const good = kept.get(address);
    return good && good.until > Date.now() ? new Response(good.json) : undefined;
  }

  async function fetchDocument(address: string, signal: AbortSignal | null | undefined): Promise<Response> {
    const asked = ports.fetchOutside(address, { headers: ACCEPT, ...(signal && { signal }) });
    const response = await asked.catch((error: unknown) => {
      if (!standIn(address)) throw error;
    });
    if (!response || response.status >= 500) return standIn(address) ?? refused();
    const read = readClientDocument(response.status === 200 ? await readText(response) : "", address);
    if (isOAuthError(read)) {
      kept.delete(address);
      return refused();
    }
    const json = JSON.stringify(read);
    keep(address, json);
    return new Response(json, { headers: cachingOf(response) });
  }

  return {
    fetch: async (asked, init) => {
      const address = asked instanceof Request ? asked.url : asked.toString();
      return await fetchDocument(address, init?.signal);
    },
    feature: {
      enabled: ports.clientMetadata,
      ack: "draft-02",
      cacheDuration: KEPT,
      allowFetch: async (ctx: KoaContextWithOIDC | undefined, address) => {
        if (address.length > LONGEST_ADDRESS) return false;
        // A flood of strange addresses keeps nobody out whose document is known, or who was let in.
        if (kept.has(address) || (await actsForSomebody(ports.store.read, address))) {
          return ofKnown.take(address) === 0;
        }
        // Pages of ours ask outside of a client's request; they are bounded by the sign-in.
        const wait = ctx ? ofNetwork.take(networkOf(addressOf(ctx.req, trustProxy))) : 0;
        return wait === 0 && ofAll.take("") === 0;
      },
    },
  };
}

function refused(): Response {
  return new Response(null, { status: 404 });
}

/** The text of an answer; empty for what is not JSON or too large. */
async function readText(response: Response): Promise<string> {
  const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_DOCUMENT) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function cachingOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(["cache-control", "expires"].map((name) => [name, headers.get(name) ?? ""]));
}
