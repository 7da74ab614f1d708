import { oneLine } from "@anteroom/features/kernel/one-line";
import type { Answer } from "./ask.ts";

/** Whatever stands there may have written it. */
const LONGEST = 120;

/** What is odd about an answer that is not the expected one, in words. */
export function oddAnswer({ status, headers }: Answer): string {
  const { location } = headers;
  if (location !== undefined) return `it redirects (${status}) to ${oneLine(location, LONGEST)}`;
  if (status === 421) return "the server was not told the name that was asked for (421)";
  if (status === 200) return "something else answers there";
  return `it answers ${status}`;
}

/** What to do where the name that was asked for does not reach the server. */
export const PASS_HOST =
  "Let the reverse proxy pass the Host header on unchanged, or write X-Forwarded-Host itself beside ANTEROOM_TRUST_PROXY=1.";
