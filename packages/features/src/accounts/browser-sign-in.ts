import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { later } from "../kernel/time.ts";
import { LIFETIMES } from "./policy.ts";
import { findSignIn } from "./store.ts";
import { seenWrite } from "./writes.ts";

/** Nothing longer is hashed: two secrets of ours and the dot between them are shorter. */
const LONGEST_COOKIE = 257;

/** A person's sign-in in one browser. */
export interface BrowserSignIn {
  readonly principal: PersonPrincipal;
  readonly sign_in_id: string;
  readonly sign_in_hash: string;
  /** The hash of the last confirmation's secret that came with it. */
  readonly confirmation_hash?: string;
  /** When the person last proved to be there, as far as this very cookie shows it: RFC 3339. */
  readonly confirmed_at: string;
}

/**
 * Who is signed in with this cookie, or undefined when the sign-in is over or never was. The cookie holds the
 * sign-in's secret and, after a confirmation, a dot and the confirmation's: a copy that was taken before has
 * the first alone, and counts as confirmed by its sign-in only.
 */
export async function authenticateBrowser(
  ports: Pick<Ports, "store">,
  cookie: string,
): Promise<BrowserSignIn | undefined> {
  if (cookie.length > LONGEST_COOKIE) return undefined;
  const [secret = "", confirmation] = cookie.split(".");
  const sign_in_hash = secretHash(secret);
  const [row] = (await findSignIn(ports.store.read, { secret_hash: sign_in_hash })).rows;
  if (!row || Date.parse(row.expires_at) <= Date.now()) return undefined;
  noteSeen(ports, sign_in_hash, row.last_seen_at);
  const confirmation_hash = confirmation === undefined ? undefined : secretHash(confirmation);
  return {
    principal: { kind: "person", person_id: row.person_id },
    sign_in_id: row.sign_in_id,
    sign_in_hash,
    ...(confirmation_hash !== undefined && { confirmation_hash }),
    confirmed_at: confirmedAt(row, confirmation_hash),
  };
}

/** When the holder of a cookie last proved to be there: the latest confirmation counts for who has its secret. */
export function confirmedAt(
  row: { confirmed_at: string; confirmed_hash: string | null; created_at: string },
  confirmation_hash: string | undefined,
): string {
  return row.confirmed_hash === (confirmation_hash ?? null) ? row.confirmed_at : row.created_at;
}

const beingNoted = new Set<string>();

/** Notes that a sign-in is in use, once in some minutes and beside the request, which waits for nothing. */
function noteSeen({ store }: Pick<Ports, "store">, secret_hash: string, last_seen_at: string): void {
  if (beingNoted.has(secret_hash) || Date.parse(later(last_seen_at, LIFETIMES.seen)) > Date.now()) return;
  beingNoted.add(secret_hash);
  // What fails, as while the server stops, is noted by the next request.
  void store
    .write(seenWrite, { secret_hash })
    .catch(() => undefined)
    .finally(() => beingNoted.delete(secret_hash));
}
