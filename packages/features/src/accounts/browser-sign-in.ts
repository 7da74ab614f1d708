import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import type { PersonPrincipal } from "../kernel/principal.ts";
import { findSignIn } from "./store.ts";

/** Nothing longer is hashed. */
const LONGEST_SECRET = 128;

/** A person's sign-in in one browser. */
export interface BrowserSignIn {
  readonly principal: PersonPrincipal;
  readonly sign_in_hash: string;
  /** When the person last proved to be there: RFC 3339. */
  readonly confirmed_at: string;
}

/** Who is signed in with this cookie, or undefined when the sign-in is over or never was. */
export async function authenticateBrowser(
  ports: Pick<Ports, "store">,
  cookieSecret: string,
): Promise<BrowserSignIn | undefined> {
  if (cookieSecret.length > LONGEST_SECRET) return undefined;
  const sign_in_hash = secretHash(cookieSecret);
  const [row] = (await findSignIn(ports.store.read, { secret_hash: sign_in_hash })).rows;
  if (!row || Date.parse(row.expires_at) <= Date.now()) return undefined;
  return {
    principal: { kind: "person", person_id: row.person_id },
    sign_in_hash,
    confirmed_at: row.confirmed_at,
  };
}
