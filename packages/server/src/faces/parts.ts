import type { BrowserSignIn } from "@anteroom/features";
import type { Ports } from "@anteroom/features/kernel/context";
import type { AgentPrincipal } from "@anteroom/features/kernel/principal";
import type { CallNotes } from "../call-notes.ts";
import type { SignInCookie } from "../cookie.ts";
import type { Holder } from "../holder.ts";
import type { KnownCallers } from "../known-callers.ts";
import type { Logger } from "../log.ts";
import type { Operations } from "../operations.ts";
import type { TryLimit } from "@anteroom/features/kernel/try-limit";
import type { OpenLimit, RateLimit } from "../rate.ts";
import type { Site } from "../site.ts";

/** Who is calling: asked anew for each request, and again before each answer to a held one. */
export interface Doors {
  /** Whom a bearer token acts for; undefined for one that is unknown, over or revoked. */
  bearer(secret: string): Promise<AgentPrincipal | undefined>;
  /** Whose sign-in a cookie's secret is; undefined for one that is unknown or over. */
  browser(secret: string): Promise<BrowserSignIn | undefined>;
  /** What a page that was served to this sign-in must send back with each change. */
  proof(sign_in_id: string): string;
  proofHolds(sign_in_id: string, proof: string | undefined): boolean;
  /** Who signed in before in the browser that kept this; undefined for what was not made here. */
  device(value: string): string | undefined;
}

/** What every face works with. */
export interface FaceParts {
  readonly ports: Ports;
  readonly operations: Operations;
  readonly doors: Doors;
  readonly cookie: SignInCookie;
  readonly holder: Holder;
  /** When agents called last. */
  readonly notes: CallNotes;
  /** Calls of each connection. */
  readonly rate: RateLimit;
  /** What each person changes: it is kept, and audited, and nobody may bury that. */
  readonly changes: RateLimit;
  /** Calls and streams that each connection has open. */
  readonly open: OpenLimit;
  /** Whose the tokens are that worked lately. */
  readonly callers: KnownCallers;
  /** Calls without a token that works, by address; without it there is no limit. */
  readonly strangers?: TryLimit;
  /** Calls of each operation that needs no sign-in, by address: passwords and secrets are tried there. */
  readonly tries: TryLimit;
  readonly site: Site;
  readonly log: Logger;
}
