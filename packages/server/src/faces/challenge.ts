import { resourceMetadataOf } from "@anteroom/features";
import type { Site } from "../site.ts";
import type { Caller } from "./agent-call.ts";

/** Tells a client without a working token where to get one (wire/reference.md, "Endpoint"). */
export function signInChallenge(site: Site): string {
  return challenge(site, { error: "invalid_token", error_description: "Connect osFoundry to continue" });
}

/** Names the scopes a client should ask for: those it has and the one it lacks, so that it loses none. */
export function scopeChallenge(site: Site, caller: Caller, missing: string): string {
  return challenge(site, {
    error: "insufficient_scope",
    error_description: `This call needs the scope ${missing}`,
    scope: [...caller.principal.scopes, missing].join(" "),
  });
}

function challenge(site: Site, parameters: Readonly<Record<string, string>>): string {
  const resource_metadata = resourceMetadataOf(site.origin);
  const pairs = Object.entries({ resource_metadata, ...parameters }).map(
    ([name, value]) => `${name}="${value}"`,
  );
  return `Bearer ${pairs.join(", ")}`;
}
