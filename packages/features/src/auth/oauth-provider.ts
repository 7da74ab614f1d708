import { generateKeyPairSync } from "node:crypto";
import type { EventEmitter } from "node:events";
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  type ResourceServer,
} from "oidc-provider";
import { serverKey } from "../accounts/index.ts";
import type { Ports } from "../kernel/context.ts";
import { secretHash } from "../kernel/ids.ts";
import { SCOPES } from "../kernel/operation.ts";
import { TryLimit } from "../kernel/try-limit.ts";
import { findPerson } from "../workspaces/index.ts";
import { clientDocuments, type DocumentsOptions } from "./client-documents.ts";
import { isHangUp } from "./http-route.ts";
import { oidcAdapter } from "./oauth-adapter.ts";
import { errorPage, PAGE_HEADERS } from "./oauth-page.ts";
import { LIFETIMES, POLL_SECONDS, resourceOf } from "./policy.ts";
import { grantStands } from "./store.ts";

/** Refreshes of one grant in an hour: each agent on it needs one, and each is kept for a month. */
const REFRESHES_AN_HOUR = 240;

export interface ProviderOptions extends DocumentsOptions {
  readonly ports: Pick<Ports, "store" | "origin" | "clientMetadata" | "fetchOutside">;
  readonly onError: (error: unknown) => void;
}

/**
 * The authorization server. It believes the host and scheme that oauth-request.ts writes into each request,
 * and takes requests as oauth-tolerance.ts leaves them.
 */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { ports, onError } = options;
  const names = cookieNames(ports.origin);
  const provider = new Provider(ports.origin, {
    ...rulesOf(options),
    adapter: oidcAdapter(ports),
    cookies: { names, keys: [await serverKey(ports.store, "oauth_cookies")] },
    jwks: { keys: [JSON.parse(await serverKey(ports.store, "oauth_signing", newSigningKey)) as JWK] },
  });
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => onError(error));
  // The declared events leave Koa's own out.
  const application: EventEmitter = provider;
  application.on("error", (error) => {
    if (!isHangUp(error)) onError(error);
  });
  // Of a client's secret only the hash is stored; comparing hashes tells nothing about the secret.
  provider.Client.prototype.compareClientSecret = function (actual) {
    return secretHash(actual) === this.clientSecret;
  };
  mendAnswers(provider, names.session);
  return provider;
}

/** What the authorization server has no setting for: mended in its answers. */
function mendAnswers(provider: Provider, sessionCookie: string): void {
  const polls = new TryLimit({ most: 1, seconds: POLL_SECONDS - 1 });
  provider.use(async (ctx, next) => {
    await next();
    const cookies = ctx.response.headers["set-cookie"];
    // The authorization server's own sign-ins are never kept, so nobody needs their cookie.
    if (Array.isArray(cookies)) {
      ctx.set(
        "set-cookie",
        cookies.filter((cookie) => !cookie.startsWith(sessionCookie)),
      );
    }
    const body: unknown = ctx.body;
    if (typeof body !== "object" || body === null) return;
    // In the metadata: other modes answer by a page or out of a server's sight, other scopes mean nothing.
    if ("response_modes_supported" in body) {
      Object.assign(body, { response_modes_supported: ["query"], scopes_supported: SCOPES });
    }
    if ("user_code" in body) Object.assign(body, { interval: POLL_SECONDS });
    // A device that asks too often is told to wait longer (RFC 8628, section 3.5).
    if ("error" in body && body.error === "authorization_pending") {
      const { device_code } = (ctx as KoaContextWithOIDC).oidc.params ?? {};
      if (polls.take(String(device_code)) > 0) ctx.body = SLOW_DOWN;
    }
    // A client that reads its registration has its secret; all that could be shown is the hash.
    if (ctx.method === "GET" && "client_secret" in body) delete body.client_secret;
  });
}

const SLOW_DOWN = { error: "slow_down", error_description: "wait 5 seconds longer between two questions" };

