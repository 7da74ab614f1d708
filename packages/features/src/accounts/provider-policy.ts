import type { IdentityProvider } from "../kernel/context.ts";
import { oneLine } from "../kernel/one-line.ts";
import { readEmail } from "./policy.ts";

/** Why a sign-in by a provider came to nothing: all that the page is told, and nothing in the provider's words. */
export type ProviderProblem =
  /** Nobody here is known by it, and newcomers are not let in. */
  | "unknown_person"
  /** Somebody here has this email and signs in otherwise: that person links it. */
  | "link_first"
  /** It is another person's here. */
  | "taken"
  | "domain"
  | "unverified"
  | "cancelled"
  | "failed"
  | "expired"
  /** To link one, the person must have confirmed a moment ago. */
  | "confirm";

/** Whom a provider vouches for, checked: signed by it, for us, for this very sign-in. */
export interface Vouched {
  readonly issuer: string;
  /** The person's id at the issuer; the one thing that stays. */
  readonly subject: string;
  readonly email: string | undefined;
  readonly email_verified: boolean;
  readonly name: string | undefined;
}

/**
 * Why a provider's word about an email does not count, if so: only addresses that it verified, and only of the
 * domains that the operator named. That list is a statement of trust: whoever runs this provider decides who
 * has these addresses. For any other domain it could claim whatever it likes.
 */
export function doubtAbout(
  provider: IdentityProvider,
  vouched: Vouched,
): "unverified" | "domain" | undefined {
  const email = emailOf(vouched);
  if (!email || !vouched.email_verified) return "unverified";
  const domain = email.email_key.slice(email.email_key.lastIndexOf("@") + 1);
  return provider.domains.includes(domain) ? undefined : "domain";
}

/** The vouched email as written and as compared; undefined for what is none. */
export function emailOf({ email }: Vouched): { email: string; email_key: string } | undefined {
  try {
    return email === undefined ? undefined : readEmail(email);
  } catch {
    return undefined;
  }
}

/** The name under which a newcomer begins. */
export function nameOf({ name, email = "" }: Vouched): string {
  return oneLine(name, 100) || oneLine(email.split("@")[0], 100) || "Somebody";
}

/** Issuers are the same when their addresses are: providers write them with and without a slash at the end. */
export function sameIssuer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}

const LONGEST_PLACE = 1024;

/** A path of ours that somebody wants to come back to; "/" for anything that could lead elsewhere. */
export function readPlace(text: string | null, origin: string): string {
  if (text === null || text.length > LONGEST_PLACE || !text.startsWith("/")) return "/";
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (url?.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
