import { SCOPES } from "../kernel/operation.ts";
import { cleanClientName, isResource, readScopes } from "./policy.ts";
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

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** A client's registration in JSON, as it is kept. */
export function readRegistration(json: string): Metadata | OAuthError {
  const body = readObject(json);
  return body ? readMetadata(body) : invalid("the body must be a JSON object");
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * What is kept of a client's metadata: what it is called, where answers go and how it shows itself. Every
 * client gets refresh tokens and may ask as a device; one that asks as a device alone needs no address for
 * answers. All else is dropped: no address that the server would fetch is kept.
 */
function readMetadata(body: Metadata): Metadata | OAuthError {
  const { redirect_uris = [], client_name, token_endpoint_auth_method } = body;
  const count = Array.isArray(redirect_uris) ? redirect_uris.length : MOST_REDIRECTS + 1;
  if (count > MOST_REDIRECTS || (count === 0 && !asksAsDeviceAlone(body))) {
    return {
      error: "invalid_redirect_uri",
      error_description: `redirect_uris must hold 1 to ${MOST_REDIRECTS} URIs`,
    };
  }
  const given = redirect_uris as unknown[];
  const problem = given.map(redirectProblem).find((text) => text !== undefined);
  if (problem !== undefined) {
    return { error: "invalid_redirect_uri", error_description: `redirect_uris ${problem}` };
  }
  const uris = withBothLoopbacks(given as string[]);
  return {
    redirect_uris: uris,
    application_type: uris.length > 0 && uris.every((uri) => /^https:/i.test(uri)) ? "web" : "native",
    grant_types: [...(uris.length > 0 ? ["authorization_code"] : []), "refresh_token", DEVICE_GRANT],
    response_types: uris.length > 0 ? ["code"] : [],
    ...(typeof client_name === "string" &&
      client_name !== "" && { client_name: cleanClientName(client_name) }),
    ...(typeof token_endpoint_auth_method === "string" && { token_endpoint_auth_method }),
  };
}

function asksAsDeviceAlone({ grant_types }: Metadata): boolean {
  if (!Array.isArray(grant_types)) return false;
  return grant_types.includes(DEVICE_GRANT) && !grant_types.includes("authorization_code");
}

/**
 * The metadata that a client publishes at the address that is its id, by the same rules as a registration.
 * Anybody can read it, so it proves nothing by a secret.
 */
export function readClientDocument(json: string, address: string): Metadata | OAuthError {
  const body = readObject(json);
  if (!body || "client_secret" in body) return invalid("the document must be a JSON object without a secret");
  const { client_id, token_endpoint_auth_method = "none" } = body;
  if (client_id !== address) return invalid("client_id must be the document's own address");
  if (token_endpoint_auth_method !== "none") return invalid("token_endpoint_auth_method must be none");
  const metadata = readMetadata(body);
  return isOAuthError(metadata) ? metadata : { ...metadata, token_endpoint_auth_method, client_id };
}

export function isOAuthError(read: Metadata | OAuthError): read is OAuthError {
  return "error" in read;
}

function invalid(error_description: string): OAuthError {
  return { error: "invalid_client_metadata", error_description };
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

/** The same for a device, which nobody is sent back to. */
const ASKED_BY_DEVICE = new Set(["client_id", "client_secret", "resource", "scope"]);

/**
 * A client's request at /authorize. `response_mode` is left out, since answers go in the query alone; `prompt`
 * counts only as "none", since the person is always asked.
 */
export function readAuthorization(query: URLSearchParams, resource: string): URLSearchParams {
  const kept = new URLSearchParams([...query].filter(([name]) => ASKED.has(name)));
  if (query.get("prompt") === "none") kept.set("prompt", "none");
  return completed(kept, resource);
}

/** A device's request at /device_authorization. */
export function readDeviceRequest(form: URLSearchParams, resource: string): URLSearchParams {
  return completed(new URLSearchParams([...form].filter(([name]) => ASKED_BY_DEVICE.has(name))), resource);
}

/** No known scope means all of them. */
function completed(asked: URLSearchParams, resource: string): URLSearchParams {
  // Sent twice is for the authorization server to refuse.
  if (asked.getAll("scope").length < 2) {
    const known = readScopes(asked.get("scope") ?? "");
    asked.set("scope", (known.length > 0 ? known : SCOPES).join(" "));
  }
  nameResource(asked, resource);
  return asked;
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
