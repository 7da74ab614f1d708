import { SCOPES } from "../kernel/operation.ts";
import { cleanClientName, readScopes } from "./policy.ts";
import { readObject } from "./oauth-request.ts";
import { redirectProblem, withBothLoopbacks } from "./oauth-redirects.ts";

/**
 * Real clients ask for more, for less and for other things than they need. These functions turn what they
 * send into what the authorization server is strict about; what is unsafe is refused, not repaired.
 */

const MOST_REDIRECTS = 32;

/** An error as OAuth writes it (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
export interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/**
 * The registration that is kept for a client: what it is called, where answers go and how it shows itself.
 * Every client gets refresh tokens. All else is dropped: no address that the server would fetch is kept.
 */
export function readRegistration(json: string): Record<string, unknown> | OAuthError {
  const body = readObject(json);
  if (!body) return { error: "invalid_client_metadata", error_description: "the body must be a JSON object" };
  const { redirect_uris, client_name, token_endpoint_auth_method } = body;
  if (!Array.isArray(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > MOST_REDIRECTS) {
    return {
      error: "invalid_redirect_uri",
      error_description: `redirect_uris must hold 1 to ${MOST_REDIRECTS} URIs`,
    };
  }
  const problem = redirect_uris.map(redirectProblem).find((text) => text !== undefined);
  if (problem !== undefined) {
    return { error: "invalid_redirect_uri", error_description: `redirect_uris ${problem}` };
  }
  const uris = withBothLoopbacks(redirect_uris as string[]);
  return {
    redirect_uris: uris,
    application_type: uris.every((uri) => /^https:/i.test(uri)) ? "web" : "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    ...(typeof client_name === "string" &&
      client_name !== "" && { client_name: cleanClientName(client_name) }),
    ...(typeof token_endpoint_auth_method === "string" && { token_endpoint_auth_method }),
  };
}

/** Parameters that mean something here; OAuth has unknown ones ignored (RFC 6749, section 3.1). */
const ASKED = new Set([
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "redirect_uri",
  "resource",
  "response_type",
  "scope",
  "state",
]);

/**
 * A client's request at /authorize. No known scope means all of them. `response_mode` is left out, since
 * answers go in the query alone; `prompt` counts only as "none", since the person is always asked.
 */
export function readAuthorization(query: URLSearchParams, resource: string): URLSearchParams {
  const kept = new URLSearchParams([...query].filter(([name]) => ASKED.has(name)));
  if (query.get("prompt") === "none") kept.set("prompt", "none");
  // Sent twice is for the authorization server to refuse.
  if (kept.getAll("scope").length < 2) {
    const known = readScopes(kept.get("scope") ?? "");
    kept.set("scope", (known.length > 0 ? known : SCOPES).join(" "));
  }
  nameResource(kept, resource);
  return kept;
}

/** A client's request at /token. No known scope, or no resource, means what was granted. */
export function readTokenRequest(form: URLSearchParams, resource: string): URLSearchParams {
  const kept = new URLSearchParams(form);
  if (kept.getAll("scope").length < 2) {
    const known = readScopes(kept.get("scope") ?? "");
    kept.delete("scope");
    if (known.length > 0) kept.set("scope", known.join(" "));
  }
  nameResource(kept, resource);
  return kept;
}

/** Our resource counts by its URL with the query and one slash at the end left out; others are kept as they are. */
function nameResource(parameters: URLSearchParams, resource: string): void {
  const named = parameters.getAll("resource").filter((value) => value !== "");
  parameters.delete("resource");
  for (const value of new Set(named.map((one) => (isResource(one, resource) ? resource : one)))) {
    parameters.append("resource", value);
  }
}

function isResource(value: string, resource: string): boolean {
  const url = URL.parse(value);
  if (!url || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.origin + url.pathname.replace(/\/$/, "") === resource;
}