/** Ports share one cookie jar, so on plain HTTP (a person's own machine) the names hold the port. */
function cookieNames(origin: string) {
  const { protocol, port } = new URL(origin);
  const name = (what: string) =>
    protocol === "https:" ? `__Secure-anteroom-${what}` : `anteroom-${what}-${port || "80"}`;
  return { session: name("oauth"), interaction: name("consent"), resume: name("resume") };
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "1" });
}

/** Every request of a client is decided anew by the person, whatever the same client was given before. */
const ALWAYS_ASK = new interactionPolicy.Prompt(
  { name: "consent", requestable: true },
  new interactionPolicy.Check(
    "undecided",
    "the person has to decide",
    "interaction_required",
    (ctx) => ctx.oidc.result?.consent === undefined,
  ),
);

const ROUTES = {
  authorization: "/authorize",
  token: "/token",
  registration: "/register",
  revocation: "/revoke",
  jwks: "/jwks",
  device_authorization: "/device_authorization",
  // Where people go; the page there is our own.
  code_verification: "/device",
};

const ENDS = {
  AccessToken: LIFETIMES.access_token,
  AuthorizationCode: LIFETIMES.code,
  DeviceCode: LIFETIMES.device,
  Grant: LIFETIMES.grant,
  IdToken: LIFETIMES.access_token,
  Interaction: LIFETIMES.consent,
  RefreshToken: LIFETIMES.refresh_token,
  Session: LIFETIMES.consent,
};

function rulesOf(options: ProviderOptions): Configuration {
  const { store, origin } = options.ports;
  const documents = clientDocuments(options);
  const refreshes = new TryLimit({ most: REFRESHES_AN_HOUR, seconds: 3600 });
  return {
    routes: ROUTES,
    ttl: ENDS,
    fetch: documents.fetch,
    scopes: [...SCOPES],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    formats: { bitsOfOpaqueRandomness: 256 },
    issueRefreshToken: () => true,
    rotateRefreshToken(ctx) {
      const wait = refreshes.take(ctx.oidc.entities.RefreshToken?.grantId ?? "");
      if (wait > 0) throw tooManyRefreshes(ctx, wait);
      return true;
    },
    expiresWithSession: () => false,
    // A client that gives back one token has left: the whole connection ends.
    revokeGrantPolicy: () => true,
    interactions: { policy: [ALWAYS_ASK], url: (_ctx, interaction) => `/consent/${interaction.uid}` },
    async findAccount(_ctx, person_id, token) {
      const known = token?.grantId
        ? await grantStands(store.read, token.grantId)
        : (await findPerson(store.read, person_id)) !== undefined;
      return known ? { accountId: person_id, claims: () => ({ sub: person_id }) } : undefined;
    },
    renderError(ctx, out) {
      ctx.set(PAGE_HEADERS);
      ctx.body = errorPage(out.error);
    },
    features: featuresOf(resourceOf(origin), documents.feature),
  };
}

type Features = NonNullable<Configuration["features"]>;

function featuresOf(
  resource: string,
  clientIdMetadataDocument: NonNullable<Features["clientIdMetadataDocument"]>,
): Features {
  return {
    clientIdMetadataDocument,
    deviceFlow: { enabled: true, charset: "base-20", mask: "****-****", deviceInfo: () => ({}) },
    registration: { enabled: true },
    registrationManagement: { enabled: true },
    resourceIndicators: oneResource(resource),
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

function tooManyRefreshes(ctx: KoaContextWithOIDC, wait: number): Error {
  ctx.set("retry-after", String(wait));
  const refusal = new errors.TemporarilyUnavailable("too many refreshes of one grant");
  return Object.assign(refusal, { statusCode: 429, status: 429 });
}

/** Tokens are for one resource, asked for by name or by default. */
function oneResource(resource: string) {
  return {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx: unknown, asked: string): ResourceServer {
      if (asked !== resource) throw new errors.InvalidTarget();
      return { scope: SCOPES.join(" "), audience: resource, accessTokenFormat: "opaque" };
    },
  };
}
