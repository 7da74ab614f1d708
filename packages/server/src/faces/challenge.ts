import type { IncomingMessage } from "node:http";
import { originAsCalled, resourceMetadataOf } from "@anteroom/features";
import type { Site } from "../site.ts";
import type { Caller } from "./agent-call.ts";

/** Tells a client without a working token where to get one (wire/reference.md, "Endpoint"). */
export function signInChallenge(site: Site, request: IncomingMessage): string {
  return challenge(site, request, {
    error: "invalid_token",
    error_description: "Connect osFoundry to continue",
  });
}

/** Names the scopes a client should ask for: those it has and the one it lacks, so that it loses none. */
export function scopeChallenge(
  site: Site,
  request: IncomingMessage,
  { caller, missing }: { readonly caller: Caller; readonly missing: string },
): string {
  return challenge(site, request, {
    error: "insufficient_scope",
    error_description: `This call needs the scope ${missing}`,
    scope: [...caller.principal.scopes, missing].join(" "),
  });
}

function challenge(
  site: Site,
  request: IncomingMessage,
  parameters: Readonly<Record<string, string>>,
): string {
  const resource_metadata = resourceMetadataOf(originAsCalled(site.origin, request.headers.host));
  const pairs = Object.entries({ resource_metadata, ...parameters }).map(
    ([name, value]) => `${name}="${value}"`,
  );
  return `Bearer ${pairs.join(", ")}`;
}
